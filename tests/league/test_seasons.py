"""Changes to seasons: creating, changing and removing them. Closing has its own tests."""

from dataclasses import replace

import pytest
from sqlalchemy import delete, update

from scorekeeper.db.tables import Leagues, Seasons, SnapshotResults
from scorekeeper.errors import NotFound, Refused
from scorekeeper.league import match_terms_commands, payments, roster, season_commands, seasons
from scorekeeper.league.seasons import NO_TERMS, MatchTerms, Season
from scorekeeper.stats.schemes import Scheme
from scorekeeper.stats.stakes import Stakes
from scorekeeper.transfer import integrity
from tests.clocks import evening_timestamp
from tests.databases import rows
from tests.league.season_changes import matches_in, season
from tests.refusals import reason_of

pytestmark = pytest.mark.usefixtures("app", "madrid")


def test_seasons_are_listed_latest_first(store):
    season(store, "Autumn")
    season(store, "Spring", "2026-03-01", "2026-05-31")

    assert [each.name for each in seasons.seasons(store)] == ["Autumn", "Spring"]


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
    assert Scheme.from_json({"measure": "wins", "ties": ["last"]}) == Scheme(
        "wins", tie_breaks=("last",)
    )


def test_the_same_season_submitted_twice_is_created_once(store):
    first = season(store, "Autumn")

    assert season(store, " Autumn ") == first
    assert seasons.seasons(store) == [first]
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
        assert reason_of(refused) == "There is already a season called Autumn."
    season_commands.change_season(store, replace(other, name="SPRING"))
    assert season(store, "Winter").id == 3  # a refused season does not use up an id


@pytest.mark.parametrize(
    ("values", "field", "reason"),
    [
        ({"name": "  "}, "name", "Enter a name for the season."),
        (
            {"starts": "2026-10-02", "ends": "2026-10-01"},
            "ends",
            "The last evening cannot be before the first evening.",
        ),
    ],
)
def test_an_invalid_season_is_refused_with_the_field_and_a_reason(store, values, field, reason):
    with pytest.raises(Refused) as refused:
        season(store, **values)

    assert refused.value.problems[0].field == field
    assert reason_of(refused) == reason
    assert seasons.seasons(store) == []


def test_a_season_can_last_one_evening(store, stats_cache, play):
    one = season(store, starts="2026-10-01", ends="2026-10-01")

    play("2026-10-01")

    assert matches_in(stats_cache, one) == 1


def test_matches_of_a_removed_season_belong_by_date_again(store, app, stats_cache, play):
    autumn, party = season(store), season(store, "Party", "2020-01-01", "2020-01-01")
    match = play("2026-10-20")
    match_terms_commands.set_match_terms(
        store, match, MatchTerms(is_season_chosen=True, season_id=party.id)
    )
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
    at = evening_timestamp("2026-10-15")
    current = [seasons.current_season(store, at)]

    for removed in (autumn, spring, old):
        season_commands.remove_season(store, removed.id, at=at)
        current.append(seasons.current_season(store, at))

    assert current == [autumn, spring, old, None]


def test_removing_another_season_leaves_the_current_one(store):
    autumn, party = season(store), season(store, "Party")
    at = evening_timestamp("2026-10-15")
    season_commands.select_current_season(store, autumn.id, at=at)

    season_commands.remove_season(store, party.id, at=at)

    assert seasons.current_season(store, at) == autumn


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
    assert reason_of(refused) == (
        "Autumn has 2 payments. Undo them first, or close the season instead."
    )
    assert len(seasons.seasons(store)) == 2

    season_commands.remove_season(store, party.id)
    for payment in paid:
        payments.undo_payment(store, payment)
    season_commands.remove_season(store, autumn.id)
    assert seasons.seasons(store) == []


def test_the_undone_payments_of_a_removed_season_cannot_be_redone(store):
    ana, bruno = (roster.add_player(store, name).id for name in ("Ana", "Bruno"))
    autumn = season(store)
    payment = payments.record_payment(
        store, payments.NewPayment(ana, bruno, 5, "cents", autumn.id), "k"
    )
    payments.undo_payment(store, payment)

    season_commands.remove_season(store, autumn.id)

    with pytest.raises(NotFound):
        payments.redo_payment(store, payment)
    assert payments.recent_payments(store, None, {}) == []
    assert integrity.findings(store) == []


def test_an_undone_payment_that_an_older_version_kept_for_a_removed_season_cannot_be_redone(store):
    ana, bruno = (roster.add_player(store, name).id for name in ("Ana", "Bruno"))
    payment = payments.record_payment(
        store, payments.NewPayment(ana, bruno, 5, "cents", season(store).id), "k"
    )
    payments.undo_payment(store, payment)
    with store.write() as connection:
        connection.execute(update(Leagues).values(current_season=None))
        connection.execute(delete(Seasons))

    with pytest.raises(NotFound):
        payments.redo_payment(store, payment)
    assert integrity.findings(store) == []


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
