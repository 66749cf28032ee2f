"""Corrections of calls, and of hands in which everyone passed."""

import pytest

from tests.web.match.correcting.page import changes
from tests.web.match_phone import field_value, sit_down, totals


@pytest.fixture
def called_deal(app):
    """A phone with a deal of Jamón that was entered as calls.

    Ana calls Ben, Ben calls Cem, and Ana calls Cem.
    """
    phone = sit_down(app, "jamon", 3, deals=2)
    for call in ("0>1", "1>2", "0>2"):
        phone.at("?instead=1")
        phone.request(
            "POST",
            phone.address
            + f"/rounds/1/call-{len(phone.sheet.current_answers.get('calls', [])) + 1}",
            [("key", call), ("calls", call)],
        )
    phone.reload()
    phone.save(went_out="1")
    return phone


def calls(sheet):
    return sheet.played_deals[0].answers.get("calls")


def test_a_correction_shows_the_calls_as_entered(called_deal):
    page = called_deal.at("rounds/1/correct")

    chosen = [select.all("option") for select in page.root.all("select")]
    assert [[o.words for o in options if "selected" in o] for options in chosen] == [
        ["Ana calls Ben"],
        ["Ben calls Cem"],
        ["Ana calls Cem"],
        [],
    ]
    assert "Nothing has changed yet." in page.words


def test_an_unchanged_correction_keeps_the_calls(called_deal):
    called_deal.at("rounds/1/correct")
    version = called_deal.sheet.version

    called_deal.save()

    assert called_deal.sheet.version == version
    assert calls(called_deal.sheet) == [["1", "2"], ["2", "3"], ["1", "3"]]


def test_a_call_can_be_changed(called_deal):
    called_deal.at("rounds/1/correct")

    called_deal.choose("Calls 3", "Ben calls Ana")
    part = called_deal.look()
    assert changes(part) == ["Ana was 7 9", "Ben was 3 2", "Cem was 5 4"]
    called_deal.save()

    assert calls(called_deal.sheet) == [["1", "2"], ["2", "3"], ["2", "1"]]
    assert called_deal.sheet.deal_answers[0][2][0] == "call-3"


def test_calls_can_be_removed_and_added(called_deal):
    called_deal.at("rounds/1/correct")

    called_deal.choose("Calls 1", "none")
    called_deal.choose("Calls 4", "Cem calls Ben")
    called_deal.save()

    assert calls(called_deal.sheet) == [["2", "3"], ["1", "3"], ["3", "2"]]
    assert [stage for stage, _ in called_deal.sheet.deal_answers[0]] == [
        "call-1",
        "call-2",
        "call-3",
        "count",
    ]


def test_changing_the_player_who_went_out_keeps_the_calls(called_deal):
    called_deal.at("rounds/1/correct")

    called_deal.save(count__went_out="2")

    assert calls(called_deal.sheet) == [["1", "2"], ["2", "3"], ["1", "3"]]
    assert called_deal.sheet.played_deals[0].answers["went_out"] == "2"


def test_a_call_by_a_player_without_counters_is_refused(app):
    jamon = sit_down(app, "jamon", 3, deals=2, counters=1)
    jamon.request("POST", jamon.address + "/rounds/1/call-1", [("key", "a"), ("calls", "0>1")])
    jamon.reload()
    jamon.save(went_out="1")
    jamon.at("rounds/1/correct")

    jamon.choose("Calls 2", "Ana calls Cem")
    refused = jamon.save()

    assert refused.status == 422
    assert "Call 2: Ana has no counters left" in refused.words
    assert len(jamon.sheet.steps) == 2


@pytest.fixture
def emptied_deal(called_deal):
    """A correction page without scripts, after all calls were removed and Save was tapped.

    The page asks for calls and for counters.
    """
    called_deal.at("rounds/1/correct")
    for number in (1, 2, 3):
        called_deal.choose(f"Calls {number}", "none")
    assert called_deal.save().status == 422
    return called_deal


def test_counters_that_disagree_with_a_call_entered_beside_them_are_refused(emptied_deal):
    emptied_deal.choose("Calls 1", "Ana calls Ben")
    refused = emptied_deal.save(count__counters=(3, 6, 6))

    assert refused.status == 422
    assert "After the calls, Ana has 4 counters, not 3." in refused.words
    counters = [field_value(refused, f"count.counters-{seat}") for seat in (1, 2, 3)]
    assert counters == ["4", "6", "5"]
    assert len(emptied_deal.sheet.steps) == 4


def test_the_counters_after_the_calls_can_be_saved_after_a_refusal(emptied_deal):
    emptied_deal.choose("Calls 1", "Ana calls Ben")
    emptied_deal.save(count__counters=(3, 6, 6))

    assert emptied_deal.save().status == 200
    assert calls(emptied_deal.sheet) == [["1", "2"]]
    assert emptied_deal.sheet.played_deals[0].answers["counters"] == {"1": 4, "2": 6, "3": 5}


def test_counters_that_agree_with_a_call_entered_beside_them_are_saved(emptied_deal):
    emptied_deal.choose("Calls 1", "Ana calls Ben")

    assert emptied_deal.save(count__counters=(4, 6, 5)).status == 200
    assert calls(emptied_deal.sheet) == [["1", "2"]]


def test_the_calls_of_a_deal_in_progress_can_be_corrected(app):
    jamon = sit_down(app, "jamon", 3, deals=2)
    jamon.request("POST", jamon.address + "/rounds/1/call-1", [("key", "a"), ("calls", "0>1")])
    jamon.at("rounds/1/correct")

    jamon.choose("Calls 1", "Ben calls Ana")
    saved = jamon.save()

    assert saved.status == 200
    assert jamon.sheet.current_answers == {"calls": [["2", "1"]]}


def test_forged_calls_in_a_game_without_calls_are_ignored(three):
    three.at("rounds/1/correct")
    pairs = [*three.form_values(three.page.form_of(three.page.by_id("save")), None)]

    done = three.request(
        "POST", three.page.path, [*pairs, ("row-1.here", "1"), ("row-1.calls", "0>1")]
    )

    assert "Nothing was changed, so nothing was saved." in done.words


@pytest.fixture
def passed_hand(app):
    """A hand of Jaguar in which everyone passed."""
    phone = sit_down(app, "jaguar", 5)
    phone.tap("All pass")
    return phone


def test_the_correction_of_a_passed_hand_starts_with_all_pass(passed_hand):
    page = passed_hand.at("rounds/1/correct")

    assert field_value(page, "hand.quick") == "0"
    assert "Nothing has changed yet." in page.words
    assert page.alerts == []


def test_a_passed_hand_can_be_corrected_to_a_played_hand(passed_hand):
    passed_hand.at("rounds/1/correct")
    passed_hand.tap("All pass")
    passed_hand.page = passed_hand.look()
    passed_hand.fill(hand__jaguar="1", hand__friend="2", hand__points=70)

    assert totals(passed_hand.save())["Ana"] == "2"


def test_the_fields_of_a_passed_hand_are_one_tap_away_without_javascript(passed_hand):
    passed_hand.at("rounds/1/correct")

    page = passed_hand.tap("Enter the hand instead")

    assert field_value(page, "hand.quick") is None
    assert field_value(page, "hand.points") == ""
    assert (
        totals(passed_hand.save(hand__jaguar="1", hand__friend="2", hand__points=70))["Ana"] == "2"
    )


def test_a_played_hand_can_be_corrected_to_a_passed_hand(app):
    jaguar = sit_down(app, "jaguar", 5)
    jaguar.save(jaguar="1", friend="2", points=70)
    jaguar.at("rounds/1/correct")

    part = jaguar.look(hand__quick="0")

    assert changes(part)[0] == "Ana was 2 0"
    assert jaguar.save().status == 200
    assert jaguar.sheet.deal_answers == ((("hand", {"all_pass": True}),),)
