"""The settings of a league."""

from scorekeeper.league import settings


def test_a_league_has_a_default_name_and_can_be_renamed(store):
    assert settings.get_league(store) == settings.League(
        1, "Card table", time_zone=None, all_time_minimum=None, currency=None
    )

    settings.rename_league(store, "  Thursday  ")

    assert settings.get_league(store).name == "Thursday"
