"""A match on the table, for the tests of its pages: dealt with a word, written down on phones.

`sit_down(table, "loba", "Ana Ben")` gives a phone that has the match open; players have the keys
"1", "2", ... in order of play. A tuple of answers is one for each seat, None where none is given.
"""

from scorekeeper.match import commands as verbs
from scorekeeper.match.commands import CommandMeta
from scorekeeper.match.log import MemoryLog
from tests.web.phone import Page, Phone

HERE = {"Origin": "http://localhost"}
FRIENDS = ("Ana", "Ben", "Cem", "Dora", "Eva", "Fritz", "Gus", "Hana", "Ivo", "Jana")


def sit_down(app, game, seats, **options):
    """A phone with a new match of the first so many friends, or of the people named."""
    names = FRIENDS[:seats] if isinstance(seats, int) else seats
    log = app.extensions["scorekeeper.log"]
    with app.app_context():
        if isinstance(log, MemoryLog):
            log.names.update({str(key): name for key, name in enumerate(names, start=1)})
            keys = tuple(log.names)
        else:
            from scorekeeper.league import roster  # here: all else runs where there is no database

            keys = tuple(roster.add_player(name).key for name in names)
    return deal(app, game, keys, **options)


def deal(app, game, keys, **options):
    """A phone with a new match of players who are there already."""
    log = app.extensions["scorekeeper.log"]
    with app.app_context():
        match = verbs.start_match(
            log, game, keys, options, CommandMeta(f"{game}{keys}{options}", 1_000_000_000)
        )
    return Writer(app, match)


class Writer(Phone):
    """A phone at the table with one match open."""

    def __init__(self, app, match):
        super().__init__(app)
        self.app, self.match, self.address = app, match, f"/matches/{match}"
        self.go(self.address)

    def friend(self):
        """Another phone that has opened the same match."""
        return Writer(self.app, self.match)

    @property
    def sheet(self):
        """What is in the log, not what the page says of it."""
        with self.app.app_context():
            return self.app.extensions["scorekeeper.log"].sheet(self.match)

    def reload(self):
        return self.go(self.address)

    def at(self, path):
        return self.go(f"{self.address}/{path}")

    def fill(self, **answers):
        """Type and tap: a field's name and what each seat has in it, or what it is."""
        for name, value in answers.items():
            name = name.replace("__", ".")
            if isinstance(value, tuple):
                for seat, number in enumerate(value, start=1):
                    if number is not None:
                        self.set(f"{name}-{seat}", number)
            else:
                self.set(name, value)

    def save(self, **answers):
        """Fill in and tap the gold button."""
        self.fill(**answers)
        button = self.page.by_id("save")
        return self.send(self.page.form_of(button), button)

    def part(self, form, button=None, path=None):
        """Send a form as htmx does; the answer is a part and the page stays what it was."""
        thing = button if button is not None else form
        return self.ask_part(
            path or thing["formaction"] or form["action"], list(self.filled(form, button))
        )

    def ask_part(self, path, pairs):
        data = {}
        for name, value in pairs:
            data.setdefault(name, []).append(value)
        headers = {**HERE, "HX-Request": "true"}
        answer = self.client.post(path, data=data, headers=headers)
        return Page(answer.status_code, path, answer.text)

    def save_part(self, **answers):
        """Fill in and save as htmx does."""
        self.fill(**answers)
        return self.part(self.page.form_of(self.page.by_id("save")))

    def look(self, **answers):
        """Fill in and see what follows, as htmx does after every change; nothing is saved."""
        self.fill(**answers)
        ask = self.page.by_id("ask")
        return self.part(ask.around("form"), path=ask["hx-post"])


def value(page, name):
    """What stands in an input, or which chip of it is chosen."""
    for box in page.root.all("input"):
        if box["name"] == name and (box.kind not in {"radio", "checkbox"} or "checked" in box):
            return box["value"]
    return None


def disabled(page, name):
    """The values of an input that cannot be chosen."""
    return [b["value"] for b in page.root.all("input") if b["name"] == name and b.is_disabled]


def totals(page):
    """The totals at the head of the sheet, by name."""
    heads = page.by_id("board").all("thead")[0].all("th")[1:]
    return {
        " + ".join(name.words for name in head.all("bdi")): head.all("b")[0].words for head in heads
    }
