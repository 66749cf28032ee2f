"""Read the lists of players on the pages of a big league, and measure the pages."""

import re

SMALL_PHONES = ({"width": 320, "height": 568}, {"width": 360, "height": 640})


def number_of_screens(page, address):
    """Return the maximum length of the page at this address, in screens of a small phone."""
    assert page.goto(address).status == 200, address
    return max(screens_of(page))


def screens_of(page):
    """Yield the length of the page in screens, for each small phone."""
    for size in SMALL_PHONES:
        page.set_viewport_size(size)
        yield page.evaluate("document.documentElement.scrollHeight") / size["height"]


def printed_pages(page):
    """Return the number of A4 pages on which the page is printed, and leave its print styles on."""
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
