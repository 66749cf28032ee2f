"""Somebody with a phone at the table, who reads the page and taps.

He knows what was bid, taken or left (a record with people's names, as in the worked cases) and
finds out by himself where to tap: he goes through the chips, ticks and boxes that are on the
page and does what is still missing. Every tap is counted.
"""

import re
from collections import Counter

FIELDS = """
() => [...document.querySelectorAll("form[data-entry] input:not([type=hidden])")].map((input) => ({
  id: input.id, name: input.name, type: input.type, value: input.value, checked: input.checked,
  disabled: input.disabled || Boolean(input.closest("[inert]")),
  now: input.classList.contains("is-now"),
  rest: input.classList.contains("reckon__field--rest"),
  label: input.closest("label")?.textContent.trim() || "",
  fold: input.closest("details:not([open])")?.id || "",
}))
"""
TOTALS = """
() => [...document.querySelectorAll("#board .sheet__player")].map((head) => [
  head.querySelector(".sheet__name").textContent, head.querySelector(".sheet__total").textContent,
])
"""
NOTHING_UNDER_WAY = "() => window.underWay.size === 0"
# Right after a question has changed, taps on buttons that write are ignored (static/js/taps.js).
SETTLED = "() => !document.body.dataset.settling"


class Player:
    """Plays one match on a page. `keys` are the players' keys by name."""

    def __init__(self, page, address, *, scripted=True):
        self.page, self.address, self.scripted = page, address, scripted
        self.keys = {}
        self.taps = Counter()  # by deal and stage
        self.deal, self.stage = 0, "new match"

    # -------------------------------------------------------- taps

    def tap(self, what):
        """Tap, and wait until the page has answered."""
        target = self.page.locator(what) if isinstance(what, str) else what
        self.taps[self.deal, self.stage] += 1
        self.touch(target)
        self.wait()

    def touch(self, target):
        target.tap()

    def wait(self):
        if self.scripted:
            self.page.wait_for_function(NOTHING_UNDER_WAY)

    def follow(self, what):
        """Tap something that leads to another page."""
        if self.scripted:
            self.page.wait_for_function(SETTLED)
        with self.page.expect_navigation():
            self.tap(what)

    def send(self, what):
        """Tap a button that sends the form: the part, or without a script the page, is new."""
        if self.scripted:
            self.page.wait_for_function(SETTLED)
            self.tap(what)
        else:
            self.follow(what)

    def button(self, name):
        return self.page.get_by_role("button", name=name)

    def link(self, name):
        return self.page.get_by_role("link", name=name)

    # -------------------------------------------------------- a new match

    def sit_down(self, case):
        """From the front page to the first question: names, game, rules, first dealer."""
        self.page.goto(f"{self.address}/matches/new")
        for name in case["players"]:
            self.page.get_by_label("Add a name").fill(name)
            self.send(self.button("Add"))
        self.choose_game(case["game"])
        self.agree(case["game"], case["options"])
        chips = self.page.locator("[name=plays]").all()
        self.keys = {
            chip.locator("xpath=..").locator("bdi").text_content(): chip.get_attribute("value")
            for chip in chips
        }
        if dealer := case["options"].get("first_dealer"):
            self.tap(face(f"deals-{self.keys[dealer]}"))
        self.follow(self.button("Start"))

    def choose_game(self, game):
        if self.page.locator(f"#game-{game}").is_checked():
            return
        self.tap(face(f"game-{game}"))
        if not self.scripted:
            self.follow(self.button("Show its rules"))

    def agree(self, game, options):
        """Rules that differ from the usual ones, in the fold."""
        options = {name: value for name, value in options.items() if name != "first_dealer"}
        if options:
            self.tap("#rules > summary")
        for name, value in options.items():
            field = self.page.locator(f"[name={game}-{name}]")
            if isinstance(value, bool):
                field.set_checked(value)
            elif field.first.evaluate("field => field.tagName") == "SELECT":
                field.select_option(str(value))
            elif field.count() > 1:
                self.tap(f"[name={game}-{name}][value={value}]")
            else:
                field.fill(as_typed(value))

    # -------------------------------------------------------- a deal

    def asked(self):
        """(deal, stage) that the page asks for; None when it asks nothing."""
        form = self.page.locator("form[data-entry]")
        if not form.count():
            return None
        number, stage = re.search(r"/rounds/(\d+)/(.+)$", form.get_attribute("action")).groups()
        return int(number), stage

    def play(self, record):
        """Answer all stages of the deal that is asked."""
        number = self.asked()[0]
        while (asked := self.asked()) and asked[0] == number:
            self.deal, self.stage = asked
            self.shortcut(record)
            self.fill(record)
            self.send("#save")
        self.deal, self.stage = 0, "between deals"

    def shortcut(self, record):
        """All but one kept their bids: one tap says it all."""
        bids, tricks = record.get("bids"), record.get("tricks")
        if self.stage != "tricks" or not tricks:
            return
        missed = [name for name in bids if bids[name] != tricks[name]]
        if len(missed) == 1:
            quick = self.button(re.compile(f"but {missed[0]}|{missed[0]}$"))
            self.tap(quick) if self.scripted else self.follow(quick)

    def fill(self, record):
        """Do what is missing, first what is chosen and then what is typed."""
        while (field := self.next_missing(record)) is not None:
            if field["fold"]:
                self.tap(f"#{field['fold']} > summary")
            elif field["type"] == "text":
                self.write(field, self.wanted(field["name"], record))
            else:
                self.tap(face(field["id"]))

    def next_missing(self, record):
        fields = [field for field in self.page.evaluate(FIELDS) if not field["disabled"]]
        chips = [field for field in fields if field["type"] != "text"]
        boxes = [field for field in fields if field["type"] == "text"]
        missing = [f for f in chips if self.is_to_tap(f, record)]
        missing += [f for f in boxes if self.wanted(f["name"], record) not in (None, f["value"])]
        return next(iter(missing), None)

    def is_to_tap(self, field, record):
        wanted = self.wanted(field["name"], record)
        if isinstance(wanted, list):  # two who meet: the chip has both names
            return not field["checked"] and all(name in field["label"] for name in wanted)
        if field["type"] == "checkbox":
            return field["checked"] != (wanted == field["value"])
        return not field["checked"] and wanted == field["value"]

    def wanted(self, name, record):
        """The text or the chip that an input of this name should have; None: leave it alone."""
        stage, _, rest = name.rpartition(".")
        field, _, key = rest.partition("-")
        said = self.said(stage or self.stage, record)
        if field not in said:
            return None
        value = said[field]
        whose = next((each for each, its in self.keys.items() if its == key), None)
        match value:
            case dict():
                return str(value[whose]) if whose in value else None
            case list() if key:
                return "yes" if whose in value else "no"
            case None:
                return "nobody"
            case bool():
                return "yes" if value else ""
            case str() if key in ("rank", "suit"):
                return value[:-1] if key == "rank" else value[-1]
            case str() if value in self.keys:
                return self.keys[value]
        return value if isinstance(value, list) else str(value)

    def said(self, stage, record):
        """What was said in one stage: of two pairs' hands, one."""
        if "hands" not in record:
            return record
        return record["hands"][int(stage[-1]) - 1]

    def write(self, field, text):
        """Type a number: with the keys on the page, or without a script into the box."""
        box = by_id(field["id"])
        if not self.scripted:
            self.page.locator(box).fill(text)
            self.taps[self.deal, self.stage] += 1 + len(text)
            return
        if not field["now"]:
            self.tap(box)
        for _ in "" if field["rest"] else field["value"]:
            self.tap("[data-key=erase]")
        for digit in text:
            self.tap(f"[data-key='{digit}']")

    # -------------------------------------------------------- the sheet, and changing it

    def correct(self, number, record):
        """Touch a number of that deal on the sheet, read why, and write the deal anew."""
        self.deal, self.stage = 0, "correcting"
        self.open_sheet()
        self.send(self.page.locator(self.on_sheet(f"cell-{number}-")).first)
        why = self.page.locator(self.on_sheet("why"))
        self.follow(why.get_by_role("link", name="Correct"))
        self.fill(record)
        self.send("#save")

    def open_sheet(self):
        """Over the question; without a script a page of its own."""
        if not self.scripted:
            return self.follow(self.link("Score sheet").first)
        self.tap(self.link("Score sheet").first)
        return self.page.locator("#panel aside").wait_for()

    def on_sheet(self, name):
        """A selector for what has an id that begins so, on the sheet that is open."""
        return f"[id^='{'panel-' if self.scripted else ''}{name}']"

    def undo(self):
        self.deal, self.stage = 0, "undo"
        self.send(self.page.locator(".toast").get_by_role("button", name="Undo"))

    def redo(self):
        self.deal, self.stage = 0, "redo"
        self.send(self.page.locator(".toast").get_by_role("button", name="Redo"))

    def close(self):
        """The table stops here, and the totals count."""
        self.deal, self.stage = 0, "closing"
        self.open_sheet()
        menu = self.page.locator("#panel" if self.scripted else "main")
        self.follow(menu.get_by_role("link", name="End the match"))
        self.follow(self.button("End now"))

    def totals(self):
        """Totals by name, as the sheet has them. Does not count as taps."""
        return {name: whole(total) for name, total in self.page.evaluate(TOTALS)}


class PlayerAtADesk(Player):
    """The same with a mouse and a keyboard: clicks on chips, types numbers into their boxes."""

    def touch(self, target):
        target.click()

    def write(self, field, text):
        self.tap(by_id(field["id"]))
        self.page.keyboard.press("ControlOrMeta+A")
        for key in text:
            self.page.keyboard.press(key)
            self.wait()


def by_id(key):
    """A selector for an id with dots in it."""
    return f'[id="{key}"]'


def face(key):
    """The chip around an input."""
    return f"label:has({by_id(key)})"


def whole(text):
    return int(text.replace("−", "-"))


def as_typed(value):
    """An option as somebody types it."""
    if isinstance(value, list):
        return " ".join(str(each) for each in value)
    return "" if value is None else str(value)
