"""A user who has only a keyboard."""

from playwright.sync_api import expect

from tests.browser.waits import NOTHING_UNDER_WAY, wait_until

DESK = {"width": 1100, "height": 900}
HAVE_FOCUS = "(all) => all.includes(document.activeElement)"
# `GOES_ON` lets Tab go around the page twice, because a swap that replaces the focused element may
# send Tab back to the start. After the last element, one press of Tab focuses no element. A date
# field keeps the focus for several presses, one for each of its parts.
BEGIN_WALK = "() => { window.walk = { times: new Map(), last: null, stays: 0 }; }"
GOES_ON = """() => {
  const here = document.activeElement;
  walk.stays = here === walk.last ? walk.stays + 1 : 0;
  walk.last = here;
  if (!walk.stays) walk.times.set(here, (walk.times.get(here) || 0) + 1);
  return walk.times.get(here) < 3 && walk.stays < 10;
}"""


class Typist:
    """A user who has only a keyboard and reaches everything with Tab and the arrow keys."""

    def __init__(self, page):
        self.page = page

    def press(self, *keys):
        for key in keys:
            self.page.keyboard.press(key)
            wait_until(self.page, NOTHING_UNDER_WAY)

    def tab_to(self, what):
        """Press Tab until one of these elements has the focus.

        Fails if Tab never reaches one of them.
        """
        targets = self.page.locator(what)
        expect(targets.first).to_be_attached()
        self.page.evaluate(BEGIN_WALK)
        while not targets.evaluate_all(HAVE_FOCUS):
            self.press("Tab")
            assert self.page.evaluate(GOES_ON), f"Tab does not lead to {what}"

    def type(self, what, text):
        self.tab_to(what)
        self.press(*text)

    def choose(self, name, value):
        """Press Tab until the row has the focus, then arrow keys until this chip is checked.

        Raises AssertionError if the arrow keys never reach the chip.
        """
        row = self.page.locator(f"[name='{name}']:not(:disabled)")
        wanted = self.page.locator(f"[name='{name}'][value='{value}']")
        self.tab_to(f"[name='{name}']:not(:disabled)")
        if not self.is_on_chosen(name):
            self.press("Space")
        for _ in row.all():
            if wanted.is_checked():
                return
            self.press("ArrowRight")
        raise AssertionError(f"Arrows do not lead to {value} of {name}")

    def is_on_chosen(self, name):
        return self.page.locator(f"[name='{name}']:checked:focus").count() > 0
