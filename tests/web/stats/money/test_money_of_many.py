"""The money page with many players: long lists are folded, except the phone player's rows."""

from scorekeeper.league import season_commands
from scorekeeper.league.seasons import Season
from tests import big_league
from tests.web.phone import phone_of


def unfolded_rows(page, words):
    """Return the rows of this section that are not folded."""
    rows = page.part(words).all("li")
    return [row for row in rows if row.closest("details") is None]


def test_a_players_own_payments_and_balance_are_never_folded(table, store, phone):
    keys = big_league.add_players(store)
    season_commands.create_season(store, Season(0, "The club", stakes=big_league.STAKES))
    big_league.play_in_fives(table, keys)
    big_league.play_in_fives(table, keys[: big_league.AT_AN_EVENING], at=big_league.WEEK)
    assert len(unfolded_rows(phone.go("/money"), "Balance")) == 8
    assert len(unfolded_rows(phone.page, "248 payments settle everything")) == 8

    page = phone_of(table, 309).go("/money")

    assert unfolded_rows(page, "Balance")[-1].words.startswith("Zoë O’Brien")
    assert "Zoë O’Brien" in unfolded_rows(page, "248 payments settle everything")[-1].words
