"""A pool of phones, which are lent to one test after another."""

from contextlib import ExitStack

from tests import members
from tests.browser import chromium, servers

# Session storage belongs to a tab, and no command of the browser's protocol clears it. The first
# page after `reset_phone` therefore clears it before its own scripts run. On that page, the window
# has no name yet. The browser's own error pages have no storage.
CLEAR_SESSION = """
if (window === top && !window.name && origin !== "null") {
  sessionStorage.clear();
  window.name = "in use";
}
"""


class PhonePool:
    """The phones that no test uses at the moment, by whether they run scripts."""

    def __init__(self, browser):
        self.browser, self.made = browser, ExitStack()
        self.free = {True: [], False: []}  # key: whether the phone runs scripts

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.made.close()

    def acquire(self, size, scheme, scripted, motion):
        free = self.free[scripted]
        if not free:
            free.append(
                self.made.enter_context(chromium.open_new_phone(self.browser, scripted=scripted))
            )
            free[0].add_init_script(CLEAR_SESSION)
            free[0].is_scripted, free[0].own_script = scripted, None
            free[0].devtools = free[0].context.new_cdp_session(free[0])
        page = free.pop()
        reset_phone(page, size, scheme, motion)
        return page

    def add_script(self, page, script):
        """Run this script before the scripts of each page, until the phone is released."""
        page.own_script = page.add_init_script(script)

    def release(self, page):
        if page.own_script is not None:
            page.own_script.close()
            page.own_script = None
        if not page.is_closed():
            chromium.check_letters(page)
            self.free[page.is_scripted].append(page)
        page.is_forgiven, page.complaints[:] = True, []


def reset_phone(page, size=chromium.PHONE, scheme="light", motion=False):
    """Reset a phone after a test and remove what sites have stored, except cached files."""
    page.unroute_all(behavior="ignoreErrors")
    chromium.leave_page(page)
    page.evaluate("window.name = ''")
    page.context.set_offline(False)
    moves = "no-preference" if motion else "reduce"
    page.emulate_media(color_scheme=scheme, media="screen", reduced_motion=moves)
    page.set_viewport_size(size)
    if hasattr(page, "letters"):
        chromium.set_letters(page, chromium.LETTERS)
    page.devtools.send("Page.resetNavigationHistory")  # the history is limited to 50 entries
    for server in servers.KEPT:
        stored = {"origin": server.address, "storageTypes": "local_storage,indexeddb"}
        page.devtools.send("Storage.clearDataForOrigin", stored)
    page.context.clear_cookies()
    page.context.add_cookies([members.COOKIE])
    page.is_forgiven, page.complaints[:] = False, []
