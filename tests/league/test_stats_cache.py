"""Statistics that are updated match by match equal those computed from scratch."""

import gc
from contextlib import suppress
from random import Random
from threading import Event, Thread

import pytest

from scorekeeper.cli import simulated_players
from scorekeeper.db.rebuild import rebuild
from scorekeeper.db.sql_log import SqlLog
from scorekeeper.league import match_lists, recompute, season_commands
from scorekeeper.league import stats_cache as stats_cache_module
from scorekeeper.league.seasons import Season
from scorekeeper.league.stats_cache import StatsCache
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta, Refused
from scorekeeper.match.outcome import MatchState
from scorekeeper.rules import GAMES
from scorekeeper.server import engines
from scorekeeper.stats.stakes import REMAINDER
from scorekeeper.transfer.results_csv import ImportChoices
from scorekeeper.transfer.results_import import import_write, jobs, preview
from scorekeeper.transfer.results_import.import_write import WriteJob
from tests.databases import opened
from tests.league.random_league import (
    BEGAN,
    DAY,
    SHORT,
    STAKES,
    RandomLeague,
    how_many_count,
    spelled_out,
)
from tests.league.statistics import finish_another, written_from_nothing


@pytest.fixture
def few(monkeypatch):
    """Lower the limits so that a small league uses checkpoints and background recomputation."""
    monkeypatch.setattr(stats_cache_module, "INLINE_RECOMPUTE_LIMIT", 3)
    monkeypatch.setattr(recompute, "MIN_CHECKPOINT_INTERVAL", 4)
    monkeypatch.setattr(stats_cache_module, "FIRST_LOAD_TIMEOUT_S", 0.0)
    monkeypatch.setattr(stats_cache_module, "REFRESH_TIMEOUT_S", 0.0)


@pytest.mark.parametrize("seed", range(2))
def test_incremental_statistics_equal_a_full_recomputation(store, log, seed):
    league, stats_cache = RandomLeague(log, f"day to day {seed}"), StatsCache(store)
    league.go_on(10).entered_twice()

    for _ in range(25):
        league.go_on(league.dice.randint(1, 4))
        values = spelled_out(stats_cache.get_snapshot())
        assert values == written_from_nothing(store)

    assert values["matches"] == how_many_count(store) > 5


@pytest.mark.parametrize("seed", range(2))
def test_recomputing_from_checkpoints_equals_a_full_recomputation(store, log, few, seed):
    league, stats_cache, most = RandomLeague(log, f"marks {seed}"), StatsCache(store), 0

    for _ in range(25):
        league.go_on(league.dice.randint(1, 4))
        snapshot = stats_cache.wait_until_current()
        assert spelled_out(snapshot) == written_from_nothing(store)
        most = max(most, len(snapshot.checkpoints))

    assert snapshot.league_stats.matches == how_many_count(store) > 5
    assert most > 1


def checkpoint_orders(stats_cache):
    return [checkpoint.last for checkpoint in stats_cache.wait_until_current().checkpoints]


def test_a_change_keeps_the_checkpoints_before_it(store, season, few):
    stats_cache = StatsCache(store)
    checkpoints = checkpoint_orders(stats_cache)
    latest = max(stats_cache.snapshot.end_times.items(), key=lambda item: item[::-1])[0]
    assert len(checkpoints) > 1

    for tap in ("away", "away again"):
        commands.delete(season.log, latest, CommandMeta(tap, BEGAN))
        stats_cache.wait_until_current()
        commands.restore(season.log, latest, CommandMeta(f"back after {tap}", BEGAN))

    assert checkpoint_orders(stats_cache)[: len(checkpoints)] == checkpoints
    assert spelled_out(stats_cache.get_snapshot()) == written_from_nothing(store)


# ---------------------------------------------------------------- random order


class Story:
    """A league with a past, and a list of changes that can be made in any order.

    The changes correct first deals, one a match, and finish matches that had begun. The same seed
    gives the same league and the same changes.
    """

    def __init__(self, app, seed):
        self.log, self.taps = SqlLog(engines.store_of(app)), 0
        league = RandomLeague(self.log, seed)
        league.open_season()
        league.old_results()
        league.go_on(70).entered_twice()
        self.changes = [
            (
                self.correct,
                match,
                simulated_players.random_deal(sheet.game, sheet.rounds[0].before, league.dice),
            )
            for match in league.matches
            for sheet in (self.log.sheet(match),)
            if sheet.rounds and not sheet.deleted
        ]
        self.changes += [(self.play, self.begin(league)) for _ in range(6)]

    def sent(self, at):
        self.taps += 1
        return CommandMeta(f"story {self.taps}", at)

    def begin(self, league):
        game = GAMES[league.dice.choice(list(SHORT))]
        who = tuple(league.dice.sample(league.keys, max(n for n in game.seats if n <= 6)))
        return commands.start_match(self.log, game.slug, who, SHORT[game.slug], self.sent(BEGAN))

    def correct(self, match, first_deal):
        """Correct the first deal, unless later deals make that impossible."""
        seen = self.log.sheet(match).version
        with suppress(Refused):
            commands.correct_deal(self.log, match, 1, first_deal, seen, self.sent(BEGAN + 99 * DAY))

    def play(self, match):
        """Play the match to its end, dated among the other matches."""
        dice = Random(match)
        at = BEGAN + dice.randrange(60 * DAY)
        while not (sheet := self.log.sheet(match)).is_over:
            stage, answers = simulated_players.next_answers(sheet, dice)
            commands.record_stage(
                self.log, match, sheet.position.number, stage, answers, self.sent(at)
            )


def told(store, story, stats_cache, order):
    """Return the statistics before and after all changes, reading them after each change."""
    before = spelled_out(stats_cache.wait_until_current())
    for verb, *details in order.sample(story.changes, len(story.changes)):
        verb(*details)
        stats_cache.wait_until_current()
    after = spelled_out(stats_cache.wait_until_current())
    assert after == written_from_nothing(store)
    del after["league state"]  # they contain the number of changes, which may differ
    return before, after


@pytest.mark.parametrize("large", [False, True], ids=["few matches", "as of many"])
def test_the_order_of_corrections_does_not_change_the_statistics(
    app, another_league, large, request
):
    if large:
        request.getfixturevalue("few")
    found = []
    for order, each in enumerate((app, another_league)):
        story, stats_cache = Story(each, "story"), StatsCache(engines.store_of(each))
        found.append(told(engines.store_of(each), story, stats_cache, Random(f"story {order}")))

    (before, one), (_, other) = found
    assert one == other
    assert before["matches"] > 5
    assert before["careers"] != one["careers"]


# ---------------------------------------------------------------- money


def sums_of(balances):
    """Return the sum of each balance, in total and by evening, including the remainder."""
    return [
        sum(amounts.values())
        for unit, balance in balances.totals.items()
        for amounts in (balance, *balances.by_evening[unit].values())
    ]


def shared_by_two(log, who):
    """Play a match in which one player pays 7 cents to two; a cent is left over."""
    match = commands.start_match(log, "jamon", tuple(who), {}, CommandMeta("shared", BEGAN))
    counted = {"went_out": who[0], "counters": dict(zip(who, (3, 9, 3), strict=True))}
    stage = log.sheet(match).asked.stage
    assert (
        len(
            commands.record_stage(
                log, match, 1, stage, counted, CommandMeta("count", BEGAN)
            ).winners
        )
        == 2
    )


@pytest.mark.parametrize("seed", range(2))
def test_all_balances_add_up_to_zero_after_every_change(store, log, seed):
    season_commands.create_season(store, Season(0, "For money", stakes=STAKES[1]), at=BEGAN)
    league, stats_cache = RandomLeague(log, f"money {seed}"), StatsCache(store)
    league.old_results()
    shared_by_two(log, league.keys[:3])
    seen, states = set(), set()

    for _ in range(12):
        league.go_on(8).entered_twice()
        league_stats = stats_cache.wait_until_current().league_stats
        for season_stats in (league_stats.all_time, *league_stats.seasons.values()):
            assert not any(sums_of(season_stats.balances))
            seen |= {key for each in season_stats.balances.totals.values() for key in each}
        states |= {match.state for match in match_lists.match_history(store, limit=1000)}

    assert {REMAINDER, *league.keys} <= seen
    assert {MatchState.NOTED, MatchState.OVER} <= states
    assert league.twins


def test_two_processes_that_read_at_different_times_agree(store, log, database):
    other = opened(database)
    often, seldom = StatsCache(store), StatsCache(engines.store_of(other))
    league = RandomLeague(log, "two processes")

    for _ in range(5):
        for _ in range(5):
            league.go_on(3)
            often.get_snapshot()
        assert spelled_out(often.get_snapshot()) == spelled_out(seldom.get_snapshot())

    assert spelled_out(often.get_snapshot()) == written_from_nothing(store)
    engines.engine_of(other).dispose()


def test_statistics_are_the_same_after_a_rebuild(store, app, log):
    stats_cache = StatsCache(store)
    RandomLeague(log, "rebuild").go_on(80)
    before = spelled_out(stats_cache.get_snapshot())

    rebuild(engines.engine_of(app))
    after = spelled_out(stats_cache.get_snapshot())

    assert after.pop("league state").change > before.pop("league state").change
    assert after == before


def test_the_snapshot_is_reused_while_nothing_changes(store, log):
    stats_cache = StatsCache(store)
    RandomLeague(log, "quiet").go_on(30)

    assert stats_cache.get_snapshot() is stats_cache.get_snapshot()


def test_a_new_result_leaves_the_snapshot_that_pages_are_reading_as_it_is(store, season):
    stats_cache = StatsCache(store)
    old = stats_cache.get_snapshot()
    before = spelled_out(old)

    for _ in range(2):  # on a new evening, and on the same one
        finish_another(season)
        assert stats_cache.get_snapshot().league_stats.matches > old.league_stats.matches

    assert spelled_out(old) == before


# ---------------------------------------------------------------- background recomputation


@pytest.fixture
def season(store, log):
    """A league with matches in a season with id 1."""
    season_commands.create_season(store, Season(0, "Autumn"), at=BEGAN)
    league = RandomLeague(log, "season")
    while how_many_count(store) < 9:
        league.play()
    return league


def import_results(store, matches):
    """Import this many old results, two players each."""
    lines = ["date;game;player;place;points"]
    for number in range(matches):
        day = f"20{10 + number // 336}-{1 + number // 28 % 12:02}-{1 + number % 28:02}"
        lines += [f"{day};gin;Ana;1;", f"{day};gin;Bruno;2;"]
    data = "\n".join(lines).encode()
    seen = preview.build_preview(store, data, ImportChoices(), "2027-01-01", again=True)
    import_id = jobs.store_upload(store, "old.csv", data, "file", BEGAN)
    import_write.write(WriteJob(store, import_id, seen.matches, seen.lines, len(seen.bad), BEGAN))


def test_only_the_statistics_of_the_start_are_frozen(store, log):
    import_results(store, 600)
    frozen = gc.get_freeze_count()

    assert StatsCache(store).wait_until_current().league_stats.matches == 600
    assert gc.get_freeze_count() <= frozen

    StatsCache(store).load_and_freeze()
    assert gc.get_freeze_count() > frozen


@pytest.mark.parametrize("many", [False, True], ids=["few matches", "as of many"])
def test_concurrent_reads_do_not_fail_during_writes(store, log, many, request):
    if many:
        request.getfixturevalue("few")
    stats_cache, league = StatsCache(store), RandomLeague(log, "readers")
    done, wrong, looks = Event(), [], []

    def read():
        try:
            while not done.is_set():
                snapshot = stats_cache.get_snapshot()
                snapshot.cached("all of it", lambda snapshot=snapshot: spelled_out(snapshot))
                looks.append(snapshot.league_state.change)
        except Exception as error:  # the test checks it
            wrong.append(error)

    readers = [Thread(target=read) for _ in range(3)]
    for reader in readers:
        reader.start()
    try:
        rounds = 0
        # On a busy machine the readers read less often.
        while rounds < 30 or (len(set(looks)) <= 5 and not wrong):
            league.go_on(2)
            rounds += 1
    finally:
        done.set()
        for reader in readers:
            reader.join()

    assert wrong == []
    assert len(set(looks)) > 5
    assert spelled_out(stats_cache.wait_until_current()) == written_from_nothing(store)


def test_the_number_of_cached_values_and_pages_is_limited(stats_cache):
    snapshot = stats_cache.get_snapshot()
    for number in range(1000):
        assert snapshot.cached(number, lambda number=number: number + 1) == number + 1
        snapshot.cache_page(number, f"page {number}")

    assert len(snapshot.cached_values) < 1000
    assert len(snapshot.pages) < 1000
    assert snapshot.cached(999, lambda: "made again") == 1000
    assert snapshot.cached_page(999) == "page 999"
