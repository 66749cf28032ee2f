"""Which season a match belongs to, and all changes to seasons except closing."""

import time
from dataclasses import replace

import pytest

from scorekeeper.db.tables import SnapshotResults
from scorekeeper.errors import NotFound
from scorekeeper.league import payments, roster, season_commands, seasons
from scorekeeper.league.seasons import NO_TERMS, MatchTerms, Season
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta, Refused
from scorekeeper.stats.schemes import Scheme
from scorekeeper.stats.stakes import Stakes
from tests.clocks import evening_timestamp
from tests.databases import rows
from tests.league.season_changes import matches_in, season, sentence

pytestmark = pytest.mark.usefixtures("app")


@pytest.fixture(autouse=True)
def madrid(monkeypatch):
    """Use a time zone other than UTC, so that evenings follow local time."""
    monkeypatch.setenv("TZ", "Europe/Madrid")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


# ---------------------------------------------------------------- membership


@pytest.mark.parametrize(
    ("evening", "hours", "belongs"),
    [
        pytest.param("2026-09-30", 0, False, id="the evening before the first"),
        pytest.param("2026-09-30", 8.99, False, id="just before five that night"),
        pytest.param("2026-10-01", -14, True, id="six in the morning of the first"),
        pytest.param("2026-10-01", 0, True, id="the first evening"),
        pytest.param("2026-10-31", 0, True, id="the last evening"),
        pytest.param("2026-10-31", 5.5, True, id="half past one after the last"),
        pytest.param("2026-10-31", 9, False, id="five in the morning after the last"),
        pytest.param("2026-11-01", 0, False, id="the evening after the last"),
    ],
)
def test_a_match_belongs_to_a_season_by_the_evening_it_ended(
    store, stats_cache, play, evening, hours, belongs
):
    autumn = season(store)

    play(evening, hours=hours)

    assert matches_in(stats_cache, autumn) == belongs
    assert stats_cache.get_snapshot().league_stats.all_time.aggregate.matches == 1


def test_a_season_without_dates_takes_every_match_of_its_games(store, stats_cache, play):
    everything = season(store, "Everything", None, None)
    of_gin = season(store, "Gin", None, None, games=("gin",))

    play("2020-01-01")

    assert [matches_in(stats_cache, one) for one in (everything, of_gin)] == [1, 0]


@pytest.mark.parametrize(
    ("first", "second", "taken_by"),
    [
        pytest.param("2026-10-01", "2026-10-10", "second", id="began later"),
        pytest.param("2026-10-10", "2026-10-01", "first", id="began later, though older"),
        pytest.param(None, "2026-10-01", "second", id="one has no beginning"),
        pytest.param("2026-10-01", "2026-10-01", "second", id="both together, the younger"),
    ],
)
def test_a_match_belongs_to_the_season_that_starts_or_was_created_last(
    store, stats_cache, play, first, second, taken_by
):
    both = {"first": season(store, "First", first), "second": season(store, "Second", second)}

    play("2026-10-20")

    counted = {name: matches_in(stats_cache, one) for name, one in both.items()}
    assert counted == {"first": 0, "second": 0} | {taken_by: 1}


def test_a_match_can_be_assigned_to_another_season_or_to_none(store, stats_cache, play):
    autumn, other = season(store), season(store, "Other", "2020-01-01", "2020-12-31")
    match = play("2026-10-20")

    season_commands.set_match_terms(store, match, MatchTerms(chosen=True, season=other.id))
    assert [matches_in(stats_cache, one) for one in (autumn, other)] == [0, 1]
    assert seasons.load_match_terms(store, match) == MatchTerms(True, other.id)

    season_commands.set_match_terms(store, match, MatchTerms(chosen=True, season=None))
    assert [matches_in(stats_cache, one) for one in (autumn, other)] == [0, 0]
    assert stats_cache.get_snapshot().league_stats.careers["1"].matches == 1

    season_commands.set_match_terms(store, match, NO_TERMS)
    assert [matches_in(stats_cache, one) for one in (autumn, other)] == [1, 0]
    assert seasons.load_match_terms(store, match) == NO_TERMS


def test_terms_based_on_older_terms_are_not_saved(store, play):
    season(store)
    match, friendly = play("2026-10-20"), MatchTerms(chosen=True)
    season_commands.set_match_terms(store, match, friendly)

    with pytest.raises(season_commands.StaleTerms):
        season_commands.set_match_terms(store, match, MatchTerms(True, 1), seen=NO_TERMS)
    assert seasons.load_match_terms(store, match) == friendly


def test_terms_can_be_set_for_a_running_match(store, stats_cache, log, people, play):
    season(store)
    match = commands.start_match(log, "jabberwocky", people, {"schedule": [1]}, CommandMeta("k", 1))

    season_commands.set_match_terms(store, match, MatchTerms(chosen=True, season=None))

    assert seasons.load_match_terms(store, match) == MatchTerms(True, None)
    with pytest.raises(NotFound, match="This season does not exist"):
        season_commands.set_match_terms(store, match, MatchTerms(chosen=True, season=99))


def test_a_match_has_the_stakes_of_its_season_unless_it_has_its_own(store, stats_cache, play):
    autumn = season(store, stakes=Stakes("cents", {"jabberwocky": 50}))
    play("2026-10-01")
    match = play("2026-10-02")
    friendly = play("2026-10-03")

    season_commands.set_match_terms(
        store, match, MatchTerms(stake=Stakes("counters", {"jabberwocky": 3}))
    )
    season_commands.set_match_terms(store, friendly, MatchTerms(chosen=True))

    balances = stats_cache.get_snapshot().league_stats.seasons[autumn.id].balances
    assert balances.totals == {
        "cents": {"1": 100, "2": -50, "3": -50},
        "counters": {"1": 6, "2": -3, "3": -3},
    }
    season_commands.change_season(
        store, replace(autumn, stakes=Stakes("cents", {"jabberwocky": 10}))
    )
    balances = stats_cache.get_snapshot().league_stats.seasons[autumn.id].balances
    assert balances.totals["cents"] == {"1": 20, "2": -10, "3": -10}


# ---------------------------------------------------------------- creating, changing, removing


def test_a_new_season_is_current_and_seasons_are_listed_latest_first(store):
    autumn, spring = season(store, "Autumn"), season(store, "Spring", "2026-03-01", "2026-05-31")

    assert seasons.current_season_id(store) == spring.id
    assert [each.name for each in seasons.seasons(store)] == ["Autumn", "Spring"]
    season_commands.select_current_season(store, autumn.id)
    assert seasons.current_season_id(store) == autumn.id


def test_a_season_is_stored_with_all_its_settings(store):
    whole = season(
        store,
        games=("gin", "loba"),
        stakes=Stakes("counters", {"gin": 5}),
        scheme=Scheme("places", False, (8, 4), "higher", "best", 5, 25, 3, ("last", "wins")),
    )

    assert seasons.seasons(store) == [whole]
    copied = season_commands.create_season(
        store, replace(whole, id=0, name="The same again", starts=None, ends=None)
    )
    assert (
        replace(copied, id=whole.id, name=whole.name, starts=whole.starts, ends=whole.ends) == whole
    )


def test_missing_settings_of_a_stored_scheme_get_defaults():
    assert seasons.scheme_from_json({"measure": "wins", "ties": ["last"]}) == Scheme(
        "wins", ties=("last",)
    )


def test_the_same_season_submitted_twice_is_created_once(store):
    first = season(store, "Autumn")

    assert season(store, " Autumn ") == first
    assert seasons.seasons(store) == [first]
    assert seasons.current_season_id(store) == first.id
    assert season(store, "Winter").id == 2


@pytest.mark.parametrize("name", ["autumn", "  AUTUMN ", "Au\u200btumn"])
def test_two_seasons_cannot_have_the_same_name(store, name):
    season(store, "Autumn")
    other = season(store, "Spring")

    for change in (
        lambda: season(store, name, ends=None),
        lambda: season_commands.change_season(store, replace(other, name=name)),
    ):
        with pytest.raises(Refused) as refused:
            change()
        assert sentence(refused) == "There is already a season called Autumn."
    season_commands.change_season(store, replace(other, name="SPRING"))
    assert season(store, "Winter").id == 3  # a refused season uses up no id


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"name": "  "}, "Enter a name for the season."),
        (
            {"starts": "2026-10-02", "ends": "2026-10-01"},
            "The last evening cannot be before the first evening.",
        ),
    ],
)
def test_an_invalid_season_is_refused_with_a_reason(store, values, reason):
    with pytest.raises(Refused) as refused:
        season(store, **values)

    assert sentence(refused) == reason
    assert seasons.seasons(store) == []


def test_a_season_can_last_one_evening(store, stats_cache, play):
    one = season(store, starts="2026-10-01", ends="2026-10-01")

    play("2026-10-01")

    assert matches_in(stats_cache, one) == 1


def test_matches_of_a_removed_season_belong_by_date_again(store, app, stats_cache, play):
    autumn, party = season(store), season(store, "Party", "2020-01-01", "2020-01-01")
    match = play("2026-10-20")
    season_commands.set_match_terms(store, match, MatchTerms(chosen=True, season=party.id))
    season_commands.close_season(store, party.id, at=evening_timestamp("2026-10-31"))
    assert matches_in(stats_cache, autumn) == 0

    season_commands.remove_season(store, party.id)

    assert [each.name for each in seasons.seasons(store)] == ["Autumn"]
    assert seasons.load_match_terms(store, match) == NO_TERMS
    assert matches_in(stats_cache, autumn) == 1
    assert rows(app, SnapshotResults) == []


def test_removing_the_current_season_makes_the_open_season_that_starts_last_current(store):
    old, summer = season(store, "Old", "2024-01-01"), season(store, "Summer", "2026-06-01")
    spring, autumn = season(store, "Spring", "2026-03-01"), season(store, "Autumn", "2026-10-01")
    season_commands.close_season(store, summer.id)
    current = [seasons.current_season_id(store)]

    for removed in (autumn, spring, old):
        season_commands.remove_season(store, removed.id)
        current.append(seasons.current_season_id(store))

    assert current == [autumn.id, spring.id, old.id, None]


def test_removing_another_season_leaves_the_current_one(store):
    autumn, party = season(store), season(store, "Party")
    season_commands.select_current_season(store, autumn.id)

    season_commands.remove_season(store, party.id)

    assert seasons.current_season_id(store) == autumn.id


def test_a_season_with_payments_cannot_be_removed(store, stats_cache):
    ana, bruno = (roster.add_player(store, name).id for name in ("Ana", "Bruno"))
    autumn, party = season(store), season(store, "Party")
    paid = [
        payments.record_payment(
            store, payments.NewPayment(ana, bruno, 5, "cents", autumn.id), f"k{n}"
        )
        for n in range(2)
    ]
    payments.record_payment(store, payments.NewPayment(ana, bruno, 5, "cents", None), "of none")

    with pytest.raises(Refused) as refused:
        season_commands.remove_season(store, autumn.id)
    assert sentence(refused) == (
        "Autumn has 2 payments. Undo them first, or close the season instead."
    )
    assert len(seasons.seasons(store)) == 2

    season_commands.remove_season(store, party.id)
    for payment in paid:
        payments.undo_payment(store, payment)
    season_commands.remove_season(store, autumn.id)
    assert seasons.seasons(store) == []


@pytest.mark.parametrize(
    "verb",
    [
        season_commands.select_current_season,
        season_commands.close_season,
        season_commands.reopen_season,
        season_commands.remove_season,
        lambda store, number: season_commands.change_season(store, Season(number, "Nothing")),
    ],
    ids=["choose", "close", "reopen", "remove", "change"],
)
def test_changing_an_unknown_season_is_refused(store, stats_cache, verb):
    before = stats_cache.get_snapshot().league_state.change

    with pytest.raises(NotFound, match="This season does not exist"):
        verb(store, 7)

    assert stats_cache.get_snapshot().league_state.change == before
