"""The money page with many players shows part of each long list, and the user's own rows."""

import pytest

from scorekeeper.league import season_commands
from scorekeeper.league.seasons import Season
from tests import big_league
from tests.web.phone import phone_of

DUE = "248 payments settle everything"


def rows(page, words):
    """Return the words of each row of a section."""
    return page.items(words)


@pytest.fixture
def played(app, store):
    """A season of 310 players in which almost everyone owes money."""
    keys = big_league.add_players(store)
    season_commands.create_season(store, Season(0, "The club", stakes=big_league.STAKES))
    big_league.play_in_fives(app, keys)
    big_league.play_in_fives(app, keys[: big_league.AT_AN_EVENING], at=big_league.WEEK)


@pytest.mark.thorough
@pytest.mark.usefixtures("played")
def test_a_long_list_is_sent_in_parts_with_a_players_own_rows(app, phone):
    page = phone.go("/money")
    assert (len(rows(page, "Balance")), len(rows(page, DUE))) == (4, 4)
    first = rows(page, DUE)

    page = phone.tap("All 248 payments")

    assert (len(rows(page, "Balance")), len(rows(page, DUE))) == (4, 8)
    assert rows(page, DUE)[:4] == first
    seen = list(rows(page, DUE))
    while "Next rows" in page.text:
        page = phone.tap("Next rows")
        seen += rows(page, DUE)
    assert len(set(seen)) == len(seen) == 248

    page = phone_of(app, 309).go("/money")

    assert rows(page, "Balance")[-1].startswith("Zoë O’Brien")
    assert "Zoë O’Brien" in rows(page, DUE)[-1]
    phone.go("/money?open=balances-cents&from=9999")
    assert len(rows(phone.page, "Balance")) == 1


@pytest.mark.usefixtures("played")
def test_a_refused_part_of_a_payment_on_a_later_page_is_shown_with_its_reason(phone):
    page = phone.go("/money?open=due-cents&from=89")
    phone.type("Amount paid", "nothing", within=DUE)
    page = phone.send(page.form_of(page.find("Amount paid", "input", within=DUE)))

    assert page.status == 422
    assert len(rows(page, DUE)) == 5
    assert [box["value"] for box in page.part(DUE).all("input") if "aria-invalid" in box] == [
        "nothing"
    ]
