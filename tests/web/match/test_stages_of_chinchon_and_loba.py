"""The questions of Chinchón and Loba on the match page: deadwood and coming back."""

from tests.web.match_phone import disabled_values, field_value, sit_down, totals


def row(page, name):
    """Return the row of number fields that begins with this name."""
    return next(
        r for r in page.by_id("ask").all("tr") if [b.words for b in r.all("bdi")][:1] == [name]
    )


def test_a_choice_that_became_invalid_at_chinchon_stays_chosen_and_is_refused(app):
    chinchon = sit_down(app, "chinchon", 3)
    chinchon.fill(defective=(None, 6, None))

    refused = chinchon.save(closer="2", deadwood=(10, 2, 20))

    assert refused.status == 422
    assert field_value(refused, "defective-2") == "6"
    assert disabled_values(refused, "defective-2") == ["8"]


def test_a_player_who_reaches_the_limit_at_loba_is_asked_about_coming_back(app):
    loba = sit_down(app, "loba", 3, stake=2)
    loba.save(went_out="1", deadwood=(None, 60, 80))
    part = loba.look(went_out="1", deadwood=(None, 10, 25))
    assert "Cem reaches 105 and may come back." in part.words

    asked = loba.save()

    assert asked.title == "Coming back?"
    assert "Cem is out" in asked.words
    assert "80 + 25 = 105" in asked.words
    assert "Back in at 70?" in asked.words
    assert (
        "The highest total still in the match is 70 (Ben). Coming back adds 2 to the pot of 6."
        " Players cannot come back later." in asked.words
    )


def test_the_outcome_is_conditional_until_everyone_has_answered(app):
    loba = sit_down(app, "loba", 3, limit=20)
    asked = loba.save(went_out="1", deadwood=(None, 25, 30))
    assert "If nobody comes back, Ana wins the pot of 3." in asked.words

    part = loba.look(**{"reenlist-2": "yes"})
    assert "If nobody else comes back, the pot goes from 3 to 4. Ben deals next." in part.words
    part = loba.look(**{"reenlist-2": "no", "reenlist-3": "no"})
    assert "If nobody" not in part.words
    assert "Ana wins the pot of 3." in part.words


def test_a_player_who_comes_back_adds_a_stake_to_the_pot(app):
    loba = sit_down(app, "loba", 3, stake=2)
    loba.save(went_out="1", deadwood=(None, 60, 80))
    loba.save(went_out="1", deadwood=(None, 10, 25))

    part = loba.look(reenlist=(None, None, "yes"))
    assert "The pot goes from 6 to 8." in part.words
    saved = loba.save()

    assert totals(saved) == {"Ana": "0", "Ben": "70", "Cem": "70"}
    assert "The pot is 8." in saved.words
    assert "back 70" in saved.part("Deal 2").words


def test_a_player_who_does_not_come_back_is_not_in_the_next_deal(app):
    loba = sit_down(app, "loba", 3)
    loba.save(went_out="1", deadwood=(None, 60, 80))
    loba.save(went_out="1", deadwood=(None, 10, 25))

    saved = loba.save(reenlist=(None, None, "no"))

    assert [bdi.words for bdi in saved.table("Went out, Points left").all("bdi")] == ["Ana", "Ben"]
    assert field_value(saved, "deadwood-3") is None


def test_coming_back_needs_a_yes_or_a_no(app):
    loba = sit_down(app, "loba", 3)
    loba.save(went_out="1", deadwood=(None, 60, 80))
    loba.save(went_out="1", deadwood=(None, 10, 25))

    refused = loba.save()

    assert refused.status == 422
    assert refused.reasons == ["Does Cem come back?"]


def test_coming_back_at_chinchon_needs_two_other_players_still_in(app):
    chinchon = sit_down(app, "chinchon", 2)
    chinchon.save(closer="1", deadwood=(0, 60))
    part = chinchon.look(closer="1", deadwood=(0, 50))
    assert "Ben reaches 110 and is out." in part.words

    over = chinchon.save()

    assert over.title == "Ana wins"


def test_the_coming_back_question_at_chinchon_states_the_price_and_the_total(app):
    chinchon = sit_down(app, "chinchon", 3, reentry_stake=3)
    chinchon.save(closer="1", deadwood=(0, 60, 20))

    asked = chinchon.save(closer="1", deadwood=(0, 50, 10))

    assert "Back in at 30?" in asked.words
    assert "Coming back adds 3 to the pot of 3." in asked.words


def test_a_chinchon_disables_the_deadwood_field_of_the_closer(app):
    chinchon = sit_down(app, "chinchon", 3)

    part = chinchon.look(close="chinchon", closer="2", deadwood=(12, None, 20))

    assert disabled_values(part, "deadwood-2") == ["0"]
    saved = chinchon.save()
    assert totals(saved) == {"Ana": "12", "Ben": "−10", "Cem": "20"}


def test_a_closer_with_too_much_deadwood_is_refused(app):
    chinchon = sit_down(app, "chinchon", 2)

    refused = chinchon.save(closer="1", deadwood=(9, 20))

    assert refused.status == 422
    assert "Ana closed and can have at most 4 left." in row(refused, "Ana").parent.words
