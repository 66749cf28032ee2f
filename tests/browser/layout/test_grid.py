"""On a laptop, the header of every page is exactly as wide as the page's content."""

from itertools import product

import pytest

from scorekeeper import create_app
from scorekeeper.server import engines
from tests.browser import chromium
from tests.browser.layout_checks import one_per_line
from tests.sample import sized
from tests.security import routes

pytestmark = pytest.mark.browser

WIDTHS = (1024, 1280, 1920)  # pixels
# Three pairs of left and right edges: of the header's content, of the page without its padding, and
# of everything that the page shows. A save bar is left out, because its background reaches into the
# padding.
EDGES = """() => {
  const box = (element) => element.getBoundingClientRect();
  const shown = (e) => e.checkVisibility() && !e.matches(".visually-hidden, .visually-hidden *") &&
    !e.matches(".save-bar--page") && box(e).width > 1 && box(e).height > 1;
  const names = ".bar__tool:first-child .icon, .bar__title:first-child h1, .site-header__name";
  const first = document.querySelector(names) || document.querySelector("header :is(h1, p)");
  const main = document.querySelector("main"), style = getComputedStyle(main);
  const left = box(main).left + parseFloat(style.paddingLeft);
  const right = box(main).right - parseFloat(style.paddingRight);
  const icons = [...document.querySelectorAll("header .icon")].map((icon) => box(icon).right);
  const parts = [...main.querySelectorAll("*")].filter(shown).map(box);
  return {
    header: [box(first).left, Math.max(...icons, -1)],
    page: [left, right],
    content: [Math.min(...parts.map((e) => e.left)), Math.max(...parts.map((e) => e.right))],
  };
}"""
TOLERANCE = 1.5  # pixels


@pytest.fixture
def app(tmp_path):
    """A league with a page at the address of every route."""
    file = tmp_path / "leagues.sqlite"
    file.write_bytes(routes.attacked_database())
    app = create_app(chromium.settings(file))
    yield app
    engines.engine_of(app).dispose()


def pages_of(app):
    """Yield the paths of all routes that show a page with a header and a main part."""
    phone = app.test_client()
    for route in routes.ROUTES:
        method, path = routes.with_public_link(app, route).split(" ")
        if method != "GET" or path.endswith(("/stream", "/embed")):
            continue
        with phone.get(path, follow_redirects=True) as response:
            is_page = response.mimetype == "text/html"
            if is_page and all(tag in response.text for tag in ("</header>", "</main>")):
                yield path


@pytest.mark.thorough
def test_header_and_content_share_one_grid_on_the_page_of_every_route(app, open_phone):
    page, found = open_phone({"width": WIDTHS[0], "height": 800}), {}
    paths = sized([*pages_of(app), "/nope"], ["/", "/players/1"])
    with chromium.serving(app) as address:
        for path, width in product(paths, WIDTHS):
            if width == WIDTHS[0]:
                page.goto(address + path)
            page.set_viewport_size({"width": width, "height": 800})
            edges = page.evaluate(EDGES)
            if not has_one_grid(**edges):
                found[path, width] = edges

    assert len(paths) > sized(50, 1)
    assert not found, one_per_line(found)


def has_one_grid(header, page, content):
    """Return whether the header and the content begin and end at the page's edges.

    A header without icons, as strangers see it, has no right edge.
    """
    pairs = [(header[0], page[0]), *zip(content, page, strict=True)]
    if header[1] > 0:
        pairs.append((header[1], page[1]))
    return all(abs(one - other) < TOLERANCE for one, other in pairs)
