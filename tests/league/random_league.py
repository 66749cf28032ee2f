"""A random league, with matches, corrections, seasons, merges and imports that depend on a seed."""

import time
from random import Random

from scorekeeper.cli import simulated_players
from scorekeeper.errors import Refused
from scorekeeper.league import (
    match_lists,
    match_terms_commands,
    player_merge,
    roster,
    season_commands,
    seasons,
)
from scorekeeper.league.seasons import MatchTerms, Season
from scorekeeper.match import commands, correction_commands
from scorekeeper.match.commands import CommandMeta, Stale
from scorekeeper.match.outcome import MatchState
from scorekeeper.rules import GAMES
from scorekeeper.stats.schemes import MEASURES, Scheme
from scorekeeper.stats.stakes import NO_STAKES, Stakes
from scorekeeper.stats.tie_breaks import TIE_BREAKS
from scorekeeper.transfer.results_csv import ImportChoices
from scorekeeper.transfer.results_import import import_undo, import_write, jobs, preview
from scorekeeper.transfer.results_import.import_write import WriteJob
from scorekeeper.transfer.results_import.jobs import WrongImportState

BEGAN = 1_790_000_000  # seconds since 1970: in September 2026
DAY = 86_400
NAMES = ("Ana", "Bruno", "Chus", "Dina", "Edu", "Fina")
SHORT = {
    "jabberwocky": {"schedule": [1, 2]},
    "chinchon": {"limit": 20},
    "loba": {"limit": 101},
    "gin": {},
    "jaguar": {"hands": 2},
    "jamon": {"deals": 1},
}
SCHEMES = tuple(
    Scheme(
        measure,
        per_match,
        tie_breaks=tuple(TIE_BREAKS),
        counted_matches=which,
        best_or_drop_count=2,
        min_matches=minimum,
    )
    for measure, per_match, which, minimum in (
        *((measure, True, "all", 0) for measure in MEASURES),
        ("places", False, "best", 2),
        ("wins", False, "drop", 1),
    )
)
STAKES = (NO_STAKES, Stakes("cents", dict.fromkeys(GAMES, 7)), Stakes("counters", {"gin": 1}))


class NothingToChange(Exception):
    """Raised if a random step needs a match, a season or something else that does not exist."""


class RandomLeague:
    """A league that random steps change, one after another. A step that is refused is skipped."""

    def __init__(self, log, seed):
        self.log, self.rng, self.taps = log, Random(seed), 0
        self.keys = [roster.add_player(log.store, name, at=0).key for name in NAMES]
        self.matches, self.twins, self.imports = [], [], []

    def run_random_steps(self, steps):
        for _ in range(steps):
            try:
                self.rng.choice(WAYS)(self)
            except (Refused, Stale, WrongImportState, NothingToChange):
                continue
        return self

    def next_meta(self, at=None):
        self.taps += 1
        return CommandMeta(
            f"tap {self.taps}", BEGAN + self.rng.randrange(60 * DAY) if at is None else at
        )

    def play(self):
        """Start a match of a random game with random players, and play it.

        Some matches are not played to their end.
        """
        game = GAMES[self.rng.choice(list(SHORT))]
        seats = self.rng.choice([n for n in game.seats if n <= len(self.keys)])
        self.play_match(game, tuple(self.rng.sample(self.keys, seats)))

    def play_match(self, game, who):
        """Start a match on a random evening and play it.

        Play stops at the end of the match or, if that is earlier, after 3 or 40 stages.
        """
        at = BEGAN + self.rng.randrange(60 * DAY)
        match = commands.start_match(self.log, game.slug, who, SHORT[game.slug], self.next_meta(at))
        self.matches.append(match)
        sheet = self.log.sheet(match)
        for _ in range(self.rng.choice((3, 40, 40, 40))):
            if sheet.is_over:
                return
            stage, answers = simulated_players.next_answers(sheet, self.rng)
            number = sheet.position.number
            sheet = commands.record_stage(
                self.log, match, number, stage, answers, self.next_meta(at)
            )

    def one_of(self, things):
        if not things:
            raise NothingToChange
        return self.rng.choice(things)

    def existing_match(self):
        return self.one_of(self.matches)

    def correct(self):
        match = self.existing_match()
        sheet = self.log.sheet(match)
        number = self.one_of(range(1, len(sheet.played_deals) + 1))
        stages = simulated_players.random_deal(
            sheet.game, sheet.played_deals[number - 1].before, self.rng
        )
        correction_commands.correct_deal(
            self.log, match, number, stages, sheet.version, self.next_meta()
        )

    def undo(self):
        match = self.existing_match()
        if step := self.log.sheet(match).last_step:
            commands.undo(self.log, match, step.version, self.next_meta())

    def redo(self):
        match = self.existing_match()
        if undone := self.log.sheet(match).undone:
            commands.redo(self.log, match, undone[-1].version, self.next_meta())

    def close_match(self):
        match = self.existing_match()
        sheet = self.log.sheet(match)
        how = "closed" if sheet.game.is_open(sheet.setup) else "unfinished"
        commands.close(self.log, match, how, self.next_meta())

    def reopen_match(self):
        commands.reopen(self.log, self.existing_match(), self.next_meta())

    def delete(self):
        commands.delete(self.log, self.existing_match(), self.next_meta())

    def restore(self):
        away = self.one_of(match_lists.deleted_matches(self.log.store, now=BEGAN))
        commands.restore(self.log, away.id, self.next_meta())

    def play_under_two_entries(self):
        """Let a player play a match under a second entry, then merge the two entries."""
        self.taps += 1
        one, two, three = self.rng.sample(self.keys, 3)
        twin = roster.add_player(self.log.store, f"Twin {self.taps}", at=0).key
        self.play_match(GAMES["loba"], (twin, one, two))
        player_merge.merge_players(self.log.store, int(twin), int(three))
        self.twins.append((int(twin), int(three)))

    def unmerge_players(self):
        """Undo a merge, so that the two entries are two people again."""
        player_merge.unmerge_player(self.log.store, self.one_of(self.twins)[0])

    def merge_again(self):
        player_merge.merge_players(self.log.store, *self.one_of(self.twins))

    def import_results(self):
        """Import a CSV file of three matches on random evenings, with a new player."""
        self.taps += 1
        lines = ["date;game;player;place;points"]
        for game in ("loba", "gin", "jamon"):
            who = [*self.rng.sample(NAMES, 2), f"Guest {self.taps}"][: 2 if game == "gin" else 3]
            day = self.random_evening()
            lines += [f"{day};{game};{name};{place};" for place, name in enumerate(who, start=1)]
        data = "\n".join(lines).encode()
        seen = preview.build_preview(
            self.log.store, data, ImportChoices(), "2027-01-01", again=True
        )
        import_id = jobs.store_upload(
            self.log.store, "old.csv", data, f"file {self.taps}", int(time.time())
        )
        import_write.write(
            WriteJob(
                self.log.store, import_id, seen.matches, seen.lines, len(seen.bad_lines), BEGAN
            )
        )
        self.imports.append(import_id)

    def undo_import(self):
        import_undo.undo(self.log.store, self.one_of(self.imports), BEGAN)

    def redo_import(self):
        import_undo.redo(self.log.store, self.one_of(self.imports))

    # ------------------------------------------------------------ seasons and terms

    def random_season(self, number=0, name=""):
        days = sorted(self.random_evening() for _ in range(2))
        return Season(
            number,
            name or f"Season {self.taps} {self.rng.random()}",
            self.rng.choice((None, days[0])),
            self.rng.choice((None, days[1])),
            self.rng.choice((None, None, ("gin", "jabberwocky"), ("chinchon", "loba"))),
            self.rng.choice(SCHEMES),
            self.rng.choice(STAKES),
        )

    def random_evening(self):
        day = 20 + self.rng.randrange(1, 60)
        return f"2026-{9 + day // 30:02}-{1 + day % 30:02}"

    def open_season(self):
        season_commands.create_season(self.log.store, self.random_season(), at=BEGAN)

    def existing_season(self):
        return self.one_of(seasons.seasons(self.log.store))

    def change_season(self):
        season = self.existing_season()
        season_commands.change_season(self.log.store, self.random_season(season.id, season.name))

    def close_season(self):
        season_commands.close_season(self.log.store, self.existing_season().id, at=BEGAN + 70 * DAY)

    def reopen_season(self):
        season_commands.reopen_season(self.log.store, self.existing_season().id)

    def remove_season(self):
        season_commands.remove_season(self.log.store, self.existing_season().id)

    def set_terms(self):
        """Change whether a match counts towards a season, and its stake."""
        where = self.rng.choice([None, *(season.id for season in seasons.seasons(self.log.store))])
        chosen = where is not None or self.rng.random() < 0.5
        stake = self.rng.choice((None, Stakes("cents", dict.fromkeys(GAMES, 50))))
        match_terms_commands.set_match_terms(
            self.log.store, self.existing_match(), MatchTerms(chosen, where, stake)
        )


WAYS = (
    [RandomLeague.play] * 12
    + [RandomLeague.correct] * 5
    + [RandomLeague.undo, RandomLeague.redo, RandomLeague.set_terms] * 2
    + [
        RandomLeague.close_match,
        RandomLeague.reopen_match,
        RandomLeague.delete,
        RandomLeague.restore,
        RandomLeague.open_season,
        RandomLeague.play_under_two_entries,
        RandomLeague.change_season,
        RandomLeague.close_season,
        RandomLeague.reopen_season,
        RandomLeague.remove_season,
        RandomLeague.unmerge_players,
        RandomLeague.merge_again,
        RandomLeague.import_results,
        RandomLeague.undo_import,
        RandomLeague.redo_import,
    ]
)


def play_last_match(league):
    """Play one more match to its end. Its date is after the dates of all other matches."""
    game = GAMES["jamon"]
    match = commands.start_match(
        league.log,
        game.slug,
        tuple(league.keys[:3]),
        SHORT["jamon"],
        league.next_meta(BEGAN + 90 * DAY),
    )
    while not (sheet := league.log.sheet(match)).is_over:
        stage, answers = simulated_players.next_answers(sheet, league.rng)
        commands.record_stage(
            league.log,
            match,
            sheet.position.number,
            stage,
            answers,
            league.next_meta(BEGAN + 90 * DAY),
        )


def count_results(store):
    counts = {MatchState.OVER, MatchState.CLOSED, MatchState.IMPORTED}
    return sum(match.state in counts for match in match_lists.match_history(store, limit=10_000))
