"""The players of a league."""

import pytest

from scorekeeper.errors import NotFound, Refused
from scorekeeper.league import player_renames, roster
from tests.league.short_matches import start
from tests.refusals import reason_of


def names(store, **which):
    return [player.name for player in roster.players(store, **which)]


def test_accents_and_capitals_do_not_separate_players_in_the_list(store):
    for name in ("Zoë", "Ñusta", "Álvaro", "nora", "Oto", "Alba"):
        roster.add_player(store, name)

    assert names(store) == ["Alba", "Álvaro", "nora", "Ñusta", "Oto", "Zoë"]


def test_players_are_listed_by_name_and_get_colours_in_turn(store):
    for name in ("Chus", "ana", "Bruno"):
        roster.add_player(store, name)

    assert [(p.name, p.key, p.colour) for p in roster.players(store)] == [
        ("ana", "2", 2),
        ("Bruno", "3", 3),
        ("Chus", "1", 1),
    ]


def test_the_eleventh_player_gets_the_first_colour_again(store):
    colours = [roster.add_player(store, f"P{n}").colour for n in range(12)]

    assert colours == [*range(1, 11), 1, 2]


@pytest.mark.parametrize(
    "name",
    [
        "Ö",
        "李小龍",
        "أحمد",
        "דנה",
        "👨‍👩‍👧",
        "Jean-Luc O’Neill 2",
        "x" * 40,
        "<b>Ana</b>",
        "नेहा",
        "Δ",
    ],
)
def test_a_name_can_use_any_script(store, name):
    assert roster.add_player(store, f"  {name} ").name == name
    assert names(store) == [name]


def test_names_are_stored_in_composed_unicode_form(store):
    assert roster.add_player(store, "Zoe\u0308").name == "Zo\u00eb"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        pytest.param("", "Every player needs a name.", id="empty"),
        pytest.param(" \t\u3000 ", "Every player needs a name.", id="blank"),
        pytest.param("\u200b\u200d\u2060", "Every player needs a name.", id="invisible"),
        pytest.param("x" * 41, "A name can have at most 40 characters, not 41.", id="long"),
        *(
            pytest.param(
                name,
                "A name must be on one line and contain no control characters.",
                id=what,
            )
            for name, what in [
                ("Ana\nBruno", "two lines"),
                ("Ana\x00", "nul"),
                ("A\x1bna", "escape"),
                ("Ana\u202egnp", "reversed"),
                ("\u2066Ana", "isolated"),
                ("A\u2028na", "break"),
            ]
        ),
    ],
)
def test_an_empty_too_long_or_unprintable_name_is_refused(store, name, reason):
    with pytest.raises(Refused) as refused:
        roster.add_player(store, name)

    assert reason_of(refused) == reason
    assert refused.value.problems[0].code == "bad_name"
    assert names(store) == []


@pytest.mark.parametrize("name", ["ana", " ANA ", "A\u200bna", "\uff21\uff4e\uff41"])
def test_two_players_cannot_have_the_same_name(store, name):
    roster.add_player(store, "Ana")

    with pytest.raises(Refused) as refused:
        roster.add_player(store, name)

    assert refused.value.problems[0].code == "name_taken"
    assert (
        reason_of(refused)
        == "There is already a player called Ana. Choose a name that tells them apart."
    )


def test_a_refused_name_uses_up_no_id(store):
    roster.add_player(store, "Ana")
    with pytest.raises(Refused):
        roster.add_player(store, "Ana")

    assert roster.add_player(store, "Bruno").key == "2"


def test_a_rename_can_change_case_but_not_take_another_players_name(store):
    ana, _ = roster.add_player(store, "Ana"), roster.add_player(store, "Bruno")

    player_renames.rename_players(store, {ana.id: "ANA"})
    with pytest.raises(Refused):
        player_renames.rename_players(store, {ana.id: "bruno"})

    assert names(store) == ["ANA", "Bruno"]


def test_a_hidden_player_is_not_listed_until_unhidden(store):
    ana = roster.add_player(store, "Ana")
    roster.hide_player(store, ana.id)

    assert names(store) == []
    assert names(store, include_hidden=True) == ["Ana"]
    with pytest.raises(Refused) as refused:
        roster.add_player(store, "Ana")
    assert "hidden" in reason_of(refused)

    roster.unhide_player(store, ana.id)
    assert names(store) == ["Ana"]


def test_only_players_without_matches_can_be_removed(store, log, people):
    dina = roster.add_player(store, "Dina")
    start(log, people)

    roster.remove_player(store, dina.id)
    with pytest.raises(Refused) as refused:
        roster.remove_player(store, 1)

    assert reason_of(refused) == "Ana has played and cannot be removed, but can be hidden."
    assert names(store) == ["Ana", "Bruno", "Chus"]
    assert {p.name for p in roster.players(store) if p.has_played} == {"Ana", "Bruno", "Chus"}


def test_player_ids_are_never_reused(store):
    gone = roster.add_player(store, "Ana")
    roster.remove_player(store, gone.id)

    assert roster.add_player(store, "Bruno").id == gone.id + 1


@pytest.mark.parametrize(
    "verb",
    [
        roster.hide_player,
        roster.unhide_player,
        roster.remove_player,
        lambda store, number: player_renames.rename_players(store, {number: "Ana"}),
    ],
    ids=["hide", "show", "remove", "rename"],
)
def test_changing_an_unknown_player_is_refused(store, verb):
    with pytest.raises(NotFound, match="This player does not exist"):
        verb(store, 7)
