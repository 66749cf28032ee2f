"""Statistics that are computed from nothing, and matches that change them."""

from scorekeeper.cli import simulated_players
from scorekeeper.league.stats_cache import StatsCache
from scorekeeper.match import commands
from scorekeeper.rules import GAMES
from tests.league.random_league import (
    BEGAN,
    DAY,
    SHORT,
    spelled_out,
)


def written_from_nothing(store):
    return spelled_out(StatsCache(store).wait_until_current())


def finish_another(league):
    """Play until one more match counts, dated after all others."""
    game = GAMES["jamon"]
    match = commands.start_match(
        league.log, game.slug, tuple(league.keys[:3]), SHORT["jamon"], league.sent(BEGAN + 90 * DAY)
    )
    while not (sheet := league.log.sheet(match)).is_over:
        stage, answers = simulated_players.next_answers(sheet, league.dice)
        commands.record_stage(
            league.log, match, sheet.position.number, stage, answers, league.sent(BEGAN + 90 * DAY)
        )
