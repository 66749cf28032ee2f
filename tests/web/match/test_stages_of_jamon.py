"""The questions of Jamón on the match page: calls and counters."""

import pytest

from tests.web.match_phone import disabled_values, field_value, sit_down, totals


@pytest.fixture
def jamon(app):
    return sit_down(app, "jamon", 3)


def test_calls_are_saved_one_by_one(jamon):
    jamon.tap("Calls")
    jamon.tap("Ana calls Ben")

    page = jamon.tap("Ana calls Cem")

    assert "Last call: Ana called Cem" in page.words
    assert "3 left" in page.part("Ana").words
    assert "Ana calls Ben, 1 so far" in [page.name(b) for b in page.root.all("button")]


def test_the_last_call_can_be_undone(jamon):
    jamon.tap("Calls")
    jamon.tap("Ana calls Ben")

    assert "Saved: Ana called Ben" in jamon.page.words
    jamon.tap("Undo")
    assert jamon.sheet.deal_answers == ()


def test_a_player_without_counters_cannot_call(app):
    jamon = sit_down(app, "jamon", 3, counters=1)
    jamon.tap("Calls")

    page = jamon.tap("Ana calls Ben")

    assert page.find("Ana calls Cem", "button").is_disabled
    assert not page.find("Ben calls Ana", "button").is_disabled
    assert "Ana has no counters left and can call again only after being called." in page.words


def test_counters_are_prefilled_from_the_calls(jamon):
    jamon.tap("Calls")
    jamon.tap("Ana calls Ben")
    page = jamon.tap("Someone went out")

    assert [field_value(page, f"counters-{seat}") for seat in (1, 2, 3)] == ["4", "6", "5"]
    assert disabled_values(page, "counters-1") == ["4"]
    jamon.save(went_out="3")
    assert totals(jamon.at("sheet")) == {"Ana": "2", "Ben": "4", "Cem": "9"}


def test_tapping_a_name_below_the_calls_prefills_the_player_who_went_out(jamon):
    jamon.tap("Calls")
    jamon.tap("Ana calls Ben")
    page = jamon.tap("Cem", within="Went out")

    assert page.title == "Counters"
    assert field_value(page, "went_out") == "3"
    assert "Cem went out and gets 2 from each of the others" in page.words
    jamon.save()
    assert totals(jamon.at("sheet")) == {"Ana": "2", "Ben": "4", "Cem": "9"}


@pytest.mark.parametrize("seat", ["9", "nobody", ""])
def test_an_unknown_seat_parameter_selects_no_player(jamon, seat):
    assert field_value(jamon.go(f"/matches/1?seat={seat}"), "went_out") is None


def test_the_player_who_went_out_is_not_selected_in_the_next_deal(app):
    jamon = sit_down(app, "jamon", 3, deals=2)
    jamon.tap("Calls")
    jamon.tap("Ana calls Ben")
    address = jamon.page.find("Cem", "a", within="Went out")["href"]
    jamon.go(address)
    jamon.save()

    assert field_value(jamon.go(address), "went_out") is None


def test_counters_that_do_not_add_up_are_refused(jamon):
    refused = jamon.save(went_out="1", counters=(5, 5, 6))

    assert refused.status == 422
    assert refused.reasons == ["The counters must add up to 15, not 16."]


def test_the_counters_of_the_last_player_are_suggested(jamon):
    part = jamon.look(went_out="1", counters=(4, 5, None))

    assert field_value(part, "counters-3") == "6"
    assert "15 of 15 counters" in part.words


def test_the_link_to_the_calls_remains_while_counters_are_entered(jamon):
    part = jamon.look(went_out="1", counters=(4, None, None))

    assert part.find("Calls", "a")["href"] == "/matches/1?instead=1"


def test_a_deal_is_won_by_default_after_a_late_call(jamon):
    jamon.fill(went_out="1", counters=(5, 5, 5), default_by="2")

    over = jamon.save()

    assert over.title == "Ana wins"
    assert "by default" in jamon.at("sheet").part("Deal 1").words
    assert jamon.sheet.played_deals[0].answers["default_by"] == "2"


def test_no_late_caller_is_saved_unless_one_is_chosen(jamon):
    jamon.save(went_out="1", counters=(5, 5, 5))

    assert jamon.sheet.played_deals[0].answers.get("default_by") is None


def test_the_player_who_went_out_is_disabled_as_late_caller_with_a_reason(jamon):
    part = jamon.look(went_out="1")

    assert disabled_values(part, "default_by") == ["1"]
    assert part.by_id("default_by-why").words == "Not Ana: Ana went out."


def test_nobody_called_late_if_the_last_call_was_to_another_player(jamon):
    jamon.tap("Calls")
    jamon.tap("Ana calls Ben")
    jamon.tap("Someone went out")

    part = jamon.look(went_out="3")

    assert disabled_values(part, "default_by") == ["1", "2", "3"]
    assert part.by_id("default_by-why").words == (
        "Not Ana, Ben: the last call was to Ben. Not Cem: Cem went out."
    )
    part = jamon.look(went_out="2")
    assert disabled_values(part, "default_by") == ["2", "3"]


def test_an_invalid_late_caller_stays_chosen_and_is_refused(jamon):
    jamon.fill(default_by="1")

    refused = jamon.save(went_out="1", counters=(5, 5, 5))

    assert refused.status == 422
    assert field_value(refused, "default_by") == "1"
    assert disabled_values(refused, "default_by") == []


def test_scoring_by_points_also_asks_for_the_cards(app):
    jamon = sit_down(app, "jamon", 2, scoring="points", deals=None)

    refused = jamon.save(went_out="1", counters=(5, 5), cards=(None, 0))
    assert "Ben must have at least one card: only Ana, who went out, has none." in refused.words

    saved = jamon.save(cards=(None, 3))
    assert totals(saved) == {"Ana": "20", "Ben": "7"}


def test_the_note_in_the_popover_of_a_late_call_begins_with_a_capital_letter(jamon):
    [note, *_] = jamon.page.by_id("fold-default_by").all("p")
    assert note.words == "Who called too late"
