"""After two entries of a person are merged, everything counts for one of them until an unmerge."""

from random import Random

import pytest

from scorekeeper.cli import demo
from scorekeeper.errors import NotFound, Refused
from scorekeeper.league import (
    last_setup,
    match_lists,
    player_merge,
    player_renames,
    roster,
    settings,
)
from scorekeeper.league.season_commands import create_season
from scorekeeper.league.seasons import Season
from scorekeeper.league.stats_cache import StatsCache
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.server import engines
from tests.league.comparable_statistics import plain_values, recomputed_values
from tests.league_fixtures import in_turn
from tests.refusals import reason_of

NAMES = ("Ana", "Bruno", "Chus", "Dina", "Edu", "Anita")


@pytest.fixture(autouse=True)
def people(store):
    """Six players with the keys 1 to 6. Anita is a second entry of Ana."""
    return tuple(roster.add_player(store, name, at=0).key for name in NAMES)


@pytest.fixture
def stats_cache(app):
    return StatsCache(engines.store_of(app))


def start(log, *players, at=100_000):
    return commands.start_match(
        log, "jabberwocky", players, {"schedule": [1]}, CommandMeta(f"s{at}", at)
    )


def play(log, *players, at=100_000, last_takes_trick=True):
    """Play a deal of one card. Every player but the first bids one.

    The last player takes the trick. If `last_takes_trick` is false, the first player takes it.
    """
    match = start(log, *players, at=at)
    bids = dict.fromkeys(players, 1) | {players[0]: 0}
    tricks = dict.fromkeys(players, 0) | {players[-1 if last_takes_trick else 0]: 1}
    commands.record_stage(log, match, 1, "bids", {"bids": bids}, CommandMeta(f"b{at}", at + 1))
    commands.record_stage(
        log, match, 1, "tricks", {"tricks": tricks}, CommandMeta(f"t{at}", at + 2)
    )
    return match


def names(store):
    return [player.name for player in roster.players(store)]


def test_a_merged_player_is_not_listed_until_unmerged(store):
    player_merge.merge_players(store, 6, 1)
    assert names(store) == ["Ana", "Bruno", "Chus", "Dina", "Edu"]
    assert [
        p.merged_into for p in roster.players(store, include_merged=True) if p.name == "Anita"
    ] == [1]

    player_merge.unmerge_player(store, 6)
    assert "Anita" in names(store)


def test_matches_of_both_players_count_for_one_until_unmerged(store, log, stats_cache):
    play(log, "1", "2", "3", at=100_000)
    play(log, "6", "2", "3", at=200_000)
    player_merge.merge_players(store, 6, 1)

    careers = stats_cache.wait_until_current().league_stats.careers
    assert {key: career.matches for key, career in careers.items()} == {"1": 2, "2": 2, "3": 2}

    player_merge.unmerge_player(store, 6)
    careers = stats_cache.wait_until_current().league_stats.careers
    assert {key: career.matches for key, career in careers.items()} == {
        "1": 1,
        "2": 2,
        "3": 2,
        "6": 1,
    }


def test_old_matches_show_the_name_and_colour_of_the_player_merged_into(store, log):
    match = play(log, "6", "2", "3")
    player_merge.merge_players(store, 6, 1)

    assert log.table_state(match).people["6"][:3] == ("6", "Ana", 1)
    assert [person.name for person in match_lists.recent_matches(store)[0].people.values()] == [
        "Ana",
        "Bruno",
        "Chus",
    ]
    assert list(match_lists.recent_matches(store)[0].people) == ["6", "2", "3"]


def test_chained_merges_resolve_to_the_last_player(store, log, stats_cache):
    match = play(log, "6", "2", "3")
    player_merge.merge_players(store, 6, 1)
    player_merge.merge_players(store, 1, 5)

    assert log.table_state(match).people["6"].name == "Edu"
    assert match_lists.recent_matches(store)[0].people["6"].name == "Edu"
    assert stats_cache.wait_until_current().league_state.current_keys == {"1": "5", "6": "5"}

    player_merge.unmerge_player(store, 1)
    assert log.table_state(match).people["6"].name == "Ana"


def test_the_last_match_setup_uses_the_players_merged_into(store, log):
    play(log, "6", "2", "3")
    player_merge.merge_players(store, 2, 5)
    player_merge.merge_players(store, 6, 1)

    setup = last_setup.last_match_setup(store)
    assert (setup.players, setup.dealer) == (("1", "5", "3"), "5")
    assert log.current_keys(("6", "2", "4")) == ("1", "5", "4")


def test_merging_players_of_the_same_match_is_refused(store, log):
    play(log, "1", "6", "3", at=1_763_066_000)

    for one, other, who, beside in ((6, 1, "Anita", "Ana"), (1, 6, "Ana", "Anita")):
        with pytest.raises(Refused) as refused:
            player_merge.merge_players(store, one, other)
        assert reason_of(refused) == (
            f"{who} and {beside} played in the same match of Jabberwocky on 2025-11-13, so they "
            f"cannot be the same person."
        )
    assert "Anita" in names(store)


def test_merging_is_refused_if_an_already_merged_player_shared_a_match(store, log):
    play(log, "6", "2", "3", at=1_763_066_000)
    player_merge.merge_players(store, 6, 1)

    with pytest.raises(Refused) as refused:
        player_merge.merge_players(store, 3, 1)
    assert reason_of(refused).startswith("Chus and Ana played in the same match")
    with pytest.raises(Refused):
        player_merge.merge_players(store, 1, 3)


def test_merging_the_same_players_again_changes_nothing(store):
    player_merge.merge_players(store, 6, 1)
    player_merge.merge_players(store, 6, 1)

    assert [
        p.merged_into for p in roster.players(store, include_merged=True) if p.name == "Anita"
    ] == [1]


@pytest.mark.parametrize(
    ("one", "into", "reason"),
    [
        pytest.param(1, 1, "Choose a player other than Ana.", id="themselves"),
        pytest.param(
            2,
            6,
            "Anita is already merged into Ana. Undo that merge first.",
            id="into a merged player",
        ),
        pytest.param(
            6, 2, "Anita is already merged into Ana. Undo that merge first.", id="merged before"
        ),
    ],
)
def test_merging_a_player_with_themselves_or_a_merged_player_is_refused(store, one, into, reason):
    player_merge.merge_players(store, 6, 1)

    with pytest.raises(Refused) as refused:
        player_merge.merge_players(store, one, into)

    assert reason_of(refused) == reason


@pytest.mark.parametrize(("one", "into"), [(99, 1), (1, 99)])
def test_merging_or_unmerging_an_unknown_player_is_refused(store, one, into):
    with pytest.raises(NotFound, match="This player does not exist"):
        player_merge.merge_players(store, one, into)
    with pytest.raises(NotFound, match="This player does not exist"):
        player_merge.unmerge_player(store, 99)


def test_a_merged_players_name_stays_taken_and_finds_the_player_merged_into(store):
    player_merge.merge_players(store, 6, 1)
    player_merge.merge_players(store, 1, 2)

    with pytest.raises(Refused) as refused:
        roster.add_player(store, " anita ")
    assert reason_of(refused) == (
        "There is already a player called Anita, merged into Ana. Choose another name."
    )
    assert roster.find_player_by_name(store, "ANITA").name == "Bruno"
    assert demo.get_or_add_player(store, "Anita") == "2"
    assert roster.find_player_by_name(store, "Zoë") is None


def test_a_player_that_another_is_merged_into_cannot_be_removed(store):
    player_merge.merge_players(store, 6, 1)

    with pytest.raises(Refused) as refused:
        roster.remove_player(store, 1)

    assert reason_of(refused) == "Anita is merged into Ana. Undo that merge first."


def test_every_change_of_the_league_or_a_player_is_in_the_statistics_at_once(store, stats_cache):
    player_renames.rename_players(store, {1: "Anna"})
    assert stats_cache.get_snapshot().league_state.people["1"].name == "Anna"
    settings.rename_league(store, "Thursday")
    assert stats_cache.get_snapshot().league_state.name == "Thursday"
    roster.hide_player(store, 2)
    assert stats_cache.get_snapshot().league_state.hidden_players == {"2"}
    roster.unhide_player(store, 2)
    assert stats_cache.get_snapshot().league_state.hidden_players == frozenset()
    assert "7" not in stats_cache.get_snapshot().league_state.players
    roster.add_player(store, "Fina")
    assert stats_cache.get_snapshot().league_state.people["7"].name == "Fina"
    roster.remove_player(store, 7)
    assert "7" not in stats_cache.get_snapshot().league_state.players


# ---------------------------------------------------------------- random order


MANY = 12  # players: enough that some of them never meet


def step(store, rng, log, number):
    """Play a match, merge two players or unmerge one."""
    one, other = rng.sample(range(1, MANY + 1), 2)
    what = rng.choice(("play", "play", "merge", "part"))
    try:
        if what == "merge":
            player_merge.merge_players(store, one, other)
        elif what == "part":
            player_merge.unmerge_player(store, one)
        else:
            known = [player.key for player in roster.players(store)]
            if len(known) >= 3:
                seats = rng.sample(known, 3)
                play(log, *seats, at=100_000 + 50_000 * number, last_takes_trick=rng.random() < 0.5)
    except Refused:
        pass


@in_turn("seed", range(3))
def test_statistics_after_random_merges_equal_a_full_recomputation(store, log, stats_cache, seed):
    create_season(store, Season(0, "Autumn"), at=0)
    for number in range(len(NAMES), MANY):
        roster.add_player(store, f"P{number}")
    rng = Random(seed)
    merged = 0
    for number in range(25):
        step(store, rng, log, number)
        snapshot = stats_cache.wait_until_current()
        merged += len(snapshot.league_state.current_keys)
        assert plain_values(snapshot) == recomputed_values(store)
    assert merged
    for player in range(1, MANY + 1):
        player_merge.unmerge_player(store, player)
    careers = stats_cache.wait_until_current().league_stats.careers
    seats = sum(len(each.people) for each in match_lists.recent_matches(store, limit=50))
    assert sum(career.matches for career in careers.values()) == seats > 0
