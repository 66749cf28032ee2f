"""A match in an in-memory log, which a test changes with commands."""

from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.match.log import MemoryLog


class Match:
    """A match in an in-memory log. Each command gets a key of its own."""

    def __init__(self, game, players, **agreed):
        self.log, self.taps = MemoryLog({seat: seat for seat in players}), 0
        commands.start_match(self.log, game, players, agreed, self.next_meta())

    def next_meta(self):
        self.taps += 1
        return CommandMeta(f"tap {self.taps}", self.taps)

    def run_command(self, verb, *details):
        return verb(self.log, 1, *details, self.next_meta())

    @property
    def sheet(self):
        return self.log.sheet(1)
