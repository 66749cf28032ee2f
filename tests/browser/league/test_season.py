"""A season from its creation to its champions and the next one, on a phone and a laptop."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser import chromium
from tests.browser.owner import CASE, TABLE, Owner, won_by
from tests.browser.typist import DESK, Typist

pytestmark = pytest.mark.browser

LAPTOP = {"width": 1280, "height": 900}
WAYS = {
    "phone by day": {"size": chromium.PHONE, "scheme": "light", "scripted": True},
    "laptop in the dark without a script": {"size": LAPTOP, "scheme": "dark", "scripted": False},
}


@pytest.fixture(params=WAYS.values(), ids=WAYS)
def owner(request, league, open_phone):
    return Owner(open_phone(**request.param), league, scripted=request.param["scripted"])


@pytest.mark.thorough
def test_a_season_is_played_closed_reopened_and_followed_by_the_next(owner):
    owner.open_season()
    expect(owner.heading("Autumn")).to_be_visible()
    assert owner.page.locator("#season option").count() == 2  # this season and all time

    play_two(owner)
    assert owner.standings() == [("Bruno", "3.50"), ("Ana", "3.50"), ("Chus", "2.00")]
    expect(owner.page.locator(".tie__in")).to_contain_text("Bruno")

    owner.correct_first("Chus")
    check_all_pages(owner)

    owner.make_friendly(2)
    assert owner.standings() == [("Chus", "5.00"), ("Ana", "2.00"), ("Bruno", "2.00")]
    settle_one_payment(owner)
    close_and_reopen(owner)
    create_next_season(owner)


@pytest.mark.thorough
def test_the_title_of_the_stakes_follows_the_form_before_it_is_saved(league, open_phone):
    page = open_phone()
    page.goto(f"{league}/season/new")
    stakes = page.locator("summary", has_text="Stakes")
    stakes.click()

    page.locator("label:has([name=unit][value=cents])").click()
    expect(stakes).to_have_text(re.compile("Stakes\\s+money, but no amount yet"))
    page.get_by_label("Loba").last.fill("0.50")
    page.get_by_label("Jaguar").last.fill("0.1")
    page.get_by_label("Jaguar").last.blur()

    expect(stakes).to_have_text(re.compile("Stakes\\s+Loba 0.50, Jaguar 0.10"))
    expect(page.get_by_label("Loba").last).to_be_visible()
    fonts = page.locator(".settings-fold h2").evaluate_all(
        "all => all.map((each) => getComputedStyle(each).fontFamily)"
    )
    assert len(fonts) == 3
    assert len(set(fonts)) == 1


def play_two(owner):
    """Play a match that Ana wins, and then a match that Bruno wins."""
    owner.sit_down(CASE)
    owner.play(won_by("Ana"))
    owner.follow(owner.button("Rematch, same seats"))
    owner.play(won_by("Bruno"))
    expect(owner.page.locator(".podium")).to_be_visible()


def check_all_pages(owner):
    """Check that every page shows Chus as the winner of the first match."""
    after = [("Bruno", "3.50"), ("Chus", "3.50"), ("Ana", "2.00")]
    assert owner.standings() == after
    assert owner.standings("/") == after
    owner.go("/season")
    owner.follow(owner.link("Ana").first)
    expect(owner.page.locator(".stat", has_text="won")).to_contain_text("0")
    owner.go("/records")
    expect(owner.page.locator(".row", has_text="Most wins in a season")).not_to_contain_text("Ana")
    owner.go("/season")
    owner.follow(owner.link(re.compile("Latest evening|Whole evening")))
    expect(owner.heading("Chus won Jabberwocky, Bruno won Jabberwocky")).to_be_visible()
    owner.page.go_back()
    assert owner.page.evaluate(TABLE) == [list(row) for row in after]


def settle_one_payment(owner):
    """Tap a payment twice, and check that the payment is recorded only once."""
    owner.go("/money")
    expect(owner.heading("2 payments settle everything")).to_be_visible()
    owner.tap_twice(owner.page.locator(".pay", has_text="Ana").get_by_role("button"))
    expect(owner.heading("One payment settles everything")).to_be_visible()
    expect(owner.page.locator("#settled li")).to_have_count(1)


def close_and_reopen(owner):
    owner.close_season()
    expect(owner.heading("Chus is champion")).to_be_visible()
    as_closed = owner.standings("/season/1")

    owner.correct_first("Bruno")
    assert owner.standings("/season/1") == as_closed
    owner.go("/matches/1/terms")
    expect(owner.page.locator("main")).to_contain_text(
        "This match was corrected after Autumn was closed"
    )

    owner.go("/season/1")
    owner.tap_twice(owner.button("Reopen"))
    expect(owner.page.locator("main")).to_contain_text(
        "One result was changed after the season was closed."
    )
    owner.follow(owner.button("Reopen"))
    assert owner.standings("/season/1")[0] == ("Bruno", "5.00")


def create_next_season(owner):
    owner.close_season()
    owner.follow(owner.link("New season with these settings"))
    assert owner.places() == ["5", "3", "1"]
    expect(owner.page.locator("#amount-jabberwocky")).to_have_value("0.50")
    owner.page.get_by_label("Name", exact=True).fill("Winter")
    owner.tap_twice(owner.button("Create the season"))
    expect(owner.heading("Winter")).to_be_visible()
    assert owner.page.locator("#season option").all_text_contents() == [
        "Winter",
        "Autumn",
        "All time",
    ]


# ---------------------------------------------------------------- other forms, and double saves


@pytest.mark.thorough
@pytest.mark.parametrize("scripted", [True, False], ids=["script", "no script"])
def test_double_tapping_merge_merges_a_duplicate_player_once(scripted, league, open_phone):
    owner = Owner(open_phone(scripted=scripted), league, scripted=scripted)
    owner.go("/players")
    for name in ("Ana", "Anna"):
        owner.page.get_by_label("Add a name").fill(name)
        owner.follow(owner.button("Add"))
    owner.go("/players/2/edit")
    owner.page.locator("#others label").tap()

    owner.tap_twice(owner.button("Merge"))

    expect(owner.page.locator("#merged")).to_contain_text("Anna was merged into Ana")
    expect(owner.page.get_by_role("alert")).to_have_count(0)


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
        "Players who are level are separated by wins, the last match together and head to head."
    )


@pytest.mark.thorough
@pytest.mark.parametrize("scripted", [True, False], ids=["script", "no script"])
def test_season_settings_changed_on_two_phones_are_combined(scripted, league, open_phone):
    """If only one phone changes a field, the new value is saved.

    If both phones change a field, the second phone shows the stored value before it overwrites that
    value.
    """
    first, second = (
        Owner(open_phone(scripted=scripted), league, scripted=scripted) for _ in range(2)
    )
    first.open_season()
    for owner in (first, second):
        owner.go("/season/1/edit")
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
    owner = Owner(open_phone(), league)
    owner.open_season()
    owner.page.go_back()
    owner.page.get_by_label("Name", exact=True).fill("Autumn")
    owner.unfold("Details")
    owner.fill_places("9", "4", "", "")

    owner.follow(owner.button("Create the season"))

    expect(owner.page.get_by_role("alert")).to_contain_text(
        "There is already a season called Autumn"
    )
    assert owner.places()[:2] == ["9", "4"]
    owner.go("/season")
    assert owner.page.locator("#season option").all_text_contents() == ["Autumn", "All time"]
