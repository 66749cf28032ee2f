"""Stopping early, playing on, throwing away, bringing back, and once more from the start."""

import pytest
from evening import sit_down, totals


@pytest.fixture
def jaguar(table):
    """A match without an end of its own, one hand played: Ana and Ben won it."""
    phone = sit_down(table, "jaguar", 5)
    phone.save(jaguar="1", friend="2", points="80")
    return phone


@pytest.fixture
def three(table):
    """A match of thirteen deals."""
    return sit_down(table, "jabberwocky", 3)


def podium(page):
    """Place, who and what of the podium."""
    steps = page.root.all("ol")[0].all("li")
    return [
        (
            step.all("b")[0].words,
            *(span.words for span in step.all("span") if "podium" in span["class"]),
        )
        for step in steps
    ]


def test_an_open_match_can_be_closed_and_the_totals_count(jaguar):
    assert totals(jaguar.page)["Ana"] == "2"
    jaguar.at("end")

    closed = jaguar.tap("Close the match")

    assert closed.title == "Ana wins"
    assert closed.part("Ana")
    assert jaguar.sheet.winners == ("1",)


def test_before_the_first_hand_there_is_nothing_to_close(table):
    phone = sit_down(table, "jaguar", 5)
    page = phone.at("end")
    assert "Close the match" not in page.words
    gold = [b.words for b in page.root.all("button") if "button--gold" in b["class"]]
    assert gold == ["Stop, unfinished"]

    phone.ask("POST", f"{phone.address}/close", [("key", "k"), ("how", "closed")])

    ended = phone.go(phone.address)
    assert ended.title == "Ended early"
    assert "The match was left unfinished after 0 deals. Nobody wins." in ended.words
    assert "Log this play in BG Stats" not in ended.words
    for page in (phone.go("/"), phone.go("/matches")):
        assert "Jaguar: left unfinished" in page.words
    assert "No record yet" in phone.go("/records").words


def test_a_match_with_an_end_of_its_own_cannot_be_closed(three):
    page = three.at("end")

    assert "Close the match" not in page.words
    refused = three.ask("POST", f"{three.address}/close", [("key", "k"), ("how", "closed")])
    assert refused.status == 422
    assert refused.alerts == ["This match has an end of its own; it can only be left unfinished."]


def test_nobody_wins_a_match_left_unfinished(three):
    three.save(bids=(1, 0, 1))
    three.save(tricks=(1, 1, 1))
    three.at("end")

    stopped = three.tap("Stop, unfinished")

    assert stopped.title == "Ended early"
    assert "The match was left unfinished after one deal. Nobody wins." in stopped.words
    assert three.sheet.winners == ()


def test_a_match_without_a_deal_can_be_left_unfinished(jaguar, table):
    empty = sit_down(table, "gin", ("Ann", "Bob"))
    empty.at("end")

    assert empty.tap("Stop, unfinished").status == 200


def test_a_match_that_ended_early_can_be_played_on(jaguar):
    jaguar.at("end")
    jaguar.tap("Close the match")

    again = jaguar.tap("Play on")

    assert again.title == "Hand 2"
    assert totals(again)["Ana"] == "2"


def test_the_end_itself_can_be_undone(jaguar):
    jaguar.at("end")
    jaguar.tap("Close the match")

    assert jaguar.tap("Undo: end of the match").title == "Hand 2"


def test_playing_on_can_be_undone(jaguar):
    jaguar.at("end")
    jaguar.tap("Close the match")
    jaguar.tap("Play on")

    assert jaguar.tap("Undo: playing on").title == "Ana wins"


def test_a_deal_half_written_stays_when_the_match_is_stopped_and_played_on(three):
    three.save(bids=(1, 0, 1))
    three.at("end")
    three.tap("Stop, unfinished")

    assert three.tap("Play on").title == "Tricks"


def test_stopping_twice_from_two_phones_is_told(jaguar):
    friend = jaguar.friend()
    for phone in (jaguar, friend):
        phone.at("end")
    jaguar.tap("Close the match")

    late = friend.tap("Stop, unfinished")

    assert late.status == 409
    assert late.alerts[0].startswith("Somebody was faster")
    assert jaguar.sheet.ended == "closed"


def test_a_match_thrown_away_counts_for_nothing_and_can_be_brought_back(three):
    three.save(bids=(1, 0, 1))
    three.at("end")

    gone = three.tap("Throw the match away")
    assert "This match was thrown away" in gone.words
    assert "Save" not in gone.words  # neither a question nor a word on an older step

    back = three.tap("Bring it back")
    assert back.title == "Tricks"


def test_a_match_thrown_away_and_back_is_on_the_front_page_again(three):
    three.at("end")
    three.tap("Throw the match away")
    assert "Jabberwocky" not in [h.words for h in three.go("/").root.all("h2")]

    three.go("/matches/thrown-away")
    three.tap("Bring back")

    assert "Jabberwocky" in [h.words for h in three.go("/").root.all("h2")]


def test_a_match_that_is_over_can_be_thrown_away_and_comes_back_with_its_podium(jaguar):
    jaguar.at("end")
    jaguar.tap("Close the match")
    jaguar.at("end")
    jaguar.tap("Throw the match away")

    assert jaguar.tap("Bring it back").title == "Ana wins"


def test_a_rematch_has_the_same_seats_and_options_and_the_next_dealer(table):
    jaguar = sit_down(table, "jaguar", 5, target=2)
    jaguar.save(jaguar="1", friend="2", points="80")
    assert "Ben deals first this time." in jaguar.page.words

    again = jaguar.tap("Rematch, same seats")

    assert again.path.startswith("/matches/2")
    assert "Ben deals and bids first" in again.words
    assert "2 points win" in again.words
    assert list(totals(again)) == ["Ana", "Ben", "Cem", "Dora", "Eva"]


def test_a_double_tap_starts_one_rematch(jaguar):
    jaguar.at("end")
    jaguar.tap("Close the match")
    podium = jaguar.page
    first = jaguar.tap("Rematch, same seats").path
    jaguar.page = podium

    assert jaguar.tap("Rematch, same seats").path == first
    assert jaguar.go("/matches/3").status == 404


def test_two_phones_that_want_a_rematch_get_the_same_one(jaguar):
    jaguar.at("end")
    jaguar.tap("Close the match")
    friend = jaguar.friend()

    assert friend.tap("Rematch, same seats").path == jaguar.tap("Rematch, same seats").path


def test_a_rematch_that_was_thrown_away_is_none(jaguar):
    jaguar.at("end")
    over = jaguar.tap("Close the match")
    first = jaguar.tap("Rematch, same seats").path
    jaguar.go(f"{first}/end")
    jaguar.tap("Throw the match away")
    jaguar.page = over

    assert jaguar.tap("Rematch, same seats").path != first


def test_the_rematch_of_a_rematch_deals_on(jaguar):
    jaguar.at("end")
    jaguar.tap("Close the match")
    jaguar.tap("Rematch, same seats")
    jaguar.go("/matches/2/end")
    jaguar.tap("Stop, unfinished")

    assert "Cem deals first this time." in jaguar.page.words


def test_those_who_tie_share_the_first_place(jaguar):
    jaguar.save(jaguar="2", friend="1", points="80")
    jaguar.at("end")
    closed = jaguar.tap("Close the match")

    assert closed.title == "Ana, Ben win"
    places = [li.all("b")[0].words for li in closed.root.all("ol")[0].all("li")]
    assert places == ["place 1", "place 3"]


def test_the_podium_says_who_pays_whom_and_what_cannot_be_split(table):
    loba = sit_down(table, "loba", 3, limit=10, max_reenlist=0)
    loba.save(went_out="1", deadwood=(None, 20, 30))

    assert loba.page.title == "Ana wins"
    assert "The pot: 3" in loba.page.words
    rows = [row.words for row in loba.page.part("The pot").all("li")]
    assert rows == ["Ben pays Ana 1", "Cem pays Ana 1"]
    assert "In stakes." in loba.page.words


def test_a_pot_that_cannot_be_split_leaves_the_rest_on_the_table(table):
    loba = sit_down(table, "loba", 3, limit=10)
    over = loba.save(went_out="nobody", deadwood=(12, 12, 30))

    assert over.title == "Ana, Ben win"
    assert "1 cannot be split and stays on the table." in over.words


def test_the_end_page_of_a_match_that_is_over_only_throws_away(jaguar):
    jaguar.at("end")
    jaguar.tap("Close the match")

    page = jaguar.at("end")

    assert "Stop, unfinished" not in page.words
    assert page.find("Throw the match away", "button")
