"""The money page with many players: long lists are folded, except the phone player's rows."""

from tests import big_league
from tests.web.phone import phone_of


def unfolded(page, words):
    """Return the rows of this section that are not folded."""
    rows = page.part(words).all("li")
    return [row for row in rows if row.around("details") is None]


def test_a_players_own_payments_and_balance_are_never_folded(table, store, phone):
    big_league.club(table, store)
    assert len(unfolded(phone.go("/money"), "Balance")) == 10
    assert len(unfolded(phone.page, "248 payments settle everything")) == 10

    page = phone_of(table, 309).go("/money")

    assert unfolded(page, "Balance")[-1].words.startswith("Zoë O’Brien")
    assert "Zoë O’Brien" in unfolded(page, "248 payments settle everything")[-1].words
