"""Random matches: legal answers, and occasionally every other command."""

from random import Random

from scorekeeper.cli import simulated_players
from scorekeeper.match import commands, evenings
from scorekeeper.match.commands import CommandMeta, Refused
from scorekeeper.match.corrections import first_invalid_deal, uncounted_deals
from scorekeeper.match.log import MemoryLog
from scorekeeper.rules import GAMES
from scorekeeper.rules.kernel import Problem, choice_json_value
from scorekeeper.rules.setup import build_setup


def agreed(game, players, dice):
    """Return random options, or {} if the game refuses their combination."""
    options = {
        option.name: value(option, dice) for option in game.options if dice.random() < 0.3
    } | {"first_dealer": dice.choice(players)}
    return {} if isinstance(build_setup(game, players, options), Problem) else options


def value(option, dice):
    if option.kind == "yes":
        return dice.random() < 0.5
    if option.kind == "choice":
        return choice_json_value(dice.choice(option.choices))
    if option.kind == "number" and not (option.nullable and dice.random() < 0.3):
        most = option.least + 12 if option.most is None else option.most
        return dice.randint(option.least, min(most, option.least + 12))
    return option.default


class Evening:
    """A match in an in-memory log.

    `sheet` is its current score sheet.
    """

    def __init__(self, slug, seed, usual=False):
        self.dice = Random(seed)
        game = GAMES[slug]
        players = tuple("12345678"[: self.dice.choice([n for n in game.seats if n <= 8])])
        options = {} if usual else agreed(game, players, self.dice)
        self.log = MemoryLog({seat: f"Player {seat}" for seat in players})
        self.taps = 0
        self.match = commands.start_match(self.log, slug, players, options, self.tap())

    @property
    def sheet(self):
        return self.log.sheet(self.match)

    @property
    def entries(self):
        return self.log.entries_by_match[self.match]

    def tap(self):
        self.taps += 1
        return CommandMeta(f"tap {self.taps}", 1000 + self.taps)

    def do(self, verb, *details):
        return verb(self.log, self.match, *details, self.tap())

    def record(self):
        stage, answers = simulated_players.next_answers(self.sheet, self.dice)
        return self.do(commands.record_stage, self.sheet.position.number, stage, answers)

    def play(self, answers):
        """Record this many answers, or fewer if the match ends."""
        for _ in range(answers):
            if self.sheet.is_over:
                break
            self.record()
        return self

    def wander(self, steps):
        """Try this many random commands.

        Commands that are refused or stale change nothing.
        """
        for _ in range(steps):
            verb = restore if self.sheet.deleted else self.dice.choice(WAYS)
            try:
                verb(self)
            except (Refused, commands.Stale):
                continue
        return self

    def wake(self):
        """Restore the match and reopen it if necessary, so that more can be played."""
        if self.sheet.deleted:
            self.do(commands.restore)
        if self.sheet.ended:
            self.do(commands.reopen)
        return self

    def another_deal(self):
        """Return the number of a random deal, and new legal answers to it."""
        sheet = self.sheet
        number = self.dice.randint(1, len(sheet.rounds))
        before = sheet.rounds[number - 1].before
        return number, simulated_players.random_deal(sheet.game, before, self.dice)

    def walked(self, number, stages):
        """Return new random answers for each later deal that this correction makes invalid."""
        sheet, corrected = self.sheet, {number: stages}
        while stop := first_invalid_deal(sheet, corrected, whole=True):
            if stop.is_after_the_end:
                corrected |= uncounted_deals(sheet, stop)
            else:
                corrected[stop.number] = simulated_players.random_deal(
                    sheet.game, stop.position, self.dice
                )
        del corrected[number]
        return tuple(sorted(corrected.items()))


def record(evening):
    if not evening.sheet.is_over:
        evening.record()


def undo(evening):
    if step := evening.sheet.last_step:
        evening.do(commands.undo, step.version)


def redo(evening):
    if undone := evening.sheet.undone:
        evening.do(commands.redo, undone[-1].version)


def correct(evening):
    if evening.sheet.rounds:
        evening.do(commands.correct_deal, *evening.another_deal(), evening.sheet.version)


def correct_through(evening):
    """Correct a deal and all later deals that this makes impossible, in one event."""
    if evening.sheet.rounds:
        number, stages = evening.another_deal()
        later = evening.walked(number, stages)
        seen = evening.sheet.version
        commands.correct_deal(
            evening.log, evening.match, number, stages, seen, evening.tap(), later
        )


def draft(evening):
    if evening.sheet.rounds:
        evening.do(commands.save_draft, *evening.another_deal())


def drop_draft(evening):
    for number in evening.sheet.drafts:
        evening.do(commands.drop_draft, number)
        return


def close(evening):
    evening.do(commands.close, evening.dice.choice(("closed", "unfinished")))


def reopen(evening):
    evening.do(commands.reopen)


def move(evening):
    date = evening.dice.choice(("2025-12-24", "2026-01-31"))
    evening.do(evenings.set_evening, date, "2026-01-31")


def delete(evening):
    evening.do(commands.delete)


def restore(evening):
    evening.do(commands.restore)


WAYS = (
    [record] * 24
    + [undo] * 5
    + [redo] * 3
    + [correct] * 3
    + [correct_through] * 2
    + [
        draft,
        drop_draft,
        close,
        reopen,
        reopen,
        delete,
        move,
    ]
)
