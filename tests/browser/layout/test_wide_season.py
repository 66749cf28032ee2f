"""On a laptop, the season page shows the table, the chart, the latest evening and the payments."""

import pytest
from playwright.sync_api import expect

from tests.browser import chromium, leagues
from tests.browser.layout_checks import BROKEN_WORDS

pytestmark = pytest.mark.browser

BOXES = """(ids) => ids.map((id) => document.getElementById(id).closest("section")
  .getBoundingClientRect().toJSON())"""
# `LABELS`: how far the labels of the chart reach beyond their card with the longest names that fit
# in a label.
NAMES = {
    "plot__who": "Carmen",
    "plot__who plot__who--middle": "Wilhelmine B",
    "plot__who plot__who--long": "Álvaro Delgado-Ruiz",
}
LABELS = """(names) => {
  const classes = Object.keys(names), labels = [...document.querySelectorAll(".plot__name")];
  labels.forEach((label, n) => {
    const who = label.querySelector(".plot__who"), name = classes[n % classes.length];
    who.setAttribute("class", name);
    who.textContent = `${names[name]} `;
  });
  const card = document.querySelector(".plot").closest("section").getBoundingClientRect();
  return labels.map((label) => label.getBoundingClientRect().right - card.right);
}"""

PAYMENTS = '[aria-labelledby^="due-"]'
LONG = f"""() => document.querySelectorAll('{PAYMENTS} :is(bdi, .row__figure)').forEach(
  (each) => (each.textContent = each.matches("bdi") ? "Álvaro Fernández" : "116.38"))"""


@pytest.fixture(scope="module")
def address(empty_database, tmp_path_factory):
    with chromium.league_app(empty_database, tmp_path_factory.mktemp("played")) as app:
        leagues.fill_played_league(app)
        with chromium.serving(app) as address:
            yield address


@pytest.mark.thorough
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1024, 768)])
def test_a_laptop_shows_table_chart_evening_and_payments_beside_each_other(
    address, open_phone, width, height
):
    page = open_phone({"width": width, "height": height})
    page.goto(f"{address}/season/2")

    standings, chart, evening = page.evaluate(BOXES, ["table", "went", "latest"])
    assert standings["top"] == chart["top"] == evening["top"] < 300
    payments = page.locator("section", has=page.get_by_role("heading", name="Payments due"))
    expect(payments.get_by_role("listitem").first).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.thorough
def test_names_beside_the_chart_are_shown_where_they_fit(address, open_phone):
    page, beyond, seen = open_phone(), {}, set()
    page.goto(f"{address}/season/2")
    sizes = [(width, 800) for width in (320, 360, 412, 560, 640, 700, 767, 800, 1024, 1199, 1280)]
    for width, height in (*sizes, (1920, 800), (740, 360), (767, 360)):
        page.set_viewport_size({"width": width, "height": height})
        beyond[width, height] = max(page.evaluate(LABELS, NAMES))
        seen |= {who.text_content() for who in page.locator(".plot__who:visible").all()}

    assert {size: far for size, far in beyond.items() if far > 0} == {}
    assert seen == {f"{name} " for name in NAMES.values()}


@pytest.mark.parametrize("width", [1024, 1199, 1280])
@pytest.mark.thorough
def test_names_in_the_payments_are_not_broken(address, open_phone, width):
    page = open_phone({"width": width, "height": 800})
    page.goto(f"{address}/season/2")
    page.evaluate(LONG)

    assert page.evaluate(BROKEN_WORDS, PAYMENTS) == []


@pytest.mark.thorough
@pytest.mark.parametrize("width", [1024, 1280])
@pytest.mark.parametrize(
    ("path", "above", "below"),
    [
        ("/season/2", ".season-columns > :nth-child(2)", ".season-columns > :last-child"),
        ("/season/2/review", ".review > .stack", ".review > :last-child"),
    ],
    ids=["links below the chart", "players below the highlights"],
)
def test_the_last_part_of_a_page_fills_a_short_column(
    address, open_phone, path, above, below, width
):
    page = open_phone({"width": width, "height": 800})
    page.goto(address + path)

    upper, lower = (page.locator(each).first.bounding_box() for each in (above, below))

    assert (lower["x"], lower["width"]) == (upper["x"], upper["width"])
    assert 0 < lower["y"] - upper["y"] - upper["height"] <= 24


@pytest.mark.thorough
def test_the_page_of_all_time_has_two_columns_because_it_has_no_chart(address, open_phone):
    page, gaps = open_phone(), {}
    page.goto(f"{address}/season/all")
    for width in (1024, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        standings, evening = page.evaluate(BOXES, ["table", "latest"])
        assert evening["top"] == standings["top"]
        gaps[width] = evening["left"] - standings["right"]

    assert gaps == {1024: 24, 1280: 24}


@pytest.mark.parametrize("width", [1024, 1280])
def test_a_season_without_a_chart_has_two_columns(width, address, open_phone):
    """Before the second evening, there is no chart, but there may be a match in progress."""
    page = open_phone({"width": width, "height": 800})
    page.goto(f"{address}/season/2")
    page.locator("section", has=page.locator(".plot")).evaluate("(card) => card.remove()")

    standings, projection, evening = page.evaluate(BOXES, ["table", "now", "latest"])

    assert projection["left"] - standings["right"] == 24
    assert (evening["left"], evening["right"]) == (projection["left"], projection["right"])


@pytest.mark.thorough
def test_a_phone_shows_links_instead_of_the_latest_evening_and_the_payments(address, open_phone):
    page = open_phone()
    page.goto(f"{address}/season/2")

    expect(page.locator("#latest")).to_be_hidden()
    expect(page.get_by_role("heading", name="Payments due")).to_be_hidden()
    expect(page.get_by_text("Latest evening: winners and changes")).to_be_visible()
    expect(page.get_by_role("link", name="Money")).to_be_visible()
