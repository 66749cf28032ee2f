"""A match that is changed once a minute, usually from one of two phones, and its history."""

from scorekeeper import create_app
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.match.log import MemoryLog
from tests.web.phone import Phone

FRIENDS = {"1": "Ana", "2": "Bruno", "3": "Chus", "4": "Dina"}
PHONES = {1: "Ana’s phone", 2: "<b>Bruno</b>"}
EIGHT = 1_795_118_400  # 19 November 2026, 20:00 UTC


class ChangedMatch:
    """A match that is changed once a minute, usually from one of two phones."""

    def __init__(self, game, seats, **options):
        self.log = MemoryLog(FRIENDS, phones=PHONES)
        self.minutes = 0
        players = tuple(FRIENDS)[:seats]
        self.match = commands.start_match(self.log, game, players, options, self.next_meta(1))
        self.app = create_app({"TESTING": True}, log=self.log)
        self.page = f"/matches/{self.match}/history"

    def next_meta(self, device, minutes=1):
        self.minutes += minutes
        return CommandMeta(f"at {self.minutes}", EIGHT + 60 * self.minutes, device)

    def run_command(self, verb, *details, device=1, minutes=1, **more):
        verb(self.log, self.match, *details, self.next_meta(device, minutes), **more)

    def answer(self, *stages, device=1):
        for number, stage, answers in stages:
            self.run_command(commands.record_stage, number, stage, answers, device=device)

    def text(self):
        """Return the lines of the history's text file."""
        return Phone(self.app).client.get(f"{self.page}.txt").text.splitlines()

    def last(self):
        return self.text()[-2:]


def by_seat(*numbers):
    return dict(zip(FRIENDS, numbers, strict=False))


def bids(number, *numbers):
    return number, "bids", {"bids": by_seat(*numbers)}


def tricks(number, *numbers):
    return number, "tricks", {"tricks": by_seat(*numbers)}


def cards(went_out, **left):
    deadwood = {key.removeprefix("p"): n for key, n in left.items()}
    return (("cards", {"went_out": went_out, "deadwood": deadwood}),)
