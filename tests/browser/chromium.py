"""Context managers that start Chromium and serve the app on this machine."""

import shutil
from contextlib import contextmanager, suppress

import pytest
from playwright.sync_api import Error, sync_playwright

from scorekeeper import create_app
from scorekeeper.server import engines
from tests import members
from tests.browser import servers
from tests.browser.version import CHROMIUM
from tests.browser.waits import REAL_CLOCK, TIMEOUT_MS

# Features to switch off. The two WebUI features load pages in another process, for the address bar
# of each window. Every phone has its own window, so this would take more work than most tests, and
# no test uses the bar. Playwright's own list contains the other features, but Chromium uses only
# the last list.
LEFT_OUT = (
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
)
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--in-process-gpu",  # one process fewer for each worker
    "--disable-background-networking",
    "--no-first-run",
    f"--disable-features={','.join(LEFT_OUT)}",
)
LETTERS = 16  # pixels
PHONE = {"width": 360, "height": 740}
# For tests of pages that work the same without JavaScript.
WITH_AND_WITHOUT = pytest.mark.parametrize("scripted", [True, False], ids=["script", "no script"])
BLANK = "about:blank"
NOT_LOADED = "Failed to load resource"
NO_NETWORK = (NOT_LOADED, "Failed to fetch", "NetworkError")
GIVEN_UP = "htmx:error: timeout"  # a preview on a busy machine; the next tap requests another
MEANT = ("404", "409", "422")
OPEN = []  # the pages of all phones

# Tracks the pending work of the page: its load event, its requests, and the preview that it fetches
# shortly after the last tap. After any other request, the focus moves in the next frame. Tests wait
# until `underWay` is empty, never for a fixed time.
COUNT_REQUESTS = """
window.underWay = new Set(["page"]);
window.lately = []; // the last events, for a test that fails
const told = ["touchstart", "click", "submit", "htmx:before:request", "htmx:after:swap"];
for (const kind of told) {
  addEventListener(kind, ({ target }) => {
    lately.push(`${Math.round(performance.now())} ms: ${kind} ${target.outerHTML?.slice(0, 80)}`);
    lately.splice(0, lately.length - 20);
  }, true);
}
addEventListener("load", () => requestAnimationFrame(() => underWay.delete("page")));
addEventListener("input", ({ target }) => target.closest?.("#ask") && underWay.add("look"), true);
for (const each of ["htmx:before:request", "htmx:after:swap", "question:asked"]) {
  document.addEventListener(each, () => underWay.delete("look"));
}
document.addEventListener("htmx:before:request", (event) => underWay.add(event.detail.ctx));
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  if (ctx.target?.id === "ask") underWay.delete(ctx);
  else requestAnimationFrame(() => underWay.delete(ctx));
});
"""
# Playwright can block service workers too, but then logs a warning on the console.
WITHOUT_WORKER = """
if (self.ServiceWorkerContainer) ServiceWorkerContainer.prototype.register = async () => {};
"""


@contextmanager
def chromium():
    """Yield a running browser, in which every phone is a context."""
    with sync_playwright() as playwright, launch_browser(playwright.chromium) as browser:
        try:
            yield browser
        finally:
            servers.stop_all()


def launch_browser(kind, *more):
    """Launch and return a browser of this kind, with the options `ARGUMENTS` and `more`."""
    return kind.launch(executable_path=CHROMIUM, args=[*ARGUMENTS, *more])


@contextmanager
def serving(app, port=0):
    """Serve the app and yield its address.

    Before the server stops, all phones leave its pages, because a page that is still loading would
    log errors. If `port` is given, the phones stay, because tests with a given port are about
    stopped servers.
    """
    with servers.responding(app, port) as server:
        try:
            yield server.address
        finally:
            for page in [] if port else OPEN:
                with suppress(Error):  # the page was closed
                    leave_page(page)


def leave_page(page):
    """Leave the page, and close this phone's other tabs, which might send more requests."""
    for other in page.context.pages:
        if other is not page:
            other.close()
    if page.url != BLANK:
        page.goto(BLANK)


def settings(file):
    # COMPRESS_STREAMS is off: compressed static files are closed late, which pytest reports.
    return {
        "SQLALCHEMY_DATABASE_URI": str(file),
        "COMPRESS_STREAMS": False,
    }


@contextmanager
def league_app(empty, folder):
    """Yield the app on its own copy of the empty database."""
    file = folder / "league.sqlite"
    shutil.copy(empty, file)
    app = create_app(settings(file))
    yield app
    engines.engine_of(app).dispose()


@contextmanager
def open_new_phone(
    browser, *, scripted=True, scheme="light", size=PHONE, touch=True, worker=False, **more
):
    """Yield a page on a phone, or on a computer if `touch` is false.

    The page installs the service worker only if `worker` is true. Raises AssertionError at the end
    if the page logged an error or a warning on its console.
    """
    context = browser.new_context(
        viewport=size,
        is_mobile=touch,
        has_touch=touch,
        device_scale_factor=1,  # more pixels take longer to draw
        color_scheme=scheme,
        java_script_enabled=scripted,
        **{"locale": "en-GB", **more},
    )
    context.set_default_timeout(TIMEOUT_MS)
    context.add_cookies([members.COOKIE])
    context.add_init_script(REAL_CLOCK)
    context.add_init_script(COUNT_REQUESTS)
    if not worker:
        context.add_init_script(WITHOUT_WORKER)
    page = context.new_page()
    page.complaints, page.is_forgiven = [], False
    page.on("console", lambda said: record_complaint(page, said))
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    OPEN.append(page)
    try:
        yield page
    finally:
        OPEN.remove(page)
        context.close()
    assert page.complaints == [], f"the page complained on its console: {page.complaints}"


# Whether this page and its media queries have this font size, in pixels.
HAS_LETTERS = """(size) => {
  const root = document.documentElement, width = root.clientWidth / size;
  const query = matchMedia(`(${width - 0.1}rem < width < ${width + 0.1}rem)`);
  return parseFloat(getComputedStyle(root).fontSize) === size && query.matches;
}"""


def set_letters(page, size):
    """Set the font size of this page and of later pages in the same tab, in pixels.

    All calls share one CDP session, because the first session wins if two sessions set the size.
    """
    if not hasattr(page, "letters"):
        page.letters = page.context.new_cdp_session(page)
    page.letters.send("Page.setFontSizes", {"fontSizes": {"standard": size, "fixed": size}})
    page.letter_size = size
    check_letters(page)


def check_letters(page):
    """Assert that the page still has the font size that was set last, if any."""
    if hasattr(page, "letter_size"):
        assert page.evaluate(HAS_LETTERS, page.letter_size), f"not {page.letter_size} pixels"


# Describes a page and its pending work, to help explain a failed test.
STATE = """() => [
  `${location.href} ${innerWidth}x${innerHeight}, scrolled by ${scrollY}`,
  `under way: ${[...(window.underWay || [])].map((each) => each.request?.action || each)}`,
  `focus: ${document.activeElement?.outerHTML.slice(0, 200)}`,
  `settling: ${document.body.dataset.settling || "no"}`,
  ...(window.lately || []),
  document.body.innerText.replaceAll("\\n", " | "),
].join("\\n")"""


def page_state(page):
    try:
        return page.evaluate(STATE)
    except Error as error:
        return str(error)


def ignore_network_errors(page):
    """Ignore past and future network errors on this page, because the browser logs some late."""
    page.is_forgiven = True
    page.complaints[:] = [each for each in page.complaints if not is_about_network(each)]


def is_about_network(complaint):
    return any(each in complaint for each in NO_NETWORK)


def record_complaint(page, said):
    """Record an error or warning on the console.

    Expected errors, such as a 404, 409 or 422, are ignored.
    """
    if page.is_forgiven and is_about_network(said.text):
        return
    refused = NOT_LOADED in said.text and any(each in said.text for each in MEANT)
    if said.type in {"error", "warning"} and not refused and GIVEN_UP not in said.text:
        page.complaints.append(said.text)
