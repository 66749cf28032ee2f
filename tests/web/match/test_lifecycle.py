"""Ending, continuing, deleting and restoring a match."""

from tests.web.match_phone import sit_down, totals


def podium(page):
    """Return each step of the podium as (place, names, result)."""
    steps = page.root.all("ol")[0].all("li")
    return [
        (
            step.all("b")[0].words,
            *(span.words for span in step.all("span") if "podium" in span["class"]),
        )
        for step in steps
    ]


def test_an_open_match_can_be_ended_and_its_totals_count(jaguar):
    assert totals(jaguar.page)["Ana"] == "2"
    jaguar.at("end")

    closed = jaguar.tap("End now")

    assert closed.title == "Ana wins"
    assert closed.part("Ana")
    assert jaguar.sheet.winners == ("1",)


def test_a_match_without_a_hand_can_only_be_left_unfinished(app):
    phone = sit_down(app, "jaguar", 5)
    page = phone.at("end")
    assert "End now" not in page.words
    gold = [b.words for b in page.root.all("button") if "button--gold" in b["class"]]
    assert gold == ["Leave it unfinished"]

    phone.request("POST", f"{phone.address}/close", [("key", "k"), ("how", "closed")])

    ended = phone.go(phone.address)
    assert ended.title == "Ended early"
    assert "The match was left unfinished after 0 hands. Nobody wins." in ended.words
    assert "Log this play in BG Stats" not in ended.words
    for page in (phone.go("/"), phone.go("/matches")):
        assert "Jaguar: left unfinished" in page.words
    assert "No records yet" in phone.go("/records").words


def test_a_match_with_a_fixed_end_can_be_ended_early_and_the_leaders_win(three):
    three.save(bids=(1, 0, 1))
    three.save(tricks=(1, 0, 2))
    page = three.at("end")

    assert page.find("End now: Ana and Ben win", "button")
    assert "it sets no records." in page.words
    ended = three.tap("End now")

    assert ended.title == "Ana and Ben win"
    assert podium(ended) == [("place 1", "Ana, Ben", "1 point"), ("place 3", "Cem", "0 points")]
    assert three.sheet.winners == ("1", "2")
    assert "Log this play in BG Stats" in ended.words


def test_an_incomplete_deal_does_not_count_and_the_end_page_warns_of_this(three):
    three.save(bids=(1, 0, 1))
    three.save(tricks=(1, 0, 2))
    assert "is not complete" not in three.at("end").words
    three.go(three.address)
    three.save(bids=(1, 0, 1))

    assert "Deal 2 is not complete, so it does not count." in three.at("end").words
    ended = three.tap("End now")

    assert "one deal" in ended.words
    assert totals(three.at("sheet")) == {"Ana": "1", "Ben": "1", "Cem": "0"}


def test_a_match_ended_early_counts_in_lists_and_in_the_season_but_sets_no_record(three):
    three.save(bids=(1, 0, 1))
    three.save(tricks=(1, 0, 2))
    three.at("end")
    three.tap("End now")
    three.request("POST", "/league/all-time", [("minimum", "1")])

    assert "Jabberwocky" in three.go("/matches").words
    assert "left unfinished" not in three.page.words
    rows = three.go("/season/all").part("Standings").all("tr")
    assert [[cell.words for cell in row.all("th", "td")][:3] for row in rows] == [
        ["Place", "Player", "M"],
        ["1, shared", "Ana", "1"],
        ["1, shared", "Ben", "1"],
        ["3", "Cem", "1"],
    ]
    assert "Lowest winning total" not in three.go("/records").words


def test_an_open_game_can_be_ended_from_entry_page_and_sheet_after_the_first_hand(app):
    phone = sit_down(app, "jaguar", 5)
    assert "End the match" not in [phone.page.name(a) for a in phone.page.root.all("a")]
    phone.save(jaguar="1", friend="2", points="80")

    assert phone.tap("End the match").title == "End the match"
    phone.at("sheet")
    page = phone.tap("End the match")
    assert page.title == "End the match"
    assert page.find("End now: Ana wins", "button")


def test_a_game_with_a_fixed_end_offers_the_early_end_only_on_the_sheet(three):
    three.save(bids=(1, 0, 1))
    three.save(tricks=(1, 0, 2))
    assert "End the match" not in [three.page.name(a) for a in three.page.root.all("a")]

    page = three.at("sheet")

    named = [page.name(a) for a in page.root.all("a")]
    assert [name for name in named if name.startswith("End")] == ["End the match early"]


def test_a_match_left_unfinished_has_no_winner(three):
    three.save(bids=(1, 0, 1))
    three.save(tricks=(1, 1, 1))
    three.at("end")

    stopped = three.tap("Leave it unfinished")

    assert stopped.title == "Ended early"
    assert "The match was left unfinished after one deal. Nobody wins." in stopped.words
    assert three.sheet.winners == ()


def test_a_match_without_a_deal_can_be_left_unfinished(jaguar, app):
    empty = sit_down(app, "gin", ("Ann", "Bob"))
    empty.at("end")

    assert empty.tap("Leave it unfinished").status == 200


def test_a_match_ended_early_can_be_continued(jaguar):
    jaguar.at("end")
    jaguar.tap("End now")

    again = jaguar.tap("Keep playing")

    assert again.title == "Hand 2"
    assert totals(again)["Ana"] == "2"


def test_ending_a_match_can_be_undone(jaguar):
    jaguar.at("end")
    jaguar.tap("End now")

    assert jaguar.tap("Undo: end of the match").title == "Hand 2"


def test_continuing_a_match_can_be_undone(jaguar):
    jaguar.at("end")
    jaguar.tap("End now")
    jaguar.tap("Keep playing")

    assert jaguar.tap("Undo: reopening the match").title == "Ana wins"


def test_an_incomplete_deal_is_kept_when_a_match_is_stopped_and_continued(three):
    three.save(bids=(1, 0, 1))
    three.at("end")
    three.tap("Leave it unfinished")

    assert three.tap("Keep playing").title == "Tricks"


def test_ending_a_match_that_another_phone_has_ended_is_a_conflict(jaguar):
    friend = jaguar.another_phone()
    for phone in (jaguar, friend):
        phone.at("end")
    jaguar.tap("End now")

    late = friend.tap("Leave it unfinished")

    assert late.status == 409
    assert late.alerts[0].startswith("Another phone changed the match first")
    assert jaguar.sheet.ended == "closed"


def test_a_phone_with_a_half_entered_answer_can_say_that_the_match_was_deleted(three):
    three.save(bids=(1, 0, 1))
    three.at("end")

    gone = three.tap("Delete this match")

    change = gone.by_id("match")["data-change"]
    assert change.strip() == "The match was deleted on another phone."


def test_a_deleted_match_shows_no_question_and_can_be_restored(three):
    three.save(bids=(1, 0, 1))
    three.at("end")

    gone = three.tap("Delete this match")
    assert "This match was deleted" in gone.words
    assert "Save" not in gone.words  # neither a question nor a toast about an older step

    back = three.tap("Restore match")
    assert back.title == "Tricks"


def test_a_restored_match_is_on_the_home_page_again(three):
    three.at("end")
    three.tap("Delete this match")
    assert "Jabberwocky" not in [h.words for h in three.go("/").root.all("h2")]

    three.go("/matches/thrown-away")
    three.tap("Restore")

    assert "Jabberwocky" in [h.words for h in three.go("/").root.all("h2")]


def test_a_restored_finished_match_has_its_podium(jaguar):
    jaguar.at("end")
    jaguar.tap("End now")
    jaguar.at("end")
    jaguar.tap("Delete this match")

    assert jaguar.tap("Restore match").title == "Ana wins"


def test_tied_players_share_the_first_place(jaguar):
    jaguar.save(jaguar="2", friend="1", points="80")
    jaguar.at("end")
    closed = jaguar.tap("End now")

    assert closed.title == "Ana and Ben win"
    places = [li.all("b")[0].words for li in closed.root.all("ol")[0].all("li")]
    assert places == ["place 1", "place 3"]


def test_the_podium_lists_the_payments_from_the_pot(app):
    loba = sit_down(app, "loba", 3, limit=10, max_reenlist=0)
    loba.save(went_out="1", deadwood=(None, 20, 30))

    assert loba.page.title == "Ana wins"
    assert "The pot: 3" in loba.page.words
    rows = loba.page.items("The pot")
    assert rows == ["Ben pays Ana 1", "Cem pays Ana 1"]
    assert "Each player put in 1." in loba.page.words


def test_a_pot_that_cannot_be_split_leaves_a_remainder_on_the_table(app):
    loba = sit_down(app, "loba", 3, limit=10)
    over = loba.save(went_out="nobody", deadwood=(12, 12, 30))

    assert over.title == "Ana and Ben win"
    assert "The amount that cannot be split evenly stays on the table: 1." in over.words
    assert "own stakes" not in over.words  # nobody pays


def test_the_winners_of_a_pot_keep_their_own_stakes(app):
    loba = sit_down(app, "loba", 5, limit=10)
    over = loba.save(went_out="nobody", deadwood=(12, 12, 30, 30, 30))

    rest = "The winners’ own stakes make up the rest of the pot."
    assert f"The amount that cannot be split evenly stays on the table: 1. {rest}" in over.words


def test_the_end_page_of_a_finished_match_offers_only_to_delete_it(jaguar):
    jaguar.at("end")
    jaguar.tap("End now")

    page = jaguar.at("end")

    assert "Leave it unfinished" not in page.words
    assert page.find("Delete this match", "button")
