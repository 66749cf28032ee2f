"""A season from its creation to its champions and the next one, on a phone and a laptop."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import chromium
from tests.browser.player import Player
from tests.browser.typist import DESK, Typist

pytestmark = pytest.mark.browser

LAPTOP = {"width": 1280, "height": 900}
WAYS = {
    "phone by day": {"size": chromium.PHONE, "scheme": "light", "scripted": True},
    "laptop in the dark without a script": {"size": LAPTOP, "scheme": "dark", "scripted": False},
}
CASE = {
    "game": "jabberwocky",
    "players": ["Ana", "Bruno", "Chus"],
    "options": {"schedule": [1], "first_dealer": "Ana"},
}
TABLE = """() => [...document.querySelectorAll(".standing tbody tr:not(.tie)")].map((row) => [
  row.querySelector("bdi").textContent, row.querySelector(".standing__figure").textContent,
])"""


def won_by(winner):
    """Return the answers of a one-card deal in which this player takes the trick.

    All three players bid one.
    """
    names = CASE["players"]
    return {"bids": dict.fromkeys(names, 1), "tricks": {n: int(n == winner) for n in names}}


class Host(Player):
    """The owner of a league, who plays matches and manages seasons."""

    def go(self, path):
        self.page.goto(self.address + path)

    def tap_twice(self, button):
        """Tap twice, as people do if they are unsure whether the first tap worked."""
        with self.page.expect_event("load"):  # without JavaScript, nothing else waits
            button.dblclick()

    def choose(self, what):
        """Tap a control that changes the form.

        With JavaScript, the page then fetches a preview.
        """
        self.tap(what)

    def standings(self, path="/season"):
        self.go(path)
        return [tuple(row) for row in self.page.evaluate(TABLE)]

    def heading(self, name):
        return self.page.get_by_role("heading", name=name)

    def open_season(self):
        """Create a season with 5, 3 and 1 points, stakes, and a different first tie-break."""
        self.go("/season")
        self.follow(self.link("New season"))
        self.page.get_by_label("Name", exact=True).fill("Autumn")
        self.choose("label:has([name=measure][value=places])")
        self.unfold("Details")
        self.fill_places("5", "3", "1", "")
        self.unfold("Tie-breaks")
        for _ in range(2):
            self.send(self.button("Move Last match together up"))
        expect(self.page.locator("ol.rows")).to_contain_text("1. Last match together")
        self.unfold("Stakes")
        self.choose("label:has([name=unit][value=cents])")
        self.page.locator("#amount-jabberwocky").fill("0.50")
        self.tap_twice(self.button("Create the season"))

    def fill_places(self, *points):
        for number, text in enumerate(points, start=1):
            self.page.locator(f"#place-{number}").fill(text)

    def places(self):
        boxes = self.page.locator("[name=place]")
        return [box.input_value() for box in boxes.all()]

    def unfold(self, name):
        fold = self.page.locator("details", has=self.page.locator("summary", has_text=name))
        if fold.get_attribute("open") is None:
            fold.locator("summary").tap()

    def correct_first(self, winner):
        self.go("/matches/1")
        self.deal, self.stage = 0, "correcting"
        self.correct(1, won_by(winner))

    def make_friendly(self, match):
        self.go(f"/matches/{match}")
        self.follow(self.link("Counts for Autumn"))
        self.tap("label:has([name=season][value=none])")
        self.follow(self.button("Save"))
        expect(self.page.locator("main")).to_contain_text("Saved. Friendly.")

    def close_season(self):
        self.go("/season")
        self.unfold("Close the season")
        self.tap_twice(self.button("Close Autumn"))


@pytest.fixture(params=WAYS.values(), ids=WAYS)
def host(request, league, open_phone):
    return Host(open_phone(**request.param), league, scripted=request.param["scripted"])


@pytest.mark.thorough
def test_a_season_is_played_closed_reopened_and_followed_by_the_next(host):
    host.open_season()
    expect(host.heading("Autumn")).to_be_visible()
    assert host.page.locator("#season option").count() == 2  # this one and all time

    play_two(host)
    assert host.standings() == [("Bruno", "3.50"), ("Ana", "3.50"), ("Chus", "2.00")]
    expect(host.page.locator(".tie__in")).to_contain_text("Bruno")

    host.correct_first("Chus")
    check_all_pages(host)

    host.make_friendly(2)
    assert host.standings() == [("Chus", "5.00"), ("Ana", "2.00"), ("Bruno", "2.00")]
    settle_one_payment(host)
    close_and_reopen(host)
    create_next_season(host)


def play_two(host):
    """Play two matches: Ana wins, then Bruno."""
    host.sit_down(CASE)
    host.play(won_by("Ana"))
    host.follow(host.button("Rematch, same seats"))
    host.play(won_by("Bruno"))
    expect(host.page.locator(".podium")).to_be_visible()


def check_all_pages(host):
    """Check that every page shows Chus as the winner of the first match."""
    after = [("Bruno", "3.50"), ("Chus", "3.50"), ("Ana", "2.00")]
    assert host.standings() == after
    assert host.standings("/") == after
    host.go("/season")
    host.follow(host.link("Ana").first)
    expect(host.page.locator(".stat", has_text="won")).to_contain_text("0")
    host.go("/records")
    expect(host.page.locator(".row", has_text="Most wins in a season")).not_to_contain_text("Ana")
    host.go("/season")
    host.follow(host.link(re.compile("Latest evening|Whole evening")))
    expect(host.heading("Chus won Jabberwocky, Bruno won Jabberwocky")).to_be_visible()
    host.page.go_back()
    assert host.page.evaluate(TABLE) == [list(row) for row in after]


def settle_one_payment(host):
    """Tap a payment twice and check that it is recorded once."""
    host.go("/money")
    expect(host.heading("2 payments settle everything")).to_be_visible()
    host.tap_twice(host.page.locator(".pay", has_text="Ana").get_by_role("button"))
    expect(host.heading("One payment settles everything")).to_be_visible()
    expect(host.page.locator("#settled li")).to_have_count(1)


def close_and_reopen(host):
    host.close_season()
    expect(host.heading("Chus is champion")).to_be_visible()
    as_closed = host.standings("/season/1")

    host.correct_first("Bruno")
    assert host.standings("/season/1") == as_closed
    host.go("/matches/1/terms")
    expect(host.page.locator("main")).to_contain_text(
        "This match was corrected after Autumn was closed"
    )

    host.go("/season/1")
    host.tap_twice(host.button("Reopen"))
    expect(host.page.locator("main")).to_contain_text(
        "One result was changed after the season was closed."
    )
    host.follow(host.button("Reopen"))
    assert host.standings("/season/1")[0] == ("Bruno", "5.00")


def create_next_season(host):
    host.close_season()
    host.follow(host.link("New season with these settings"))
    assert host.places() == ["5", "3", "1"]
    expect(host.page.locator("#amount-jabberwocky")).to_have_value("0.50")
    host.page.get_by_label("Name", exact=True).fill("Winter")
    host.tap_twice(host.button("Create the season"))
    expect(host.heading("Winter")).to_be_visible()
    assert host.page.locator("#season option").all_text_contents() == [
        "Winter",
        "Autumn",
        "All time",
    ]


# ---------------------------------------------------------------- other forms, and double saves


@pytest.mark.thorough
@pytest.mark.parametrize("scripted", [True, False], ids=["script", "no script"])
def test_double_tapping_merge_merges_a_duplicate_player_once(scripted, league, open_phone):
    host = Host(open_phone(scripted=scripted), league, scripted=scripted)
    host.go("/players")
    for name in ("Ana", "Anna"):
        host.page.get_by_label("Add a name").fill(name)
        host.follow(host.button("Add"))
    host.go("/players/2/edit")
    host.page.locator("#others label").tap()

    host.tap_twice(host.button("Merge"))

    expect(host.page.locator("#merged")).to_contain_text("Anna was merged into Ana")
    expect(host.page.get_by_role("alert")).to_have_count(0)


@pytest.mark.thorough
def test_a_season_can_be_created_by_keyboard_alone(league, open_phone):
    typist = Typist(open_phone(size=DESK))
    page = typist.page
    page.goto(f"{league}/season/new")
    typist.type("#name", "Autumn")
    typist.choose("measure", "wins")
    typist.tab_to("summary:has-text('Details')")
    typist.press("Enter")
    typist.type("#minimum", "3")

    typist.tab_to("summary:has(#ties)")
    typist.press("Enter")
    typist.tab_to("#down-head")
    typist.press("Enter")
    expect(page.locator("#down-head")).to_be_focused()
    typist.press("Space")
    expect(page.locator("#down-head")).to_be_focused()  # it is now last
    expect(page.locator("ol.rows li").nth(2)).to_contain_text("3. Head to head")
    typist.tab_to("[name=save]")
    typist.press("Enter")

    expect(page.get_by_role("heading", name="Autumn")).to_be_visible()
    expect(page.locator("main")).to_contain_text(
        "Players who are level are separated by wins, the last match together"
    )


@pytest.mark.thorough
@pytest.mark.parametrize("scripted", [True, False], ids=["script", "no script"])
def test_season_settings_changed_on_two_phones_are_combined(scripted, league, open_phone):
    """A field that only one phone changed keeps its new value.

    If both changed it, the second phone shows the stored value before it overwrites it.
    """
    first, second = (
        Host(open_phone(scripted=scripted), league, scripted=scripted) for _ in range(2)
    )
    first.open_season()
    for host in (first, second):
        host.go("/season/1/edit")
    first.tap("label:has([name=measure][value=wins])")
    first.unfold("Details")
    first.page.locator("#minimum").fill("2")
    first.follow(first.button("Save"))
    expect(first.page.locator("main")).to_contain_text("Each win counts as 1.")
    second.unfold("Details")
    second.tap("label:has([name=which][value=best])")
    second.page.get_by_label("Name", exact=True).fill("Autumn of the long evenings")
    second.page.locator("#minimum").fill("3")
    second.follow(second.button("Save"))

    expect(second.page.get_by_role("alert")).to_contain_text("Matches needed to be ranked: 2")
    expect(second.page.locator("#minimum")).to_have_value("3")
    second.follow(second.button("Save"))

    expect(second.heading("Autumn of the long evenings")).to_be_visible()
    expect(second.page.locator("main")).to_contain_text("Each win counts as 1.")
    expect(second.page.locator("main")).to_contain_text("The best 10 matches count.")
    expect(second.page.locator("main")).to_contain_text(
        "Players are ranked once they have played 3 matches."
    )


@pytest.mark.thorough
def test_resubmitting_the_season_form_after_back_creates_no_second_season(league, open_phone):
    host = Host(open_phone(), league)
    host.open_season()
    host.page.go_back()
    host.page.get_by_label("Name", exact=True).fill("Autumn")
    host.unfold("Details")
    host.fill_places("9", "4", "", "")

    host.follow(host.button("Create the season"))

    expect(host.page.get_by_role("alert")).to_contain_text(
        "There is already a season called Autumn"
    )
    assert host.places()[:2] == ["9", "4"]
    host.go("/season")
    assert host.page.locator("#season option").all_text_contents() == ["Autumn", "All time"]
