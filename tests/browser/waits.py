"""Wait for a page, and tap on it, with short scripts.

Playwright's `wait_for_function` and locators first load a script of several hundred kilobytes into
the page, once for the page's own scripts and once isolated from them. That takes almost as much
work as loading the page, and `wait_for_function` also makes the page draw a frame for each check.
Tests that load many pages or tap often use these functions instead.
"""

from time import monotonic

from playwright.sync_api import Error

TIMEOUT_MS = 60_000  # milliseconds, the limit of every wait in the browser tests

NOTHING_UNDER_WAY = "() => window.underWay.size === 0"
# Right after the question changes, static/js/double-taps.js ignores taps that would save.
SETTLED = "() => !document.body.dataset.settling"
# The page has fetched the next stages, which it can show offline.
AHEAD = "() => Number(document.querySelector('#match')?.dataset.ahead) > 0"
# Waits until double-taps.js has run.
TAPS_ARE_READ = """() => import(document.querySelector("script[src$='/double-taps.js']").src)
  .then(() => true)"""

# Hides the page, or shows it again, as when the screen is locked.
HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""

# Runs before the scripts of each page and before a test stops the page's clock.
REAL_CLOCK = """
window.realClock = { setTimeout: setTimeout.bind(window), now: performance.now.bind(performance) };
window.isMet = async (condition, limit) => {
  const { setTimeout, now } = realClock, start = now();
  while (!(await condition())) {
    if (now() - start > limit) return false;
    await new Promise((done) => setTimeout(done, 15));
  }
  return true;
};
"""
# Waits until the element is visible, enabled, at rest and not covered, and returns the point to
# tap, or null at the time limit.
POINT = """(selector) => {
  const scrolls = [null, "center", "end", "start"];
  let last = "", point = null;
  const look = () => {
    const e = document.querySelector(selector);
    if (!e?.checkVisibility({ visibilityProperty: true })) return false;
    if (e.disabled || e.ariaDisabled === "true") return false;
    const isMoving = document.getAnimations().some((each) => each.playState === "running");
    for (const block of scrolls) {
      if (block) e.scrollIntoView({ block, inline: "nearest", behavior: "instant" });
      const { x, y, width, height } = e.getBoundingClientRect();
      const at = [x + width / 2, y + height / 2], box = [x, y, width, height].join();
      const top = document.elementFromPoint(...at);
      if (!top || !(e.contains(top) || top.closest("label")?.control === e)) continue;
      if (isMoving && box !== last) { last = box; return false; }
      point = at;
      return true;
    }
    return false;
  };
  const click = { capture: true, once: true };
  return isMet(look, %d).then(() => {
    window.tapped = new Promise((done) => addEventListener("click", () => done(), click));
    return point;
  });
}"""


def wait_until(page, condition):
    """Wait until this JavaScript function returns a true value, even if the page navigates."""
    while True:
        try:
            is_met = page.evaluate(f"() => isMet({condition}, {TIMEOUT_MS})")
        except Error as error:
            if "navigation" not in str(error):
                raise
        else:
            assert is_met, f"not true within a minute: {condition}"
            return


def first_event(page, events):
    """Wait until a listener of this page has added an event to `events`, and return the first."""
    end = monotonic() + TIMEOUT_MS / 1000
    while not events:
        assert monotonic() < end, "no event within a minute"
        page.evaluate("() => 0")  # during this call, Playwright dispatches events
    return events[0]


def tap(page, selector, before_tap=None):
    """Tap the first element with this CSS selector, once it can be tapped.

    If necessary, this scrolls to the element, and then calls `before_tap`.
    """
    point = page.evaluate(POINT % TIMEOUT_MS, selector)
    assert point, f"cannot be tapped within a minute: {selector}"
    if before_tap:
        before_tap()
    page.touchscreen.tap(*point)
    try:
        page.evaluate("() => window.tapped")
    except Error as error:
        if "navigation" not in str(error):  # the tap opened another page
            raise


def tap_and_wait(page, selector):
    """Tap the first element with this selector, and wait until the page has nothing left to do."""
    page.locator(selector).first.tap()
    wait_until(page, NOTHING_UNDER_WAY)


def tap_keys(page, *names):
    """Tap these keys of the keypad: digits, "next" or "erase"."""
    for name in names:
        tap_and_wait(page, f"[data-key='{name}']")


def centre(locator):
    """Return the (x, y) of the middle of an element."""
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def centre_of_button(page, name):
    """Return the (x, y) of the middle of the button with this label."""
    return centre(page.get_by_role("button", name=name, exact=True))
