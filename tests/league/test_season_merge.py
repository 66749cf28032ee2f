"""Each setting of a season belongs to one of its parts, and all changed settings are saved.

Two changes conflict only if they concern the same part.
"""

from dataclasses import fields, replace

import pytest

from scorekeeper.league import season_commands
from scorekeeper.league.season_merge import SEASON_PARTS, EditConflict, merge_edits
from scorekeeper.league.seasons import Season, seasons
from scorekeeper.stats.schemes import Scheme
from tests.league.season_changes import UNUSUAL

SETTINGS = [
    field.name
    for field in fields(Season)
    if field.name not in {"id", "scheme", "closed_at", "hidden_players", "unreadable_settings"}
]
SCHEME_SETTINGS = [field.name for field in fields(Scheme)]
PLAIN = Season(1, "Autumn")


def test_each_setting_of_a_season_is_in_exactly_one_part():
    parts = SEASON_PARTS.values()

    assert sorted(name for part in parts for name in part.season_fields) == sorted(SETTINGS)
    assert sorted(name for part in parts for name in part.scheme_fields) == sorted(SCHEME_SETTINGS)


def test_no_field_of_the_unusual_season_has_its_default():
    for value in (UNUSUAL, UNUSUAL.scheme):
        settings = [each for each in fields(value) if each.name != "unreadable_settings"]
        same = [each.name for each in settings if getattr(value, each.name) == each.default]
        assert same == []


@pytest.mark.parametrize("name", SETTINGS)
def test_a_changed_setting_of_a_season_is_merged(name):
    wanted = replace(PLAIN, **{name: getattr(UNUSUAL, name)})

    assert merge_edits(PLAIN, wanted, PLAIN) == wanted


@pytest.mark.parametrize("name", SCHEME_SETTINGS)
def test_a_changed_setting_of_a_scheme_is_merged(name):
    scheme = replace(PLAIN.scheme, **{name: getattr(UNUSUAL.scheme, name)})
    wanted = replace(PLAIN, scheme=scheme)

    assert merge_edits(PLAIN, wanted, PLAIN) == wanted


def test_changes_of_two_people_in_different_parts_are_both_merged():
    mine, theirs = replace(PLAIN, starts="2026-10-01"), replace(PLAIN, name="Otoño")

    assert merge_edits(PLAIN, mine, theirs) == replace(PLAIN, name="Otoño", starts="2026-10-01")


def test_changes_of_two_people_in_one_part_conflict():
    mine, theirs = replace(PLAIN, starts="2026-10-01"), replace(PLAIN, ends="2026-10-31")

    with pytest.raises(EditConflict) as conflict:
        merge_edits(PLAIN, mine, theirs)
    assert conflict.value.parts == ("evenings",)
    assert (conflict.value.season, conflict.value.stored) == (mine, theirs)


@pytest.mark.usefixtures("app")
def test_all_settings_of_a_season_are_stored(store):
    season_commands.create_season(store, UNUSUAL, at=0)

    assert seasons(store) == [UNUSUAL]
