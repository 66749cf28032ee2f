"""Helpers for match pages: start a match, then enter and save stages as a phone does.

`sit_down(app, "loba", 3)` returns a phone with a new match open. In an empty league, the players'
keys are "1", "2", ... in order of play. A tuple of answers has one value per seat. A value that is
None leaves the field of its seat unchanged.
"""

import time

from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.match.log import MemoryLog
from scorekeeper.web.extension_keys import LOG_KEY
from tests.web.page import Page
from tests.web.phone import Phone

HERE = {"Origin": "http://localhost"}
FRIENDS = ("Ana", "Ben", "Cem", "Dora", "Eva", "Fritz", "Gus", "Hana", "Ivo", "Jana")


def sit_down(app, game, seats, **options):
    """Start a match of new players and return a phone with the match open.

    `seats` is the number of players, at most the length of `FRIENDS`, or a list of their names.
    """
    names = FRIENDS[:seats] if isinstance(seats, int) else seats
    log = app.extensions[LOG_KEY]
    if isinstance(log, MemoryLog):
        log.names.update({str(key): name for key, name in enumerate(names, start=1)})
        keys = tuple(log.names)
    else:
        from scorekeeper.league import roster  # imported here: other tests have no database

        keys = tuple(roster.add_player(log.store, name).key for name in names)
    return start_match(app, game, keys, **options)


def start_match(app, game, keys, **options):
    """Start a match of existing players, given by key, and return a phone with the match open."""
    log = app.extensions[LOG_KEY]
    match = commands.start_match(
        log, game, keys, options, CommandMeta(f"{game}{keys}{options}", 1_000_000_000)
    )
    return MatchPhone(app, match)


class MatchPhone(Phone):
    """A phone with one match open."""

    def __init__(self, app, match):
        super().__init__(app)
        self.app, self.match, self.address = app, match, f"/matches/{match}"
        self.go(self.address)

    def another_phone(self):
        """Return another phone with the same match open."""
        return MatchPhone(self.app, self.match)

    @property
    def sheet(self):
        """The score sheet from the log, which does not depend on the page."""
        return self.app.extensions[LOG_KEY].sheet(self.match)

    def reload(self):
        return self.go(self.address)

    def at(self, path):
        return self.go(f"{self.address}/{path}")

    def fill(self, **answers):
        """Set fields by name, each to one value or to a tuple with one value per seat.

        In a name, `__` stands for a dot.
        """
        for argument, value in answers.items():
            name = argument.replace("__", ".")
            if isinstance(value, tuple):
                for seat, number in enumerate(value, start=1):
                    if number is not None:
                        self.set(f"{name}-{seat}", number)
            else:
                self.set(name, value)

    def save(self, **answers):
        """Enter these answers, tap Save, and return the page that follows."""
        self.fill(**answers)
        button = self.page.by_id("save")
        return self.send(self.page.form_of(button), button)

    def record(self, **answers):
        """Save these answers of the current stage with a command. The page does not change.

        In a tuple, the first value is that of the player with the key "1". This is much faster than
        `save`, for tests of what happens later.
        """
        log, sheet = self.app.extensions[LOG_KEY], self.sheet
        said = {
            name: by_key(value) if isinstance(value, tuple) else value
            for name, value in answers.items()
        }
        number, stage = sheet.position.number, sheet.asked_stage.stage
        sent = CommandMeta(f"{self.match} {number} {stage}", int(time.time()))
        commands.record_stage(log, self.match, number, stage, said, sent)

    def part(self, form, button=None, path=None):
        """Post a form as htmx does, and return the part of the page in the response.

        `self.page` does not change.
        """
        thing = button if button is not None else form
        return self.post_part(
            path or thing["formaction"] or form["action"], list(self.form_values(form, button))
        )

    def post_part(self, path, pairs):
        data = {}
        for name, value in pairs:
            data.setdefault(name, []).append(value)
        headers = {**HERE, "HX-Request": "true"}
        response = self.client.post(path, data=data, headers=headers)
        return Page(response.status_code, path, response.text)

    def save_part(self, **answers):
        """Enter these answers and save them as htmx does.

        Returns the part of the page in the response.
        """
        self.fill(**answers)
        return self.part(self.page.form_of(self.page.by_id("save")))

    def look(self, **answers):
        """Enter these answers and return the preview that htmx fetches after a change.

        Nothing is saved.
        """
        self.fill(**answers)
        question = self.page.by_id("ask")
        return self.part(question.closest("form"), path=question["hx-post"])


def by_key(values):
    return {str(key): each for key, each in enumerate(values, start=1) if each is not None}


def field_value(page, name):
    """Return the value of the field with this name, or of the chosen chip.

    If the page has neither, returns None.
    """
    for box in page.root.all("input"):
        if box["name"] == name and (box.kind not in {"radio", "checkbox"} or "checked" in box):
            return box["value"]
    return None


def disabled_values(page, name):
    """Return the values of the disabled inputs with this name."""
    return [b["value"] for b in page.root.all("input") if b["name"] == name and b.is_disabled]


def totals(page):
    """Return {side: total} from the head of the sheet. Both are texts."""
    heads = page.by_id("board").all("thead")[0].all("th")[1:]
    return {
        " + ".join(name.words for name in head.all("bdi")): head.all("b")[0].words for head in heads
    }


def share_text(page):
    """Return the lines of the text to share."""
    return "".join(page.by_id("share").inside).strip().splitlines()
