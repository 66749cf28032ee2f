"""A player who notices elements that move or are out of reach while a stage is entered."""

from tests.browser.layout_checks import OUT_OF_REACH
from tests.browser.player import Player, PlayerAtADesk

WHAT = "fieldset, .seat, tr[id], button, .key, .chip, input[type=text], summary"
# The boxes of all rows and controls, each with a key that identifies the element. Boxes are in page
# coordinates, so scrolling is not movement. The first value identifies the question and whether it
# is a predicted one: if the server is slow, the page first shows the predicted question.
SEEN = """(what) => {
  const form = document.querySelector("form[data-entry]"), found = {};
  if (!form) return [null, found];
  // Rows with their places: in a correction, another pair of players moves people to other rows.
  const tables = [...document.querySelectorAll("table")];
  const table = (e) => tables.indexOf(e.closest("table"));
  const place = (e) => e.rowIndex >= 0 ? `${table(e)}.${e.rowIndex} ` : "";
  // In a correction, the answers of the first stage decide who is asked in a later one.
  const stages = [...document.querySelectorAll("#ask > section")];
  const later = (e) => stages.indexOf(e.closest("#ask > section")) > 0 ? "later " : "";
  const named = (e) => place(e) + e.id || e.dataset.key || e.querySelector("input")?.id ||
    e.ariaLabel || `${e.name || ""}${e.value || ""}` || e.textContent.trim();
  const told = (e) => later(e) + named(e);
  const all = `#match form[data-entry] :is(${what}), #match > .bar .bar__tool`;
  for (const e of document.querySelectorAll(all)) {
    if (!e.checkVisibility() || e.closest(".visually-hidden, .popover__panel, .toast")) continue;
    const { x, y, width, height } = e.getBoundingClientRect();
    const sticky = e.closest(".entry-foot, .bar");
    const scrolled = sticky && getComputedStyle(sticky).position !== "static" ? 0 : scrollY;
    found[`${e.localName} ${told(e)}`] = [x, y + scrolled, width, height];
  }
  return [form.action + Boolean(document.querySelector("#match[data-kept]")), found];
}"""

# The elements to tap in a correction, except "All pass", which replaces the whole question.
TAPPABLE = """() => [...document.querySelectorAll(
  "#ask :is(.key:not([aria-disabled]), label.chip, .numbers-table__field, .single-number)"
)]
  .filter((e) => e.checkVisibility() && !e.closest("[inert], .popover__panel") && !e.disabled)
  .filter((e) => !e.querySelector("input:is(:disabled, [id$=quick])"))
  .map((e) => e.dataset.key || e.id || e.querySelector("input").id)"""
TO_THE_MIDDLE = "(id) => document.getElementById(id).scrollIntoView({ block: 'center' })"


def has_moved(before, after):
    """Return whether a box moved by more than a pixel.

    Smaller moves are ignored, because scroll positions are rounded to pixels.
    """
    return any(abs(old - new) > 1 for old, new in zip(before, after, strict=True))


class Watcher(Player):
    """A player who records elements that moved in a stage or were out of reach at its end."""

    def __init__(self, page, address, **options):
        super().__init__(page, address, **options)
        self.boxes, self.at, self.moved, self.out_of_reach = {}, None, [], []
        self.later = set()  # the elements of later stages of a correction

    def tap(self, what):
        super().tap(what)
        self.look()

    def send(self, what):
        if what == "#save":
            self.out_of_reach += self.page.evaluate(OUT_OF_REACH)
        super().send(what)

    def correct_at_random(self, path, dice, taps=10):
        """Open the correction at this path and tap its keys, chips and fields at random."""
        self.deal, self.stage = 0, "correcting"
        self.page.goto(self.address + path)
        self.wait()
        tapped = set()
        for _ in range(taps):
            tappable = self.page.evaluate(TAPPABLE)
            what = dice.choice([each for each in tappable if each not in tapped] or tappable)
            tapped.add(what)
            if what in (*"0123456789", "erase", "next"):
                self.tap(f"#ask .keypad > [data-key='{what}']")
            else:
                self.page.evaluate(TO_THE_MIDDLE, what)
                self.at = None  # scrolling may move the foot
                self.look()
                self.tap(f":is(label:has([id='{what}']), input[type=text][id='{what}'])")

    def look(self):
        # Only while a deal is entered or corrected.
        is_entered = self.deal or self.stage == "correcting"
        asked, boxes = self.page.evaluate(SEEN, WHAT) if is_entered else (None, {})
        later = {key for key in boxes if "later " in key}
        if asked and asked == self.at:
            self.moved += [
                f"{asked}: {key} {self.boxes[key]} -> {box}"
                for key, box in boxes.items()
                if has_moved(self.boxes.get(key, box), box)
                and (key not in later or later == self.later)
            ]
        self.later = later
        self.at, self.boxes = asked, {**(self.boxes if asked == self.at else {}), **boxes}


class WatcherAtADesk(Watcher, PlayerAtADesk):
    """A watcher with mouse and keyboard."""
