"""Helpers that create an unusual season, and read the matches and standings of a season."""

from dataclasses import fields, replace

from scorekeeper.league import season_commands
from scorekeeper.league.seasons import Season
from scorekeeper.stats.schemes import Scheme
from scorekeeper.stats.stakes import Stakes
from tests.clocks import evening_timestamp
from tests.stats.season_on_paper import standings

ADDED_UP = Scheme("places", per_match=False, tie_breaks=())
UNUSUAL = Season(  # no field has its default value
    id=1,
    name="Otoño",
    starts="2026-10-01",
    ends="2026-10-31",
    games=("chinchon", "loba"),
    scheme=Scheme(
        measure="beaten",
        per_match=False,
        place_points=(7, 4),
        shared_places="higher",
        counted_matches="best",
        best_or_drop_count=12,
        bonus_hundredths=25,
        min_matches=3,
        tie_breaks=("last",),
    ),
    stakes=Stakes("cents", {"loba": 50}),
    closed_at=1_790_000_000,
    hidden_players=(2,),
)


def season(store, name="Autumn", starts="2026-10-01", ends="2026-10-31", **more):
    more.setdefault("scheme", ADDED_UP)
    at = 0 if starts is None else evening_timestamp(starts)
    return season_commands.create_season(store, Season(0, name, starts, ends, **more), at=at)


def matches_in(stats_cache, one):
    return stats_cache.get_snapshot().league_stats.seasons[one.id].aggregate.matches


def table_of(stats_cache, one):
    return standings(one.scheme, stats_cache.get_snapshot().league_stats.seasons[one.id].aggregate)


def settings_without_effect(value_of):
    """Return the names of the scheme fields that do not change `value_of(scheme)`.

    Some fields have an effect only together with other fields. Each field is therefore changed in
    two schemes. In one of them, all other fields are defaults, and in the other, only `measure` is.
    """
    usual, unusual = Scheme(), replace(UNUSUAL.scheme, measure="places")

    def has_effect(name):
        changed = replace(usual, **{name: getattr(UNUSUAL.scheme, name)})
        changed_back = replace(unusual, **{name: getattr(usual, name)})
        return (value_of(changed), value_of(changed_back)) != (value_of(usual), value_of(unusual))

    return [field.name for field in fields(Scheme) if not has_effect(field.name)]
