"""Club nights whose stored house rules cannot be read. Only SQLite can store invalid JSON."""

import pytest

from scorekeeper.errors import Refused
from scorekeeper.league.club import rounds as club_rounds
from tests.club_league import draw_round, start_round


@pytest.mark.parametrize("damaged", ["[no json", '{"deals": "many"}', '{"schedule": []}'])
def test_a_night_whose_house_rules_cannot_be_read_says_so_and_draws_with_the_standard_rules(
    phone, store, night, damaged
):
    with store.write() as connection:
        connection.exec_driver_sql(f"UPDATE club_night SET options = '{damaged}'")

    page = phone.go("/club/1")

    assert "The house rules cannot be read, so new draws use the standard rules." in page.words
    assert "The house rules cannot be read" in phone.go("/club/1/edit").words
    draw_round(store, night)
    assert club_rounds.night_rounds(store, night).draft.options == {}
    phone.go("/club/1/edit")
    phone.tap("Save")
    assert "cannot be read" not in phone.go("/club/1").words


def test_a_draft_whose_house_rules_cannot_be_read_is_drawn_again(store, log, night):
    draw_round(store, night)
    with store.write() as connection:
        connection.exec_driver_sql("UPDATE club_round SET options = '[no json'")

    with pytest.raises(Refused, match="unreadable"):
        start_round(store, log, night)
