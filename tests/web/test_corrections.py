"""Correcting an old deal: what will change comes first, and a later deal may stand in the way."""

import pytest
from evening import sit_down, totals, value


@pytest.fixture
def three(table):
    """Two deals of Jabberwocky, and the bids of a third."""
    phone = sit_down(table, "jabberwocky", 3)
    phone.save(bids=(1, 0, 1))
    phone.save(tricks=(1, 1, 1))
    phone.save(bids=(1, 1, 1))
    phone.save(tricks=(1, 2, 1))
    phone.save(bids=(2, 1, 1))
    return phone


@pytest.fixture
def loba(table):
    """Three at Loba, out at 20 and nobody comes back: Cem is out after the first deal."""
    phone = sit_down(table, "loba", 3, limit=20, max_reenlist=0)
    phone.save(went_out="1", deadwood=(None, 5, 30))
    phone.save(went_out="2", deadwood=(4, None, None))
    return phone


def changes(page):
    section = page.by_id("changes")
    return [line.words for line in section.around("section").all("p")] if section else []


def test_the_way_to_a_correction_is_the_reason_of_a_number(three):
    three.at("sheet?why=1-2")

    page = three.tap("Correct Deal 1")

    assert page.title == "Correct Deal 1"
    assert "Nothing changes yet." in page.words


def test_a_correction_begins_with_what_was_written(three):
    page = three.at("rounds/1/correct")

    assert [value(page, f"bids.bids-{seat}") for seat in (1, 2, 3)] == ["1", "0", "1"]
    assert [value(page, f"tricks.tricks-{seat}") for seat in (1, 2, 3)] == ["1", "1", "1"]
    assert "2 deals came after it" in page.words


def test_the_address_of_a_look_leads_to_the_correction(three):
    assert three.at("rounds/1/correct/look").title == "Correct Deal 1"


def test_what_will_change_is_shown_first(three):
    three.at("rounds/1/correct")

    part = three.look(tricks__tricks=(2, 0, 1))

    assert changes(part) == ["Ana: 2 → 1 (−1)", "Ben: 0 → 1 (+1)"]
    assert three.sheet.version == 6


def test_a_correction_is_marked_on_the_sheet_and_in_the_reason(three):
    three.at("rounds/1/correct")
    three.save(tricks__tricks=(2, 0, 1))

    assert totals(three.page) == {"Ana": "1", "Ben": "1", "Cem": "2"}
    page = three.at("sheet?why=1-1")
    assert "corrected" in page.part("Deal 1").words
    assert "Bid 1, took 2: 0" in page.by_id("why").words
    assert "never corrected" not in page.by_id("why").words


def test_a_correction_can_be_undone_and_redone(three):
    three.at("rounds/1/correct")
    three.save(tricks__tricks=(2, 0, 1))

    three.tap("Undo: correction of Deal 1")
    assert totals(three.page)["Ana"] == "2"
    three.tap("Redo")
    assert totals(three.page)["Ana"] == "1"


def test_a_correction_by_htmx_answers_with_the_match(three):
    three.at("rounds/1/correct")

    part = three.save_part(tricks__tricks=(2, 0, 1))

    assert part.status == 200
    assert part.text.startswith('<div class="room" id="match" data-match="/matches/1" ')
    assert part.title == "Tricks"


def test_an_impossible_correction_says_why_and_keeps_what_was_typed(three):
    three.at("rounds/1/correct")

    refused = three.save(tricks__tricks=(2, 1, 1))

    assert refused.status == 422
    assert refused.alerts == ["Not saved The tricks must add up to 3, not 4."]
    assert value(refused, "tricks.tricks-1") == "2"
    assert three.sheet.version == 6


def test_a_bid_made_impossible_is_refused_beside_the_dealer(three):
    three.at("rounds/1/correct")

    refused = three.save(bids__bids=(None, 1, None))

    assert refused.status == 422
    assert "Ana deals and may not bid 1." in refused.part("Bid, Ana").words
    assert value(refused, "tricks.tricks-1") == "1"


def test_the_bids_of_the_newest_deal_can_be_corrected_before_its_tricks(three):
    page = three.at("rounds/3/correct")
    assert "the newest deal" in page.words
    assert "Tricks" not in [head.words for head in page.root.all("h2")]

    saved = three.save(bids__bids=(1, 1, 1))

    assert saved.title == "Tricks"
    assert three.sheet.said[2] == (("bids", {"bids": {"1": 1, "2": 1, "3": 1}}),)


def test_a_deal_that_was_not_played_cannot_be_corrected(three):
    page = three.at("rounds/4/correct")

    assert page.status == 404
    assert "This deal has not been written down." in page.words


def test_a_correction_that_breaks_a_later_deal_names_it_and_why(loba):
    loba.at("rounds/1/correct")

    refused = loba.save(cards__deadwood=(None, 5, 3))

    assert refused.status == 422
    assert refused.alerts[0].startswith("Cannot be corrected so: Deal 2 would break")
    assert "Cards left: Cem is missing." in refused.alerts[0]
    assert refused.find("Go to Deal 2", "a")["href"] == "/matches/1/rounds/2/correct"
    assert value(refused, "cards.deadwood-3") == "3"
    assert loba.sheet.version == 3


def test_the_look_before_saving_says_so_too(loba):
    loba.at("rounds/1/correct")

    part = loba.look(cards__deadwood=(None, 5, 3))

    assert "Cannot be corrected so: Deal 2 would break" in part.words
    assert part.find("Keep as a draft", "button")


def test_a_draft_is_kept_and_counts_nothing(loba):
    loba.at("rounds/1/correct")
    loba.save(cards__deadwood=(None, 5, 3))

    kept = loba.tap("Keep as a draft")

    assert "Kept as a draft. It counts nothing yet." in kept.words
    assert loba.sheet.said[0][0][1]["deadwood"]["3"] == 30
    sheet = loba.at("sheet")
    assert "A correction of Deal 1 waits" in sheet.words
    page = loba.tap("Look at it")
    assert value(page, "cards.deadwood-3") == "3"
    assert "Kept as a draft" in page.words


def test_a_draft_can_be_given_up(loba):
    loba.at("rounds/1/correct")
    loba.save(cards__deadwood=(None, 5, 3))
    loba.tap("Keep as a draft")
    loba.at("rounds/1/correct")

    loba.tap("Give up the draft")

    assert "waits" not in loba.at("sheet").words
    assert value(loba.at("rounds/1/correct"), "cards.deadwood-3") == "30"


def test_a_draft_is_gone_once_it_stands(table):
    loba = sit_down(table, "loba", 3, limit=20, max_reenlist=0)
    loba.save(went_out="1", deadwood=(None, 5, 30))
    loba.save(went_out="2", deadwood=(4, None, None))
    loba.at("rounds/1/correct")
    loba.save(cards__deadwood=(None, 5, 3))
    loba.tap("Keep as a draft")
    loba.tap("Undo: Cards left, Deal 2")
    loba.at("rounds/1/correct")

    loba.save()

    assert loba.sheet.drafts == {}
    assert totals(loba.page) == {"Ana": "0", "Ben": "5", "Cem": "3"}


def test_a_correction_tells_who_is_out_and_who_wins(table):
    loba = sit_down(table, "loba", 2, limit=20, max_reenlist=0)
    loba.save(went_out="1", deadwood=(None, 30))
    assert loba.page.title == "Ana wins"
    loba.at("rounds/1/correct")

    loba.save(cards__went_out="2")
    swapped = loba.look(cards__deadwood=(30, None))
    assert changes(swapped) == [
        "Ana: 0 → 30 (+30)",
        "Ben: 30 → 0 (−30)",
        "Ana is out.",
        "Ben is no longer out.",
        "Wins: Ben.",
    ]

    loba.at("rounds/1/correct")
    shorter = loba.look(cards__deadwood=(None, 6))
    assert changes(shorter) == [
        "Ben: 30 → 6 (−24)",
        "Ben is no longer out.",
        "The match is no longer over.",
        "Ben deals next.",
    ]


def test_a_correction_may_bring_up_the_question_of_coming_back(table):
    loba = sit_down(table, "loba", 3)
    loba.save(went_out="1", deadwood=(None, 50, 60))
    loba.save(went_out="1", deadwood=(None, 10, 12))
    loba.at("rounds/2/correct")

    asked = loba.save(cards__deadwood=(None, 10, 45))

    assert asked.status == 422
    assert "Back in at 60?" in asked.words
    loba.set("back.reenlist-3", "yes")
    saved = loba.save()
    assert saved.status == 200
    assert totals(saved) == {"Ana": "0", "Ben": "60", "Cem": "60"}


def test_what_will_change_counts_what_is_only_suggested(table):
    jamon = sit_down(table, "jamon", 3, deals=2)
    jamon.save(went_out="1", counters=(5, 5, 5))
    jamon.at("rounds/1/correct")

    part = jamon.look(count__counters=(4, 5, ""))

    assert value(part, "count.counters-3") == "6"
    assert changes(part) == ["Ana: 9 → 8 (−1)", "Cem: 3 → 4 (+1)"]


@pytest.fixture
def passed(table):
    """A hand of Jaguar that everybody passed."""
    phone = sit_down(table, "jaguar", 5)
    phone.tap("All pass")
    return phone


def test_a_hand_that_all_passed_is_corrected_as_such(passed):
    page = passed.at("rounds/1/correct")

    assert value(page, "hand.quick") == "0"
    assert "Nothing changes yet." in page.words
    assert page.alerts == []


def test_a_hand_that_all_passed_was_played_after_all(passed):
    passed.at("rounds/1/correct")
    passed.tap("All pass")
    passed.page = passed.look()
    passed.fill(hand__jaguar="1", hand__friend="2", hand__points=70)

    assert totals(passed.save())["Ana"] == "2"


def test_a_hand_was_passed_after_all(table):
    jaguar = sit_down(table, "jaguar", 5)
    jaguar.save(jaguar="1", friend="2", points=70)
    jaguar.at("rounds/1/correct")

    part = jaguar.look(hand__quick="0")

    assert changes(part)[0] == "Ana: 2 → 0 (−2)"
    assert jaguar.save().status == 200
    assert jaguar.sheet.said == ((("hand", {"all_pass": True}),),)


@pytest.fixture
def overtaken(three):
    """A phone that corrects the third deal, which another has taken back."""
    friend = three.friend()
    friend.at("rounds/3/correct")
    three.reload()
    three.tap("Undo")
    return friend


def test_a_deal_that_was_taken_back_meanwhile_is_told_with_what_was_typed(overtaken):
    late = overtaken.save(bids__bids=(0, 0, 1))

    assert late.status == 409
    assert late.alerts[0].startswith("This is no longer asked")
    assert "Cem Bid – 1" in " ".join(late.words.split())


def test_so_it_is_to_a_look(overtaken):
    part = overtaken.look(bids__bids=(0, 0, 1))

    assert part.status == 409
    assert part.text.startswith('<div class="room" id="match" ')


def test_a_match_thrown_away_takes_no_draft_and_no_correction(loba):
    loba.at("rounds/1/correct")
    refused = loba.save(cards__deadwood=(None, 5, 3))
    friend = loba.friend()
    friend.at("end")
    friend.tap("Throw the match away")
    loba.page = refused

    late = loba.tap("Keep as a draft")

    assert late.status == 409
    assert late.alerts[0].startswith("This match was thrown away")
    assert "Correct to mine" not in late.words
    assert loba.sheet.drafts == {}


def test_a_deal_written_after_the_page_was_opened_is_still_looked_at(table):
    loba = sit_down(table, "loba", 3, limit=20, max_reenlist=0)
    loba.save(went_out="1", deadwood=(None, 5, 30))
    friend = loba.friend()
    friend.at("rounds/1/correct")
    loba.save(went_out="2", deadwood=(4, None, None))

    refused = friend.save(cards__deadwood=(None, 5, 3))

    assert refused.status == 422
    assert "Deal 2 would break" in refused.words
