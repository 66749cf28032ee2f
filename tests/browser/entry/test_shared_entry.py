"""Players submit their values on five phones, and the scorer sees and saves these values."""

import pytest
from playwright.sync_api import expect

from scorekeeper.rights import Right
from tests.browser import chromium
from tests.browser.layout_checks import find_faults
from tests.browser.match_factory import MatchFactory
from tests.browser.player_names import FIVE
from tests.browser.selectors import chip_of
from tests.browser.waits import NOTHING_UNDER_WAY, wait_until
from tests.members import add_phone

pytestmark = pytest.mark.browser

TITLE = "#match h1"
SCORERS, LOOKERS = FIVE[:2], FIVE[2:]
# One number per player, in the order of `FIVE`. Ana deals first.
BIDS = ((1, 0, 1, 0, 2), (1, 1, 0, 1, 0))
TRICKS = ((1, 0, 1, 0, 1), (0, 1, 1, 0, 0))


class Table:
    """A match of two deals, the first of three cards and the second of two.

    `phones` maps players' names to the pages on their phones.
    """

    def __init__(self, app, address, new_phone):
        self.app, self.address = app, address
        self.log = app.extensions["scorekeeper.log"]
        factory = MatchFactory(self.log)
        self.match = factory.match("jabberwocky", schedule=[3, 2], first_dealer=factory.keys["Ana"])
        self.keys = factory.keys
        self.phones = {who: self.join(new_phone(), who) for who in FIVE}
        self.stranger = new_phone()
        self.stranger.context.clear_cookies()
        self.stranger.goto(f"{address}/")

    def join(self, page, who):
        """Make this page a player's phone, open the match on it, and return the page."""
        right = Right.SCORER if who in SCORERS else Right.VIEWER
        key = int(self.keys[who])
        add_phone(self.app, right, who, f"{who}’s phone", player_id=key)
        page.context.add_cookies([{**chromium.members.COOKIE, "value": who}])
        page.goto(f"{self.address}/matches/{self.match}")
        return page

    def tap(self, who, player, stage, number):
        page = self.phones[who]
        page.locator(chip_of(f"{stage}-{self.keys[player]}-{number}")).tap()
        wait_until(page, NOTHING_UNDER_WAY)

    def chip(self, who, player, stage, number):
        return self.phones[who].locator(f'[id="{stage}-{self.keys[player]}-{number}"]')

    def all_see(self, title):
        for page in self.phones.values():
            expect(page.locator(TITLE)).to_have_text(title)

    @property
    def sheet(self):
        return self.log.sheet(self.match)


@pytest.fixture
def served_app(empty_database, tmp_path):
    with (
        chromium.league_app(empty_database, tmp_path) as app,
        chromium.serving(app) as address,
    ):
        yield app, address


@pytest.fixture
def six_phones(served_app, new_phone):
    """A `Table` whose phones are closed before the server stops."""
    return Table(*served_app, new_phone)


@pytest.mark.thorough
def test_players_submit_and_scorers_save_a_whole_match(six_phones):
    """Two scorers save in turn. Each enters their own value before they save."""
    for said in zip(BIDS, TRICKS, strict=True):
        for turn, (stage, numbers) in enumerate(zip(("bids", "tricks"), said, strict=True)):
            six_phones.all_see(stage.capitalize())
            pen, other = SCORERS if turn == 0 else SCORERS[::-1]
            each = dict(zip(FIVE, numbers, strict=True))
            six_phones.tap(pen, pen, stage, each[pen])
            for who in LOOKERS:
                six_phones.tap(who, who, stage, each[who])
            for who in LOOKERS:
                for scorer in SCORERS:
                    expect(six_phones.chip(scorer, who, stage, each[who])).to_be_checked()
            expect(six_phones.chip(pen, pen, stage, each[pen])).to_be_checked()
            six_phones.tap(pen, other, stage, each[other])
            six_phones.phones[pen].locator("#save").tap()

    six_phones.all_see("Bruno wins")
    assert [dict(said) for said in six_phones.sheet.deal_answers] == [
        {
            "bids": {"bids": by_key(six_phones, bids)},
            "tricks": {"tricks": by_key(six_phones, tricks)},
        }
        for bids, tricks in zip(BIDS, TRICKS, strict=True)
    ]
    expect(six_phones.stranger).to_have_url(f"{six_phones.address}/join")
    assert (
        six_phones.stranger.goto(f"{six_phones.address}/matches/{six_phones.match}").status == 404
    )


def by_key(six, numbers):
    return {six.keys[who]: number for who, number in zip(FIVE, numbers, strict=True)}


@pytest.mark.thorough
def test_a_value_entered_by_the_scorer_stays_when_the_player_submits_another(six_phones):
    six_phones.tap("Dina", "Dina", "bids", 2)
    expect(six_phones.chip("Ana", "Dina", "bids", 2)).to_be_checked()
    expect(six_phones.phones["Ana"].locator(".seat", has_text="Dina")).to_contain_text(
        "from Dina’s phone"
    )
    six_phones.tap("Ana", "Dina", "bids", 1)
    six_phones.tap("Dina", "Dina", "bids", 0)

    row = six_phones.phones["Ana"].locator(".seat", has_text="Dina")
    expect(row).to_contain_text("Dina’s phone: 0")
    expect(six_phones.chip("Ana", "Dina", "bids", 1)).to_be_checked()
    expect(six_phones.chip("Bruno", "Dina", "bids", 0)).to_be_checked()
    expect(six_phones.phones["Edu"].locator("#mine")).to_contain_text("Dina 0")
    six_phones.phones["Dina"].reload()
    expect(six_phones.chip("Dina", "Dina", "bids", 0)).to_be_checked()
    assert six_phones.sheet.version == 1
    assert [find_faults(six_phones.phones[who]) for who in ("Dina", "Ana")] == [{}, {}]


@pytest.mark.thorough
def test_back_submits_nothing_that_the_browser_remembers(six_phones):
    page = six_phones.phones["Dina"]
    match = page.url
    six_phones.tap("Dina", "Dina", "bids", 2)
    for _ in range(2):
        page.goto(f"{match}/sheet")
        page.goto(match)
        six_phones.tap("Dina", "Dina", "bids", 0)
    posts = []
    page.on("request", lambda request: posts.append(request) if request.method == "POST" else None)
    for _ in range(4):
        page.go_back()
    page.wait_for_load_state()
    wait_until(page, NOTHING_UNDER_WAY)

    expect(six_phones.chip("Dina", "Dina", "bids", 0)).to_be_checked()
    assert posts == []
