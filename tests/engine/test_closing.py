"""Closing a season keeps its results as they are, whatever is corrected later."""

from dataclasses import replace

import pytest

from scorekeeper import league, same_person, season_changes, seasons, table
from scorekeeper.models import KeptResult
from scorekeeper.nights import moment_of
from scorekeeper.seasons import MatchTerms, Season
from scorekeeper.table import Refused, Sent
from tests.databases import rows
from tests.engine.seasonal import matches_in, season, sentence, table_of


@pytest.fixture
def closed(app, keeper, play):
    """Ana won twice, Bruno once; then the season was closed."""
    autumn = season()
    for night, winner in (("2026-10-01", "1"), ("2026-10-08", "2"), ("2026-10-15", "1")):
        play(night, winner)
    season_changes.close_season(autumn.id, at=moment_of("2026-10-31"))
    keeper.open()
    return autumn


CLOSED = "1 1 12½ | 2 2 10 | 3 3 7½"


def test_a_closed_season_shows_what_it_did(keeper, closed):
    # Ana 5 + 2½ + 5, Bruno 2½ + 5 + 2½, Chus three times 2½.
    assert table_of(keeper, closed) == CLOSED
    assert keeper.open().facts.season(closed.id).closed_at == moment_of("2026-10-31")


def test_what_is_corrected_after_closing_moves_everything_but_the_season(keeper, log, closed):
    wins = keeper.open().ledger.all.scope.sums.tallies["1"].wins
    sheet = log.sheet(1)
    stages = (("bids", {"bids": dict.fromkeys("123", 1)}),
              ("tricks", {"tricks": {"1": 0, "2": 1, "3": 0}}))  # fmt: skip

    table.correct(log, 1, 1, stages, sheet.version, Sent("c", 1))

    assert wins == 2
    assert keeper.open().ledger.all.scope.sums.tallies["1"].wins == 1
    assert table_of(keeper, closed) == CLOSED
    season_changes.reopen_season(closed.id)
    assert table_of(keeper, closed) == "1 2 12½ | 2 1 10 | 3 3 7½"


def test_what_is_thrown_away_after_closing_stays_in_the_season(keeper, log, closed):
    table.throw_away(log, 2, Sent("away", 1))

    assert table_of(keeper, closed) == CLOSED
    assert keeper.open().ledger.all.scope.matches == 2
    season_changes.reopen_season(closed.id)
    assert matches_in(keeper, closed) == 2


def test_terms_of_a_match_change_nothing_in_a_closed_season(keeper, closed):
    season_changes.agree(1, MatchTerms(chosen=True, season=None))

    assert table_of(keeper, closed) == CLOSED
    season_changes.reopen_season(closed.id)
    assert matches_in(keeper, closed) == 2


def test_an_old_evening_that_is_written_down_after_closing_is_not_in_it(keeper, play, closed):
    play("2026-10-20", "3")

    assert table_of(keeper, closed) == CLOSED
    assert keeper.open().ledger.all.scope.matches == 4


def test_a_season_that_was_closed_early_takes_nothing_more(keeper, play):
    autumn = season(ends="2026-12-31")
    play("2026-10-01")
    season_changes.close_season(autumn.id, at=moment_of("2026-10-10"))

    following = season("Following", None, None)
    play("2026-11-20")

    assert [matches_in(keeper, one) for one in (autumn, following)] == [1, 1]


def test_a_season_without_a_last_evening_ends_with_its_closing(keeper, play):
    autumn = season(ends=None)
    play("2026-10-01")
    season_changes.close_season(autumn.id, at=moment_of("2026-10-10"))

    assert seasons.seasons()[0].last == "2026-10-10"
    season_changes.reopen_season(autumn.id)
    assert seasons.seasons()[0].last is None


def test_closing_twice_keeps_the_first(app, closed):
    kept = rows(app, KeptResult)

    season_changes.close_season(closed.id, at=moment_of("2026-11-30"))

    assert rows(app, KeptResult) == kept
    assert seasons.seasons()[0].closed_at == moment_of("2026-10-31")


def test_what_a_closed_season_keeps_is_a_row_for_each_match(app, closed):
    kept = rows(app, KeptResult)

    assert [(row.season_id, row.match_id, row.game) for row in kept] == [
        (closed.id, match, "jabberwocky") for match in (1, 2, 3)
    ]
    assert kept[0].ended_at == moment_of("2026-10-01")
    assert [seat[:6] for seat in kept[0].result] == [
        ["1", 0, 1, 1, 3, 1], ["2", 1, 2, 2, 3, 0], ["3", 2, 2, 2, 3, 0],
    ]  # fmt: skip
    season_changes.reopen_season(closed.id)
    assert rows(app, KeptResult) == []


def test_more_matches_than_fit_into_one_write_are_all_kept(app, keeper, play, monkeypatch):
    monkeypatch.setattr(season_changes, "AT_ONCE", 2)
    autumn = season()
    for day in range(10, 15):
        play(f"2026-10-{day}")
    play("2026-11-10")

    season_changes.close_season(autumn.id, at=moment_of("2026-10-31"))

    assert [row.match_id for row in rows(app, KeptResult)] == [1, 2, 3, 4, 5]


def test_a_closed_season_keeps_all_but_its_name(closed):
    there = seasons.seasons()[0]

    season_changes.change_season(replace(there, name="Autumn 2026"))
    with pytest.raises(Refused) as refused:
        season_changes.change_season(replace(there, name="Gold", starts=None))

    assert sentence(refused) == "Autumn 2026 is closed and stays as it was: reopen it first."
    assert seasons.seasons()[0] == replace(there, name="Autumn 2026")


def test_two_entries_of_one_person_are_one_in_a_closed_season_too(keeper, closed, log):
    twin = league.add_player("Anita").key
    match = table.start(log, "jabberwocky", (twin, "2", "3"), {"schedule": [1]},
                        Sent("twin", moment_of("2026-10-20")))  # fmt: skip
    at = moment_of("2026-10-20")
    bids, tricks = dict.fromkeys((twin, "2", "3"), 1), {twin: 1, "2": 0, "3": 0}
    table.record(log, match, 1, "bids", {"bids": bids}, Sent("tb", at))
    table.record(log, match, 1, "tricks", {"tricks": tricks}, Sent("tt", at))
    season_changes.reopen_season(closed.id)
    season_changes.close_season(closed.id, at=moment_of("2026-10-31"))

    same_person.merge_players(int(twin), 1)

    assert table_of(keeper, closed) == "1 1 17½ | 2 2 12½ | 3 3 10"


def test_the_next_season_takes_what_ends_after_the_closing_and_nothing_before(keeper, play):
    spring = season("Spring", None, None)
    play("2026-05-28")
    play("2026-06-11")
    season_changes.close_season(spring.id, at=moment_of("2026-06-11") + 2 * 3600)

    summer = season_changes.open_season(
        Season(0, "Summer"), at=moment_of("2026-06-11") + 2 * 3600 + 60
    )
    play("2026-06-11", winner="2", hours=3)
    play("2026-06-18")

    assert matches_in(keeper, spring) == 2
    assert matches_in(keeper, summer) == 2


def test_what_belonged_elsewhere_when_a_season_was_closed_stays_there(keeper, play):
    whole, may = season("2026", None, None), season("May", "2026-05-01", "2026-05-31")
    play("2026-05-28")
    play("2026-06-11")

    season_changes.close_season(whole.id, at=moment_of("2026-06-12"))

    assert matches_in(keeper, whole) == 1
    assert matches_in(keeper, may) == 1
