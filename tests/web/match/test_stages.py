"""The questions on the page of each game, from the first stage of a deal to the last."""

import pytest

from tests.web.evening import disabled_values, field_value, sit_down, totals


def row(page, name):
    """Return the row of number fields that begins with this name."""
    return next(
        r for r in page.by_id("ask").all("tr") if [b.words for b in r.all("bdi")][:1] == [name]
    )


# ---------------------------------------------------------------- Jaguar


def test_all_pass_is_saved_with_one_tap(table):
    jaguar = sit_down(table, "jaguar", 5)

    saved = jaguar.tap("All pass")

    assert saved.title == "Hand 2"
    assert set(totals(saved).values()) == {"0"}
    assert "Ben deals and bids first" in saved.words


def test_impossible_points_at_jaguar_are_refused_and_kept(table):
    jaguar = sit_down(table, "jaguar", 5)

    refused = jaguar.save(jaguar="1", friend="2", points="119")

    assert refused.status == 422
    assert field_value(refused, "points") == "119"
    assert "119" in refused.alerts[0]


def test_a_preview_at_jaguar_shows_the_points_of_every_player(table):
    jaguar = sit_down(table, "jaguar", 5)

    part = jaguar.look(jaguar="1", friend="2", points="80")

    assert "won" in part.words
    assert "Ana +2, Ben +1; Cem, Dora, Eva −1." in part.words


def test_the_dealer_of_six_at_jaguar_sits_out(table):
    jaguar = sit_down(table, "jaguar", 6)

    assert "Ana deals and sits out, Ben bids first" in jaguar.page.words
    assert [b["value"] for b in jaguar.page.root.all("input") if b["name"] == "jaguar"] == [
        "2",
        "3",
        "4",
        "5",
        "6",
    ]
    assert jaguar.save(jaguar="2", friend="2", points="61").status == 200


# ---------------------------------------------------------------- Jamón


@pytest.fixture
def jamon(table):
    return sit_down(table, "jamon", 3)


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


def test_a_player_without_counters_cannot_call(table):
    jamon = sit_down(table, "jamon", 3, counters=1)
    jamon.tap("Calls")

    page = jamon.tap("Ana calls Ben")

    assert page.find("Ana calls Cem", "button").is_disabled
    assert not page.find("Ben calls Ana", "button").is_disabled
    assert "Ana has no counters left and can call again only after being called." in page.words


def test_counters_are_prefilled_from_the_calls(jamon):
    jamon.tap("Calls")
    jamon.tap("Ana calls Ben")
    page = jamon.tap("Somebody went out")

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
    assert "Cem went out and gets 2 from each" in page.words
    jamon.save()
    assert totals(jamon.at("sheet")) == {"Ana": "2", "Ben": "4", "Cem": "9"}


@pytest.mark.parametrize("seat", ["9", "nobody", ""])
def test_an_unknown_seat_parameter_selects_no_player(jamon, seat):
    assert field_value(jamon.go(f"/matches/1?seat={seat}"), "went_out") is None


def test_the_player_who_went_out_is_not_selected_in_the_next_deal(table):
    jamon = sit_down(table, "jamon", 3, deals=2)
    jamon.tap("Calls")
    jamon.tap("Ana calls Ben")
    address = jamon.page.find("Cem", "a", within="Went out")["href"]
    jamon.go(address)
    jamon.save()

    assert field_value(jamon.go(address), "went_out") is None


def test_counters_that_do_not_add_up_are_refused(jamon):
    refused = jamon.save(went_out="1", counters=(5, 5, 6))

    assert refused.status == 422
    assert refused.alerts == ["Not saved The counters must add up to 15, not 16."]


def test_the_counters_of_the_last_player_are_suggested(jamon):
    part = jamon.look(went_out="1", counters=(4, 5, None))

    assert field_value(part, "counters-3") == "6"
    assert "Counters 15 of 15" in part.words


def test_the_link_to_the_calls_remains_while_counters_are_entered(jamon):
    part = jamon.look(went_out="1", counters=(4, None, None))

    assert part.find("Calls", "a")["href"] == "/matches/1?instead=1"


def test_a_deal_is_won_by_default_after_a_late_call(jamon):
    jamon.fill(went_out="1", counters=(5, 5, 5), default_by="2")

    over = jamon.save()

    assert over.title == "Ana wins"
    assert "by default" in jamon.at("sheet").part("Deal 1").words
    assert jamon.sheet.rounds[0].answers["default_by"] == "2"


def test_no_late_caller_is_saved_unless_one_is_chosen(jamon):
    jamon.save(went_out="1", counters=(5, 5, 5))

    assert jamon.sheet.rounds[0].answers.get("default_by") is None


def test_the_player_who_went_out_is_disabled_as_late_caller_with_a_reason(jamon):
    part = jamon.look(went_out="1")

    assert disabled_values(part, "default_by") == ["1"]
    assert part.by_id("default_by-why").words == "Not Ana: Ana went out."


def test_an_invalid_late_caller_stays_chosen_and_is_refused(jamon):
    jamon.fill(default_by="1")

    refused = jamon.save(went_out="1", counters=(5, 5, 5))

    assert refused.status == 422
    assert field_value(refused, "default_by") == "1"
    assert disabled_values(refused, "default_by") == []


def test_scoring_by_points_also_asks_for_the_cards(table):
    jamon = sit_down(table, "jamon", 2, scoring="points", deals=None)

    refused = jamon.save(went_out="1", counters=(5, 5), cards=(None, 0))
    assert "Ben must have at least one card: only Ana, who went out, has none." in refused.words

    saved = jamon.save(cards=(None, 3))
    assert totals(saved) == {"Ana": "20", "Ben": "7"}


# ---------------------------------------------------------------- Chinchón and Loba


def test_a_choice_that_became_invalid_at_chinchon_stays_chosen_and_is_refused(table):
    chinchon = sit_down(table, "chinchon", 3)
    chinchon.fill(defective=(None, 6, None))

    refused = chinchon.save(closer="2", deadwood=(10, 2, 20))

    assert refused.status == 422
    assert field_value(refused, "defective-2") == "6"
    assert disabled_values(refused, "defective-2") == ["8"]


def test_a_player_who_reaches_the_limit_at_loba_is_asked_about_coming_back(table):
    loba = sit_down(table, "loba", 3, stake=2)
    loba.save(went_out="1", deadwood=(None, 60, 80))
    part = loba.look(went_out="1", deadwood=(None, 10, 25))
    assert "Cem reaches 105 and may come back." in part.words

    asked = loba.save()

    assert asked.title == "Coming back?"
    assert "Cem is out" in asked.words
    assert "80 + 25 = 105" in asked.words
    assert "Back in at 70?" in asked.words
    assert (
        "70 is the highest total of those still in (Ben). Coming back adds 2 to the pot of 6."
        " Coming back later is not possible." in asked.words
    )


def test_a_player_who_comes_back_adds_a_stake_to_the_pot(table):
    loba = sit_down(table, "loba", 3, stake=2)
    loba.save(went_out="1", deadwood=(None, 60, 80))
    loba.save(went_out="1", deadwood=(None, 10, 25))

    part = loba.look(reenlist=(None, None, "yes"))
    assert "The pot goes from 6 to 8." in part.words
    saved = loba.save()

    assert totals(saved) == {"Ana": "0", "Ben": "70", "Cem": "70"}
    assert "The pot is 8." in saved.words
    assert "back 70" in saved.part("Deal 2").words


def test_a_player_who_does_not_come_back_is_not_in_the_next_deal(table):
    loba = sit_down(table, "loba", 3)
    loba.save(went_out="1", deadwood=(None, 60, 80))
    loba.save(went_out="1", deadwood=(None, 10, 25))

    saved = loba.save(reenlist=(None, None, "no"))

    (rows,) = saved.by_id("ask").all("tbody")
    assert [bdi.words for bdi in rows.all("bdi")] == ["Ana", "Ben"]
    assert field_value(saved, "deadwood-3") is None


def test_coming_back_needs_a_yes_or_a_no(table):
    loba = sit_down(table, "loba", 3)
    loba.save(went_out="1", deadwood=(None, 60, 80))
    loba.save(went_out="1", deadwood=(None, 10, 25))

    refused = loba.save()

    assert refused.status == 422
    assert refused.alerts == ["Not saved Cem: yes or no?"]


def test_coming_back_at_chinchon_needs_two_other_players_still_in(table):
    chinchon = sit_down(table, "chinchon", 2)
    chinchon.save(closer="1", deadwood=(0, 60))
    part = chinchon.look(closer="1", deadwood=(0, 50))
    assert "Ben reaches 110 and is out." in part.words

    over = chinchon.save()

    assert over.title == "Ana wins"


def test_the_coming_back_question_at_chinchon_states_the_price_and_the_total(table):
    chinchon = sit_down(table, "chinchon", 3, reentry_stake=3)
    chinchon.save(closer="1", deadwood=(0, 60, 20))

    asked = chinchon.save(closer="1", deadwood=(0, 50, 10))

    assert "Back in at 30?" in asked.words
    assert "Coming back adds 3 to the pot of 3." in asked.words


def test_a_chinchon_disables_the_deadwood_field_of_the_closer(table):
    chinchon = sit_down(table, "chinchon", 3)

    part = chinchon.look(close="chinchon", closer="2", deadwood=(12, None, 20))

    assert disabled_values(part, "deadwood-2") == ["0"]
    saved = chinchon.save()
    assert totals(saved) == {"Ana": "12", "Ben": "−10", "Cem": "20"}


def test_a_closer_with_too_much_deadwood_is_refused(table):
    chinchon = sit_down(table, "chinchon", 2)

    refused = chinchon.save(closer="1", deadwood=(9, 20))

    assert refused.status == 422
    assert "Ana closed and can have at most 4 left." in row(refused, "Ana").parent.words
