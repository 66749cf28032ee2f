"""Every page looks right and is accessible.

This is tested in light and dark mode, on narrow screens, and with large text.
"""

import pytest
from playwright.sync_api import expect

from scorekeeper.db.sql_log import SqlLog
from scorekeeper.server import engines
from tests.browser import chromium
from tests.browser.contrast import too_faint
from tests.browser.layout_checks import OUT_OF_REACH, find_faults
from tests.browser.match_factory import PAGES, QUESTION_PAGES, MatchFactory, path_of
from tests.browser.waits import NOTHING_UNDER_WAY, wait_until

pytestmark = pytest.mark.browser


# Pages with each kind of bar, button, background and table. `make matrix` checks all pages of whole
# matches.
SAMPLE_PAGES = (
    "home",
    "new match",
    "players",
    "rules of gin",
    "jabberwocky tricks",
    "chinchón coming back",
    "jamón with ten players",
    "sheet with an explanation",
    "sheet with two pairs",
    "correct what breaks",
    "end of jabberwocky",
    "end of jamón",
)
# One question of each layout.
REFUSED = (
    "jabberwocky bids",
    "jabberwocky tricks",
    "jaguar with six players",
    "jamón by points",
    "chinchón coming back",
    "gin with two pairs, second",
    "gin with its upcard",
)


@pytest.fixture(scope="session")
def page_addresses(empty_database, tmp_path_factory):
    """{page: address} of a league with a match for every kind of page."""
    folder = tmp_path_factory.mktemp("pages")
    with chromium.league_app(empty_database, folder) as app:
        factory = MatchFactory(SqlLog(engines.store_of(app)))
        paths = {page: path_of(factory, page) for page in PAGES}
        with chromium.serving(app) as address:
            yield {page: address + path for page, path in paths.items()}


@pytest.mark.cases(3)
@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_no_layout_or_accessibility_faults(name, page_addresses, open_phone):
    page, faults = open_phone(), {}
    page.goto(page_addresses[name])
    if name in QUESTION_PAGES:
        faults["out of reach without scrolling"] = page.evaluate(OUT_OF_REACH)
    for scheme in ("dark", "light") if name in SAMPLE_PAGES else ():
        page.emulate_media(color_scheme=scheme)
        faults[f"too faint in {scheme} mode"] = too_faint(page)
    faults |= find_faults(page, by_axe=not is_variant(name), contrast=False)

    assert {fault: elements for fault, elements in faults.items() if elements} == {}


def is_variant(name):
    """Return whether this page shows the elements of another page, but more or longer names."""
    long = (" with hard names", " with ten players", " with eight players")
    return name not in SAMPLE_PAGES and name.endswith(long)


@pytest.mark.thorough
def test_the_first_visit_has_no_layout_or_accessibility_faults(league, open_phone):
    page = open_phone()
    page.goto(league)

    assert find_faults(page) == {}


@pytest.mark.parametrize("name", REFUSED)
def test_a_refused_answer_has_no_layout_or_accessibility_faults(name, page_addresses, open_phone):
    page = open_phone()
    page.goto(page_addresses[name])
    # Tapping Save would move to the missing field instead of sending the form.
    page.locator("form[data-entry]").evaluate("form => form.submit()")
    expect(page.get_by_role("alert").first).to_be_focused()

    assert find_faults(page) == {}


@pytest.mark.thorough
def test_a_refused_new_match_has_no_layout_or_accessibility_faults(page_addresses, open_phone):
    page = open_phone()
    page.goto(f"{page_addresses['new match']}?game=loba")
    page.locator("#rules summary").tap()
    page.get_by_role("textbox", name="Out at").fill("nothing")
    page.get_by_role("button", name="Start").tap()
    expect(page.get_by_role("alert").first).to_be_visible()

    assert find_faults(page) == {}


@pytest.mark.thorough
def test_an_answer_conflict_has_no_layout_or_accessibility_faults(page_addresses, open_phone):
    pages = [open_phone(), open_phone()]
    for bid, page in enumerate(pages):
        page.goto(page_addresses["question on two phones"])
        for row in page.locator(".seat").all():
            row.locator(".chip").nth(bid).tap()
            wait_until(page, NOTHING_UNDER_WAY)
    for page in pages:
        page.locator("#save").tap()
        wait_until(page, NOTHING_UNDER_WAY)

    expect(pages[1].get_by_role("heading", name="Another phone saved this first")).to_be_visible()
    assert find_faults(pages[1]) == {}


@pytest.fixture
def correction_page(page_addresses, open_phone):
    """A page that corrects a deal. Afterwards, Bruno is out, but has played in the next deal."""
    page = open_phone()
    page.goto(page_addresses["correct what breaks"])
    page.get_by_label("Bruno: Points left").tap()
    for key in ("erase", "erase", "5", "5"):
        page.locator(f"[data-key='{key}']").tap()
    expect(page.get_by_text("After this correction, Deal 2 must be checked.")).to_be_visible()
    return page


@pytest.mark.thorough
def test_a_correction_that_invalidates_a_later_deal_has_no_faults(correction_page):
    assert find_faults(correction_page) == {}


@pytest.mark.thorough
def test_the_correction_of_the_later_deal_and_its_changes_have_no_faults(correction_page):
    correction_page.locator("#save").tap()
    expect(correction_page.get_by_role("heading", name="Correct Deal 2 too")).to_be_visible()
    expect(correction_page.get_by_text("What will change")).to_be_visible()

    assert find_faults(correction_page) == {}


FAINT = """
() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("h1 { color: #274 }");
  document.adoptedStyleSheets.push(sheet);
}
"""


@pytest.mark.thorough
def test_the_contrast_check_finds_a_faint_title(page_addresses, open_phone):
    page = open_phone()
    page.goto(page_addresses["home"])
    page.evaluate(FAINT)

    (line,) = too_faint(page)
    assert float(line.split(",")[0]) < 2
    assert "not 3.0" in line
    assert "Card table" in line


# Elements that cut off the tops or tails of letters, such as the accent of a capital or the tail of
# a g.
CLIPPED = """() => {
  const isText = (node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim();
  const lines = (e) => [...e.childNodes].filter(isText).flatMap((node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return [...range.getClientRects()];
  });
  return [...document.querySelectorAll("body :not(svg, svg *)")].filter((e) => {
    if (e.closest(".visually-hidden, .skip")) return false;
    if (getComputedStyle(e).overflowY === "visible") return false;
    const { top, bottom } = e.getBoundingClientRect();
    // Lines that are left out whole begin where it ends.
    const inner = e.querySelectorAll(":not(.visually-hidden, .visually-hidden *)");
    const seen = [e, ...inner].filter((each) =>
      each.checkVisibility()).flatMap(lines).filter((line) => line.top < bottom - 4);
    return seen.some((line) => line.top < top - 0.6 || line.bottom > bottom + 0.6);
  }).map((e) => e.outerHTML.slice(0, 90));
}"""
CUT_SHORT = (
    "bids with hard names",
    "jaguar with hard names",
    "jamón with hard names",
    "jamón calls with hard names",
    "chinchón with hard names",
    "gin with hard names",
    "sheet with hard names",
    "correct jaguar",
)


@pytest.mark.parametrize("name", CUT_SHORT)
def test_truncated_names_are_not_clipped_vertically(name, page_addresses, open_phone):
    page = open_phone()
    page.goto(page_addresses[name])
    for width in (360, 320):
        page.set_viewport_size({"width": width, "height": 740})

        assert (width, page.evaluate(CLIPPED)) == (width, [])
