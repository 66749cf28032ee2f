"""Fill a league with years of generated evenings, for demonstrations, tests and benchmarks.

The same number of matches and the same seed always produce the same matches, down to the second.
They are written answer by answer through `match.commands` and the event log, as if they had been
played.
"""

from collections import Counter
from collections.abc import Iterator
from random import Random

from flask import Flask

from scorekeeper.cli import simulated_players
from scorekeeper.clock import DAY_S
from scorekeeper.db.sql_log import SqlLog
from scorekeeper.db.store import Store
from scorekeeper.errors import Refused
from scorekeeper.league import roster
from scorekeeper.match import commands, correction_commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.match.log import Log
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.rules import GAMES
from scorekeeper.server.engines import store_of

PLAYER_NAMES = ("Ana", "Bruno", "Chus", "Dina", "Edu", "Fina", "Gus", "Iñaki", "Zoë", "Amaia")
LAST_EVENING_AT = 1_790_017_200  # 19:00 UTC on 21 September 2026
SPAN_DAYS = 2 * 365  # days from the first evening to the last, unless there are more evenings
MAX_SPAN_DAYS = 20 * 365
FIRST_EVENING_AT = LAST_EVENING_AT - SPAN_DAYS * DAY_S  # unless there are more evenings than days
MATCHES_IN_AN_EVENING = (2, 3, 3, 4)
MATCH_INTERVAL_S = 50 * 60  # seconds from the start of a match to the start of the next
LONGEST_EVENING_S = 4 * 60 * 60
BATCH_SIZE = 200  # matches in one transaction

TYPICAL_DEALS = 8  # the approximate number of deals in a match that the rules do not end
MAX_DEALS = 60
# Percentages of matches; UNDONE_PERCENT is a percentage of answers.
CORRECTED_PERCENT, UNDONE_PERCENT, GIVEN_UP_PERCENT, DELETED_PERCENT = 8, 3, 4, 1


def fill_league(app: Flask, matches: int, seed: int, max_days: int = MAX_SPAN_DAYS) -> None:
    """Add this many matches to the first league, on evenings within `max_days` days.

    The last match is left running after three deals, unless it is over by then. Repeating the call
    with the same values changes nothing.
    """
    store = store_of(app)
    starts = list(start_times(matches, seed, max_days))
    joined = min(starts, default=FIRST_EVENING_AT)
    keys = [get_or_add_player(store, name, joined) for name in PLAYER_NAMES]
    log = SqlLog(store)
    for start in range(0, matches, BATCH_SIZE):
        with log.bulk_transaction():
            for number in range(start, min(start + BATCH_SIZE, matches)):
                match = DemoMatch(log, f"demo {matches} {seed} {number}", starts[number])
                match.play(keys, to_end=number < matches - 1)


def start_times(matches: int, seed: int, max_days: int = MAX_SPAN_DAYS) -> Iterator[int]:
    """Yield the start of each match in seconds since 1970, in order.

    Evenings of two to four matches are spread evenly over `SPAN_DAYS`. If there are more evenings
    than days, they are on consecutive days. If there are more evenings than `max_days`, some
    evenings are combined and have more matches.
    """
    rng = Random(f"evenings {matches} {seed}")
    evenings: list[int] = []
    while sum(evenings) < matches:
        evenings.append(min(rng.choice(MATCHES_IN_AN_EVENING), matches - sum(evenings)))
    by_day: Counter[int] = Counter()
    steps = max(len(evenings) - 1, 1)
    days = min(max(SPAN_DAYS, steps), max_days)
    for number, size in enumerate(evenings):
        by_day[days * number // steps] += size
    for day, size in by_day.items():
        evening = LAST_EVENING_AT + (day - days) * DAY_S
        interval = min(MATCH_INTERVAL_S, LONGEST_EVENING_S // size)
        yield from (evening + interval * number for number in range(size))


def get_or_add_player(store: Store, name: str, joined: int = FIRST_EVENING_AT) -> str:
    """Return the key of the player with this name.

    If there is no such player, add one who joined at `joined`, in seconds since 1970.
    """
    existing = roster.find_player_by_name(store, name)
    return (existing or roster.add_player(store, name, at=joined)).key


class DemoMatch:
    """A generated match. Its name is the seed of the random numbers that decide what happens."""

    def __init__(self, log: Log, name: str, began: int) -> None:
        self.log, self.name, self.now = log, name, began
        self.rng = Random(name)
        self.sent = 0
        self.match = 0

    def play(self, keys: list[str], *, to_end: bool) -> None:
        """Play the match, unless an earlier run has played it.

        If `to_end` is true, the match ends at its deal limit at the latest, and is sometimes
        deleted. Otherwise, it is left running after three deals, unless it is over by then.
        """
        sheet = self.sit_down(keys)
        if sheet.version > 1:
            return  # an earlier run played it
        most = self.deal_limit(sheet) if to_end else 3
        to_correct = simulated_players.happens(self.rng, CORRECTED_PERCENT)
        while not sheet.is_over and len(sheet.played_deals) < most:
            sheet = self.answer(sheet)
            if to_correct and len(sheet.played_deals) == 3:
                sheet, to_correct = self.correct(sheet), False
        if not to_end:
            return
        if not sheet.is_over:
            self.stop(sheet)
        if simulated_players.happens(self.rng, DELETED_PERCENT):
            commands.delete(self.log, self.match, self.next())

    def next(self) -> CommandMeta:
        """Return the next command's key and time."""
        self.sent += 1
        self.now += self.rng.randint(20, 240)
        return CommandMeta(f"{self.name} {self.sent}", self.now)

    def sit_down(self, keys: list[str]) -> Scoresheet:
        """Start a match with a random game, players and options."""
        shares = [game.simulation.frequency for game in GAMES.values()]
        game = self.rng.choices(list(GAMES.values()), shares)[0]
        seats = [n for n in (4, 5, 4, 3, 5, 2, 6, 7, 8) if n in game.seats]
        regulars = keys[:5] if simulated_players.happens(self.rng, 60) else keys
        seats = [n for n in seats if n <= len(regulars)]
        players = tuple(self.rng.sample(regulars, self.rng.choice(seats)))
        options = (
            self.rng.choice(game.simulation.house_rules)
            if simulated_players.happens(self.rng, 40)
            else {}
        )
        self.match = commands.start_match(self.log, game.slug, players, options, self.next())
        return self.log.sheet(self.match)

    def deal_limit(self, sheet: Scoresheet) -> int:
        """Return the number of deals after which the match is ended if it is still running."""
        if sheet.game.is_open(sheet.setup):
            return self.rng.randint(TYPICAL_DEALS - 3, TYPICAL_DEALS + 4)
        return (
            self.rng.randint(1, 4)
            if simulated_players.happens(self.rng, GIVEN_UP_PERCENT)
            else MAX_DEALS
        )

    def answer(self, sheet: Scoresheet) -> Scoresheet:
        """Answer the next stage, and sometimes undo the answer and give another one."""
        if simulated_players.happens(self.rng, UNDONE_PERCENT):
            step = self.record(sheet).version
            sheet = commands.undo(self.log, self.match, step, self.next())
        return self.record(sheet)

    def record(self, sheet: Scoresheet) -> Scoresheet:
        stage, answers = simulated_players.next_answers(sheet, self.rng)
        number = sheet.position.number
        return commands.record_stage(self.log, self.match, number, stage, answers, self.next())

    def correct(self, sheet: Scoresheet) -> Scoresheet:
        """Correct a random earlier deal, unless the rules refuse the correction."""
        number = self.rng.randint(1, len(sheet.played_deals))
        stages = simulated_players.random_deal(
            sheet.game, sheet.played_deals[number - 1].before, self.rng
        )
        try:
            return correction_commands.correct_deal(
                self.log, self.match, number, stages, sheet.version, self.next()
            )
        except Refused:
            return sheet

    def stop(self, sheet: Scoresheet) -> Scoresheet:
        how = "closed" if sheet.game.is_open(sheet.setup) else "unfinished"
        return commands.close(self.log, self.match, how, self.next())
