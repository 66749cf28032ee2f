"""Random matches: mostly legal answers, and occasionally other commands of any kind."""

from random import Random

from scorekeeper.cli import simulated_players
from scorekeeper.errors import Refused
from scorekeeper.match import commands, correction_commands, evening_command
from scorekeeper.match.commands import CommandMeta
from scorekeeper.match.corrections import first_invalid_deal, uncounted_deals
from scorekeeper.match.log import MemoryLog
from scorekeeper.rules import GAMES
from scorekeeper.rules.kernel import OptionKind, Problem, choice_json_value
from scorekeeper.rules.setup import build_setup


def random_options(game, players, rng):
    """Return random options. If the game refuses their combination, return {}."""
    options = {
        option.name: random_value(option, rng) for option in game.options if rng.random() < 0.3
    } | {"first_dealer": rng.choice(players)}
    return {} if isinstance(build_setup(game, players, options), Problem) else options


def random_value(option, rng):
    if option.kind is OptionKind.YES_OR_NO:
        return rng.random() < 0.5
    if option.kind is OptionKind.CHOICE:
        return choice_json_value(rng.choice(option.choices))
    if option.kind is OptionKind.NUMBER and not (option.nullable and rng.random() < 0.3):
        most = option.least + 12 if option.most is None else option.most
        return rng.randint(option.least, min(most, option.least + 12))
    return option.default


class RandomMatch:
    """A random match in an in-memory log.

    `sheet` is its current score sheet.
    """

    def __init__(self, slug, seed, usual=False):
        self.rng = Random(seed)
        game = GAMES[slug]
        players = tuple("12345678"[: self.rng.choice([n for n in game.seats if n <= 8])])
        options = {} if usual else random_options(game, players, self.rng)
        self.log = MemoryLog({seat: f"Player {seat}" for seat in players})
        self.taps = 0
        self.match = commands.start_match(self.log, slug, players, options, self.next_meta())

    @property
    def sheet(self):
        return self.log.sheet(self.match)

    @property
    def entries(self):
        return self.log.entries_by_match[self.match]

    def next_meta(self):
        self.taps += 1
        return CommandMeta(f"tap {self.taps}", 1000 + self.taps)

    def run_command(self, verb, *details):
        return verb(self.log, self.match, *details, self.next_meta())

    def record(self):
        stage, answers = simulated_players.next_answers(self.sheet, self.rng)
        return self.run_command(commands.record_stage, self.sheet.position.number, stage, answers)

    def play(self, answers):
        """Record this many answers, or fewer if the match ends first."""
        for _ in range(answers):
            if self.sheet.is_over:
                break
            self.record()
        return self

    def run_random_commands(self, steps):
        """Try this many random commands.

        Commands that are refused or stale change nothing.
        """
        for _ in range(steps):
            verb = restore if self.sheet.is_deleted else self.rng.choice(WAYS)
            try:
                verb(self)
            except (Refused, commands.Stale):
                continue
        return self

    def make_playable(self):
        """Restore and reopen the match if necessary, so that it can continue."""
        if self.sheet.is_deleted:
            self.run_command(commands.restore)
        if self.sheet.ended:
            self.run_command(commands.reopen)
        return self

    def random_correction(self):
        """Return a random deal's number, and new legal answers for it."""
        sheet = self.sheet
        number = self.rng.randint(1, len(sheet.played_deals))
        before = sheet.played_deals[number - 1].before
        return number, simulated_players.random_deal(sheet.game, before, self.rng)

    def answers_for_later_deals(self, number, stages):
        """Return new random answers for each later deal that this correction makes invalid."""
        sheet, corrected = self.sheet, {number: stages}
        while stop := first_invalid_deal(sheet, corrected, must_be_complete=True):
            if stop.is_after_the_end:
                corrected |= uncounted_deals(sheet, stop)
            else:
                corrected[stop.number] = simulated_players.random_deal(
                    sheet.game, stop.position, self.rng
                )
        del corrected[number]
        return tuple(sorted(corrected.items()))


def record(random_match):
    if not random_match.sheet.is_over:
        random_match.record()


def undo(random_match):
    if step := random_match.sheet.last_step:
        random_match.run_command(commands.undo, step.version)


def redo(random_match):
    if undone := random_match.sheet.undone:
        random_match.run_command(commands.redo, undone[-1].version)


def correct(random_match):
    if random_match.sheet.played_deals:
        random_match.run_command(
            correction_commands.correct_deal,
            *random_match.random_correction(),
            random_match.sheet.version,
        )


def correct_with_later_deals(random_match):
    """Correct a deal and, in the same event, all later deals that become impossible."""
    if random_match.sheet.played_deals:
        number, stages = random_match.random_correction()
        later = random_match.answers_for_later_deals(number, stages)
        seen = random_match.sheet.version
        correction_commands.correct_deal(
            random_match.log,
            random_match.match,
            number,
            stages,
            seen,
            random_match.next_meta(),
            later,
        )


def draft(random_match):
    if random_match.sheet.played_deals:
        random_match.run_command(correction_commands.save_draft, *random_match.random_correction())


def drop_draft(random_match):
    for number in random_match.sheet.drafts:
        random_match.run_command(correction_commands.drop_draft, number)
        return


def close(random_match):
    random_match.run_command(commands.close, random_match.rng.choice(("closed", "unfinished")))


def reopen(random_match):
    random_match.run_command(commands.reopen)


def move(random_match):
    date = random_match.rng.choice(("2025-12-24", "2026-01-31"))
    random_match.run_command(evening_command.set_evening, date, "2026-01-31")


def delete(random_match):
    random_match.run_command(commands.delete)


def restore(random_match):
    random_match.run_command(commands.restore)


WAYS = (
    [record] * 24
    + [undo] * 5
    + [redo] * 3
    + [correct] * 3
    + [correct_with_later_deals] * 2
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
