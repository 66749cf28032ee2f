"""A simulated player who reads the page in the browser and enters a deal by taps.

The answers of the deal contain people's names, as in the worked cases. The player compares these
answers with the chips, checkboxes and number fields on the page, and enters the differences. Every
tap is counted.
"""

import re
from collections import Counter

from tests.browser.selectors import by_id, chip_of
from tests.browser.waits import NOTHING_UNDER_WAY, SETTLED, tap, wait_until

FIELDS = """
() => [...document.querySelectorAll("form[data-entry] input:not([type=hidden])")].map((input) => ({
  id: input.id, name: input.name, type: input.type, value: input.value, checked: input.checked,
  disabled: input.disabled || Boolean(input.closest("[inert]")),
  now: input.classList.contains("is-current"),
  rest: input.classList.contains("numbers-table__field--rest"),
  label: input.closest("label")?.textContent.trim() || "",
  fold: input.closest("details:not([open])")?.id || "",
}))
"""
TOTALS = """
() => [...document.querySelectorAll("#board .sheet__player")].map((head) => [
  head.querySelector(".sheet__name").textContent, head.querySelector(".sheet__total").textContent,
])
"""


class Player:
    """A player who plays one match on a page. `keys` maps players' names to their keys."""

    def __init__(self, page, address, *, scripted=True):
        self.page, self.address, self.scripted = page, address, scripted
        self.keys = {}
        self.taps = Counter()  # by (deal, stage)
        self.deal, self.stage = 0, "new match"

    # -------------------------------------------------------- taps

    def tap(self, what):
        """Tap this element, count the tap, and wait until the page has nothing left to do."""
        self.taps[self.deal, self.stage] += 1
        self.touch(what)
        self.wait()

    def touch(self, what):
        if isinstance(what, str) and self.scripted:
            tap(self.page, what, before_tap=lambda: self.aim(what))
        else:
            self.scroll_to(what)
            self.locate(what).tap()

    def scroll_to(self, what):
        """Scroll to this element, if it is not in view."""
        self.locate(what).scroll_into_view_if_needed()
        self.aim(what)

    def aim(self, what):
        """Do nothing. Subclasses can look at the page when the element to tap is in view."""

    def locate(self, what):
        return self.page.locator(what) if isinstance(what, str) else what

    def wait(self):
        if self.scripted:
            wait_until(self.page, NOTHING_UNDER_WAY)

    def follow(self, what):
        """Tap a link or button that opens another page, and wait for that page."""
        if self.scripted:
            wait_until(self.page, SETTLED)
        with self.page.expect_navigation():
            self.tap(what)

    def send(self, what):
        """Tap a button that posts the form, and wait for the new part or page."""
        if self.scripted:
            wait_until(self.page, SETTLED)
            self.tap(what)
        else:
            self.follow(what)

    def button(self, name):
        return self.page.get_by_role("button", name=name)

    def link(self, name):
        return self.page.get_by_role("link", name=name)

    # -------------------------------------------------------- a new match

    def sit_down(self, case):
        """Enter names, game, rules and first dealer on the new-match page, and start the match."""
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
            self.tap(chip_of(f"deals-{self.keys[dealer]}"))
        self.follow(self.button("Start"))

    def choose_game(self, game):
        if self.page.locator(f"#game-{game}").is_checked():
            return
        self.tap(chip_of(f"game-{game}"))
        if not self.scripted:
            self.follow(self.button("Show the options of this game"))

    def agree(self, game, options):
        """Open the house rules, and set the options that differ from the defaults."""
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

    def current_stage(self):
        """Return the (deal, stage) that the page asks for. None if it asks for none."""
        action = self.page.evaluate("() => document.querySelector('form[data-entry]')?.action")
        if not action:
            return None
        number, stage = re.search(r"/rounds/(\d+)/(.+)$", action).groups()
        return int(number), stage

    def play(self, answers):
        """Answer all stages of the current deal from these answers."""
        number = self.current_stage()[0]
        while (asked := self.current_stage()) and asked[0] == number:
            self.deal, self.stage = asked
            self.shortcut(answers)
            self.fill(answers)
            self.send("#save")
        self.deal, self.stage = 0, "between deals"

    def shortcut(self, answers):
        """If all players but one made their bid, tap the quick answer that fills in the tricks."""
        bids, tricks = answers.get("bids"), answers.get("tricks")
        if self.stage != "tricks" or not tricks:
            return
        missed = [name for name in bids if bids[name] != tricks[name]]
        if len(missed) == 1:
            quick = self.button(re.compile(f"but {missed[0]}|{missed[0]}$"))
            self.tap(quick) if self.scripted else self.follow(quick)

    def fill(self, answers):
        """Enter the answers that differ from the values on the page. Chips come before numbers."""
        while (field := self.next_missing(answers)) is not None:
            if field["fold"]:
                self.tap(f"#{field['fold']} > summary")
            elif field["type"] == "text":
                self.write(field, self.wanted_value(field["name"], answers))
            else:
                self.tap(chip_of(field["id"]))

    def next_missing(self, answers):
        fields = [field for field in self.page.evaluate(FIELDS) if not field["disabled"]]
        chips = [field for field in fields if field["type"] != "text"]
        boxes = [field for field in fields if field["type"] == "text"]
        missing = [f for f in chips if self.is_to_tap(f, answers)]
        missing += [
            f for f in boxes if self.wanted_value(f["name"], answers) not in (None, f["value"])
        ]
        return next(iter(missing), None)

    def is_to_tap(self, field, answers):
        wanted = self.wanted_value(field["name"], answers)
        if isinstance(wanted, list):  # a pair: its chip has both names
            return not field["checked"] and all(name in field["label"] for name in wanted)
        if field["type"] == "checkbox":
            return field["checked"] != (wanted == field["value"])
        return not field["checked"] and wanted == field["value"]

    def wanted_value(self, name, answers):
        """Return the value to enter in this input. None if the answers do not contain one."""
        stage, _, rest = name.rpartition(".")
        field, _, key = rest.partition("-")
        said = self.stage_answers(stage or self.stage, answers)
        if field not in said:
            return None
        value = said[field]
        player = next((each for each, number in self.keys.items() if number == key), None)
        match value:
            case dict():
                return str(value[player]) if player in value else None
            case list() if key:
                return "yes" if player in value else "no"
            case None:
                return "nobody"
            case bool():
                return "yes" if value else ""
            case str() if key in ("rank", "suit"):
                return value[:-1] if key == "rank" else value[-1]
            case str() if value in self.keys:
                return self.keys[value]
        return value if isinstance(value, list) else str(value)

    def stage_answers(self, stage, answers):
        """Return the answers of this stage. In gin with two pairs, return those of its hand."""
        if "hands" not in answers:
            return answers
        return answers["hands"][int(stage[-1]) - 1]

    def write(self, field, text):
        """Type a number on the page's keypad, or into the field if there is no JavaScript."""
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

    # -------------------------------------------------------- the sheet and corrections

    def correct(self, number, answers):
        """Tap a number of this deal on the sheet, tap Correct, and enter the deal again."""
        self.deal, self.stage = 0, "correcting"
        self.open_sheet()
        self.send(self.page.locator(self.on_sheet(f"cell-{number}-")).first)
        why = self.page.locator(self.on_sheet("why"))
        self.follow(why.get_by_role("link", name="Correct"))
        self.fill(answers)
        self.send("#save")

    def open_sheet(self):
        """Open the sheet over the question, or as its own page if there is no JavaScript."""
        if not self.scripted:
            return self.follow(self.link("Score sheet").first)
        self.tap(self.link("Score sheet").first)
        return self.page.locator("#panel aside").wait_for()

    def on_sheet(self, name):
        """Return a selector for ids that begin with this name, on the open sheet."""
        return f"[id^='{'panel-' if self.scripted else ''}{name}']"

    def undo(self):
        self.deal, self.stage = 0, "undo"
        self.send(self.page.locator(".toast").get_by_role("button", name="Undo"))

    def redo(self):
        self.deal, self.stage = 0, "redo"
        self.send(self.page.locator(".toast").get_by_role("button", name="Redo"))

    def close(self):
        """End the match now, so that the totals count."""
        self.deal, self.stage = 0, "closing"
        self.open_sheet()
        menu = self.page.locator("#panel" if self.scripted else "main")
        self.follow(menu.get_by_role("link", name="End the match"))
        self.follow(self.button("End now"))

    def totals(self):
        """Return {side: total} as the open sheet shows them, without counting taps."""
        return {name: parse_integer(total) for name, total in self.page.evaluate(TOTALS)}


class PlayerAtADesk(Player):
    """A player with mouse and keyboard, who clicks chips and types numbers into their fields."""

    def touch(self, what):
        self.scroll_to(what)
        self.locate(what).click()

    def write(self, field, text):
        self.tap(by_id(field["id"]))
        self.page.keyboard.press("ControlOrMeta+A")
        for key in text:
            self.page.keyboard.press(key)
            self.wait()


def parse_integer(text):
    return int(text.replace("−", "-"))


def as_typed(value):
    """Format the value of an option as people type it."""
    if isinstance(value, list):
        return " ".join(str(each) for each in value)
    return "" if value is None else str(value)
