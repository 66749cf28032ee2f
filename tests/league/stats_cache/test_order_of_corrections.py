"""If the same corrections are made in another order, the statistics are the same."""

from contextlib import suppress
from random import Random

from scorekeeper.cli import simulated_players
from scorekeeper.db.sql_log import SqlLog
from scorekeeper.errors import Refused
from scorekeeper.league.stats_cache import StatsCache
from scorekeeper.match import commands, correction_commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.rules import GAMES
from scorekeeper.server import engines
from tests.league.comparable_statistics import plain_values, recomputed_values
from tests.league.random_league import BEGAN, DAY, SHORT, RandomLeague
from tests.league_fixtures import in_turn


class Story:
    """A league with matches, and a list of changes that can be made in any order.

    A change either corrects the first deal of a match or finishes a match in progress. The same
    seed gives the same league and the same changes.
    """

    def __init__(self, app, seed):
        self.log, self.taps = SqlLog(engines.store_of(app)), 0
        league = RandomLeague(self.log, seed)
        league.open_season()
        league.import_results()
        league.run_random_steps(70).play_under_two_entries()
        self.changes = [
            (
                self.correct,
                match,
                simulated_players.random_deal(sheet.game, sheet.played_deals[0].before, league.rng),
            )
            for match in league.matches
            for sheet in (self.log.sheet(match),)
            if sheet.played_deals and not sheet.is_deleted
        ]
        self.changes += [(self.play, self.begin(league)) for _ in range(6)]

    def next_meta(self, at):
        self.taps += 1
        return CommandMeta(f"story {self.taps}", at)

    def begin(self, league):
        game = GAMES[league.rng.choice(list(SHORT))]
        who = tuple(league.rng.sample(league.keys, max(n for n in game.seats if n <= 6)))
        return commands.start_match(
            self.log, game.slug, who, SHORT[game.slug], self.next_meta(BEGAN)
        )

    def correct(self, match, first_deal):
        """Correct the first deal of a match, unless later deals make that impossible."""
        seen = self.log.sheet(match).version
        with suppress(Refused):
            correction_commands.correct_deal(
                self.log, match, 1, first_deal, seen, self.next_meta(BEGAN + 99 * DAY)
            )

    def play(self, match):
        """Play the match to its end, at a random time within 60 days."""
        rng = Random(match)
        at = BEGAN + rng.randrange(60 * DAY)
        while not (sheet := self.log.sheet(match)).is_over:
            stage, answers = simulated_players.next_answers(sheet, rng)
            commands.record_stage(
                self.log, match, sheet.position.number, stage, answers, self.next_meta(at)
            )


def read_statistics(store, story, stats_cache, order):
    """Make all changes in random order, and return the statistics before and after them.

    The statistics are also read after each change. The last ones must equal statistics that are
    computed from scratch.
    """
    before = plain_values(stats_cache.wait_until_current())
    for verb, *details in order.sample(story.changes, len(story.changes)):
        verb(*details)
        stats_cache.wait_until_current()
    after = plain_values(stats_cache.wait_until_current())
    assert after == recomputed_values(store)
    del after["league state"]  # it contains the number of changes, which may differ
    return before, after


@in_turn("large", [True, False], ids=["large league", "small league"])
def test_the_order_of_corrections_does_not_change_the_statistics(
    app, another_league, large, request
):
    if large:
        request.getfixturevalue("low_limits")
    runs = []
    for order, each in enumerate((app, another_league)):
        story, stats_cache = Story(each, "story"), StatsCache(engines.store_of(each))
        runs.append(
            read_statistics(engines.store_of(each), story, stats_cache, Random(f"story {order}"))
        )

    (before, one), (_, other) = runs
    assert one == other
    assert before["matches"] > 5
    assert before["careers"] != one["careers"]
