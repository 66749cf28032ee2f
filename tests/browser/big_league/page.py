"""Read the lists of players on the pages of a big league, and measure the pages."""

import re

PAGES = (
    "/",
    "/players",
    "/matches/new",
    "/matches",
    "/season/1",
    "/season/1?from=41",
    "/season/all",
    "/season/1/games",
    "/season/1/games?game=loba",
    "/season/all/games",
    "/season/1/crosstable",
    "/season/1/review",
    "/season/1/edit",
    "/season/new",
    "/ratings",
    "/money",
    "/money?open=due-cents",
    "/records",
    "/records?open=2",
    "/records?open=5",
    "/records?season=1",
    "/nights",
    "/nights/2026-09-21",
    "/nights/2026-09-28",
    "/nights/2026-09-21?open=players",
    "/nights/2026-09-21?open=matches",
    "/nights/2026-09-21?open=1&from=17",
    "/nights/2026-09-21?open=pays-cents",
    "/club/1",
    "/club/1?open=ranking&from=25",
    "/league",
    "/matches/1",
    "/matches/1/history",
    "/phones",
    "/phone",
    "/players/1",
    "/players/1?rivals=all",
    "/players/1/edit",
    "/players/1/review?season=1",
)
SHORT_FOLDS = {"/players/1"}  # its collapsed lists contain ten rows at most
HEIGHT = "document.documentElement.scrollHeight"
# The height of the page, or its greatest height with one of its collapsed sections open.
GREATEST_HEIGHT = """() => {
  const height = () => document.documentElement.scrollHeight, heights = [height()];
  for (const fold of document.querySelectorAll("details:not([open])")) {
    if (!fold.parentElement.checkVisibility()) continue;
    fold.open = true;
    heights.push(height());
    fold.open = false;
  }
  return Math.max(...heights);
}"""
SMALL_PHONES = ({"width": 320, "height": 568}, {"width": 360, "height": 640})


def number_of_screens(page, address, *, with_folds=False):
    """Return the length of the page at this address, in screens of a small phone.

    The result is the maximum of all sizes in SMALL_PHONES. With `with_folds`, each collapsed
    section of the page is opened in turn, with all its entries.
    """
    assert page.goto(address).status == 200, address
    if with_folds:
        page.wait_for_function("() => !document.querySelector('noscript[data-deferred]')")
    return max(screens_of(page, GREATEST_HEIGHT if with_folds else HEIGHT))


def screens_of(page, height=HEIGHT):
    """Yield the length of the page for each small phone, in screens of that phone."""
    for size in SMALL_PHONES:
        page.set_viewport_size(size)
        yield page.evaluate(height) / size["height"]


def printed_pages(page):
    """Return the number of A4 sheets on which the page is printed. Print styles then stay on."""
    page.emulate_media(media="print")
    document = page.pdf(format="A4", prefer_css_page_size=True)
    return len(re.findall(rb"/Type\s*/Page[^s]", document))


def visible_names(page):
    return page.eval_on_selector_all(
        "[data-entry-of]",
        "(all) => all.filter((each) => each.checkVisibility())"
        ".map((each) => each.querySelector('bdi').textContent)",
    )


def chosen_players(page):
    return page.eval_on_selector_all("[name=plays]:checked", "(all) => all.map((e) => e.value)")
