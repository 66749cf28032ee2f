"""A real Chromium, and the app served for real on this machine, each for as long as it is used."""

import shutil
import socket
import threading
from contextlib import ExitStack, contextmanager, suppress

from playwright.sync_api import Error, sync_playwright
from werkzeug.serving import WSGIRequestHandler, make_server

from scorekeeper import create_app
from scorekeeper.db import engines
from tests import members
from tests.browser.version import CHROMIUM

# Each phone is a window of its own. Its address bar, into which nobody types, would be made ready
# with two pages in a process beside: more work than most tests. The rest is what Playwright leaves
# out itself; of two such lists Chromium heeds the last.
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
    "--disable-background-networking",
    "--no-first-run",
    f"--disable-features={','.join(LEFT_OUT)}",
)
LETTERS = 16  # pixels
PHONE = {"width": 360, "height": 740}
STREAM = "/live/stream"
BLANK = "about:blank"
NOT_LOADED = "Failed to load resource"
NO_NETWORK = (NOT_LOADED, "Failed to fetch", "NetworkError")
MEANT = ("404", "409", "422")
OPEN = []  # the pages on phones
USED = set()  # ports
PATIENCE = 60_000  # milliseconds until something that should come is given up

# What the page still has to do: to load, its requests, and the look that begins a moment after the
# last tap. After a request that is more than a look the focus moves with the next frame. The tests
# wait until there is nothing, never for a time.
COUNT_REQUESTS = """
window.underWay = new Set(["page"]);
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


class Quiet(WSGIRequestHandler):
    def log(self, *arguments):
        """Say nothing: pytest shows what went wrong."""


@contextmanager
def chromium():
    """The browser; every test opens a context of its own in it."""
    with sync_playwright() as playwright, launched(playwright.chromium) as browser:
        yield browser


def launched(kind, *more):
    """A browser of this kind, with `more` arguments."""
    return kind.launch(executable_path=CHROMIUM, args=[*ARGUMENTS, *more])


def whole(app):
    """The app with each answer but a stream put together before it is sent: this server leaves a
    file open when the browser goes away in the middle of it.
    """

    def answer(environ, start_response):
        pieces = app(environ, start_response)
        if environ["PATH_INFO"] == STREAM:
            return pieces
        try:
            return [b"".join(pieces)]
        finally:
            if hasattr(pieces, "close"):
                pieces.close()

    return answer


def is_new(port):
    """Whether no server of these tests was at this port. Phones that are lent keep what a site has
    stored, and a site is told by its port.
    """
    if port in USED:
        return False
    USED.add(port)
    return True


@contextmanager
def kept_port():
    """A port that is given to nobody else, also while no server of ours is there."""
    with ExitStack() as held:
        while True:
            opened = held.enter_context(socket.socket())
            opened.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            opened.bind(("127.0.0.1", 0))
            if is_new(port := opened.getsockname()[1]):
                break
        yield port


def server_at(app, port):
    """A server that listens there, or for 0 at any new port."""
    while True:
        server = make_server("127.0.0.1", port, whole(app), threaded=True, request_handler=Quiet)
        if port or is_new(server.port):
            return server
        server.server_close()


@contextmanager
def serving(app, port=0):
    """The address of this app, while it is served. All phones leave its pages before it stops: one
    that still loads would complain. Not so at a port that was chosen, where a test is about that.
    """
    server = server_at(app, port)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.port}"
    finally:
        for page in [] if port else [page for page in OPEN if page.url != BLANK]:
            with suppress(Error):  # of a page that was closed
                page.goto(BLANK)
        if hub := app.extensions.get("scorekeeper.live"):
            hub.close()
        server.shutdown()
        thread.join()
        server.server_close()


def settings(file):
    # Without COMPRESS_STREAMS: compressed static files are closed late, which pytest complains of.
    return {
        "SQLALCHEMY_DATABASE_URI": str(file),
        "COMPRESS_STREAMS": False,
    }


def made_database(folder):
    """A database that was migrated once, for all tests to copy."""
    file = folder / "empty.sqlite"
    app = create_app(settings(file))
    engines.upgrade(app)
    members.add_phone(app)
    with app.app_context():
        engines.db.engine.dispose()
    return file


@contextmanager
def league_app(empty, folder):
    """The app with a database of its own, empty but migrated."""
    file = folder / "league.sqlite"
    shutil.copy(empty, file)
    app = create_app(settings(file))
    yield app
    with app.app_context():
        engines.db.engine.dispose()


@contextmanager
def phone(browser, *, scripted=True, scheme="light", size=PHONE, touch=True, **more):
    """A page on a phone, or without `touch` on a computer. Nothing may be complained about on its
    console.
    """
    context = browser.new_context(
        viewport=size,
        is_mobile=touch,
        has_touch=touch,
        device_scale_factor=2,
        color_scheme=scheme,
        java_script_enabled=scripted,
        locale="en-GB",
        **more,
    )
    context.set_default_timeout(PATIENCE)
    context.add_cookies([members.COOKIE])
    context.add_init_script(COUNT_REQUESTS)
    page = context.new_page()
    page.complaints, page.is_forgiven = [], False
    page.on("console", lambda said: note(page, said))
    page.on("pageerror", lambda error: page.complaints.append(str(error)))
    OPEN.append(page)
    try:
        yield page
    finally:
        OPEN.remove(page)
        context.close()
    assert page.complaints == [], f"the page complained on its console: {page.complaints}"


def set_letters(page, size):
    """How large the letters are, in pixels, as set in the phone. Who has set it once sets it again:
    of two who do, the first one wins.
    """
    if not hasattr(page, "letters"):
        page.letters = page.context.new_cdp_session(page)
    page.letters.send("Page.setFontSizes", {"fontSizes": {"standard": size, "fixed": size}})


class Lent:
    """Phones that are lent to one test after another."""

    def __init__(self, browser):
        self.browser, self.made, self.free = browser, ExitStack(), {True: [], False: []}  # scripted

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.made.close()

    def out(self, size, scheme, scripted):
        free = self.free[scripted]
        if not free:
            free.append(self.made.enter_context(phone(self.browser, scripted=scripted)))
            free[0].is_scripted = scripted
        page = free.pop()
        as_new(page, size, scheme)
        return page

    def back(self, page):
        if not page.is_closed():
            self.free[page.is_scripted].append(page)
        page.is_forgiven, page.complaints[:] = True, []


def as_new(page, size=PHONE, scheme="light"):
    """Take away what a test has left on a phone; what sites have stored stays with their ports."""
    for other in page.context.pages:
        if other is not page:
            other.close()
    page.unroute_all()
    page.context.set_offline(False)
    page.goto(BLANK)
    page.emulate_media(color_scheme=scheme, media="screen")
    page.set_viewport_size(size)
    if hasattr(page, "letters"):
        set_letters(page, LETTERS)
    session = page.context.new_cdp_session(page)
    session.send("Page.resetNavigationHistory")  # it takes fifty entries, then grows no more
    session.detach()
    page.context.clear_cookies()
    page.context.add_cookies([members.COOKIE])
    page.is_forgiven, page.complaints[:] = False, []


def forgive(page):
    """What the browser itself says about what could not be loaded is meant, now and later: some of
    it comes late.
    """
    page.is_forgiven = True
    page.complaints[:] = [each for each in page.complaints if not is_about_network(each)]


def is_about_network(complaint):
    return any(each in complaint for each in NO_NETWORK)


def note(page, said):
    """Errors and warnings count, apart from Chromium's own about an answer that says no."""
    if page.is_forgiven and is_about_network(said.text):
        return
    refused = NOT_LOADED in said.text and any(each in said.text for each in MEANT)
    if said.type in {"error", "warning"} and not refused:
        page.complaints.append(said.text)
