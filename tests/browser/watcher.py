"""A player who notices elements that move or are out of reach while a stage is entered."""

from tests.browser.layout_checks import OUT_OF_REACH
from tests.browser.player import Player, PlayerAtADesk

WHAT = "fieldset, .seat, tr[id], button, .key, .chip, input[type=text], summary"
# What is visible of the question, and where:
# asked    the question, and whether it is a predicted one: if the server is slow, the page first
#          shows the predicted question
# boxes    the boxes of all rows and controls in the window, each with a key for the element
# stuck    the keys of the elements that stay where they are when the page scrolls
# top      how far the page is scrolled
# current  the key of the current field's row: its id, or the id of its label
# inView   the keys of the rows that are wholly in view
SEEN = """(what) => {
  const form = document.querySelector("form[data-entry]"), boxes = {}, stuck = [], top = scrollY;
  if (!form) return { asked: null, boxes, stuck, top, current: null, inView: [] };
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
    const { x, y, width, height } = e.getBoundingClientRect(), key = `${e.localName} ${told(e)}`;
    const sticky = e.closest(".entry-foot, .bar");
    if (sticky && getComputedStyle(sticky).position !== "static") stuck.push(key);
    boxes[key] = [x, y, width, height];
  }
  const isTop = (row, x, y) => row.contains(document.elementFromPoint(x, y));
  const isInView = (row) => {
    const { left, top, bottom, width } = row.getBoundingClientRect(), middle = left + width / 2;
    return isTop(row, middle, top + 1) && isTop(row, middle, bottom - 1);
  };
  const keyOf = (row) => row && (row.id || row.getAttribute("aria-labelledby"));
  const fields = [...document.querySelectorAll("#ask :is(.numbers-table__field, .single-number)")];
  const rows = new Set(fields.map((field) => field.closest("tr, .seat")).filter(Boolean));
  const asked = form.action + Boolean(document.querySelector("#match[data-kept]"));
  const current = keyOf([...rows].find((row) => row.querySelector(".is-current"))) || null;
  const inView = [...rows].filter(isInView).map(keyOf);
  return { asked, boxes, stuck, top, current, inView };
}"""

# The elements to tap in a correction, except "All pass", which replaces the whole question.
TAPPABLE = """() => [...document.querySelectorAll(
  "#ask :is(.key:not([aria-disabled]), label.chip, .numbers-table__field, .single-number)"
)]
  .filter((e) => e.checkVisibility() && !e.closest("[inert], .popover__panel") && !e.disabled)
  .filter((e) => !e.querySelector("input:is(:disabled, [id$=quick])"))
  .map((e) => e.dataset.key || e.id || e.querySelector("input").id)"""
IS_KEY_OR_FIELD = """(selector) => {
  return document.querySelector(selector).matches("[data-key], input[type=text]");
}"""
TO_THE_MIDDLE = "(id) => document.getElementById(id).scrollIntoView({ block: 'center' })"


NOTHING_SEEN = {"asked": None, "boxes": {}, "stuck": [], "top": 0, "current": None, "inView": []}


def has_moved(before, after):
    """Return whether a box moved by more than a pixel.

    Smaller moves are ignored, because scroll positions are rounded to pixels.
    """
    return any(abs(old - new) > 1 for old, new in zip(before, after, strict=True))


def scrolled(boxes, stuck, by):
    """Return the boxes after the page has scrolled down by this many pixels.

    The boxes in `stuck` stay where they are.
    """
    return {
        key: box if key in stuck else [box[0], box[1] - by, *box[2:]] for key, box in boxes.items()
    }


class Watcher(Player):
    """A player who records elements that moved in a stage or were out of reach at its end.

    Positions are relative to the window, so a page that scrolls by itself moves its elements. Only
    two kinds of scrolling are expected. The player scrolls to what they tap. After a tap on a key
    or a field, the page scrolls to the row of the field that the digit was typed into or that is
    current now, if the row was not wholly in view.
    """

    def __init__(self, page, address, **options):
        super().__init__(page, address, **options)
        self.seen, self.moved, self.out_of_reach = NOTHING_SEEN, [], []
        self.later = set()  # the elements of later stages of a correction
        self.may_scroll = False  # whether the last tap was on a key or a field

    def tap(self, what):
        super().tap(what)
        self.look(what)

    def aim(self, what):
        """Remember where all elements are, after the player has scrolled to what they will tap."""
        self.may_scroll = isinstance(what, str) and self.page.evaluate(IS_KEY_OR_FIELD, what)
        self.remember(self.visible_question())

    def send(self, what):
        if what == "#save":
            self.out_of_reach += self.page.evaluate(OUT_OF_REACH)
        super().send(what)

    def correct_at_random(self, path, rng, taps=10):
        """Open the correction at this path and tap its keys, chips and fields at random."""
        self.deal, self.stage = 0, "correcting"
        self.page.goto(self.address + path)
        self.wait()
        tapped = set()
        for _ in range(taps):
            tappable = self.page.evaluate(TAPPABLE)
            what = rng.choice([each for each in tappable if each not in tapped] or tappable)
            tapped.add(what)
            if what in (*"0123456789", "erase", "next"):
                self.tap(f"#ask .keypad > [data-key='{what}']")
            else:
                self.page.evaluate(TO_THE_MIDDLE, what)
                self.tap(f":is(label:has([id='{what}']), input[type=text][id='{what}'])")

    def visible_question(self):
        """Return the positions of the visible elements while a deal is entered or corrected.

        At other times, return NOTHING_SEEN.
        """
        is_entered = self.deal or self.stage == "correcting"
        return self.page.evaluate(SEEN, WHAT) if is_entered else NOTHING_SEEN

    def look(self, tapped=""):
        """Record which elements have moved since the last look."""
        seen, before = self.visible_question(), self.seen
        later = {key for key in seen["boxes"] if "later " in key}
        if seen["asked"] and seen["asked"] == before["asked"]:
            by = seen["top"] - before["top"]
            rows = {before["current"], seen["current"]} - {None}
            is_hidden = not rows.issubset(before["inView"])
            old, stuck = before["boxes"], before["stuck"]
            if self.may_scroll and is_hidden:
                old = scrolled(old, stuck, by)
            self.moved += [
                f"{seen['asked']}: {tapped}: {key} {old[key]} -> {box} scrolled by {by}"
                for key, box in seen["boxes"].items()
                if has_moved(old.get(key, box), box) and (key not in later or later == self.later)
            ]
        self.later = later
        self.remember(seen)

    def remember(self, seen):
        """Remember the boxes, including the old boxes of elements that are hidden for now.

        Old boxes are kept only while the question is the same.
        """
        before, self.seen = self.seen, seen
        if seen["asked"] == before["asked"]:
            old = scrolled(before["boxes"], before["stuck"], seen["top"] - before["top"])
            hidden = set(old) - set(seen["boxes"])
            stuck = [*seen["stuck"], *hidden.intersection(before["stuck"])]
            self.seen = {**seen, "boxes": {**old, **seen["boxes"]}, "stuck": stuck}


class WatcherAtADesk(Watcher, PlayerAtADesk):
    """A watcher with mouse and keyboard."""
