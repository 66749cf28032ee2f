"""The league and its players, the lists of matches, and the last match's choices."""

import pytest
from sqlalchemy import event

from scorekeeper.cli import demo
from scorekeeper.errors import NotFound
from scorekeeper.league import last_setup, match_lists, roster
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta, Refused
from scorekeeper.match.outcome import MatchState, SeatOutcome
from scorekeeper.messages import render
from scorekeeper.server import engines
from tests.filled_league import fill_league

SHORT = {"schedule": [1]}
DAY = 24 * 60 * 60


def names(store, **which):
    return [player.name for player in roster.players(store, **which)]


def sentence(refused):
    return render(refused.value.problems[0].reason, {})


def start(log, players, game="jabberwocky", at=1000, **options):
    return commands.start_match(log, game, players, options, CommandMeta(f"start {at}", at))


def finish(log, match, at=2000):
    """Play the only deal: Ana bids one and takes one trick."""
    bids, tricks = {"1": 1, "2": 1, "3": 0}, {"1": 1, "2": 0, "3": 0}
    commands.record_stage(log, match, 1, "bids", {"bids": bids}, CommandMeta(f"b{match}", at - 1))
    return commands.record_stage(
        log, match, 1, "tricks", {"tricks": tricks}, CommandMeta(f"t{match}", at)
    )


# ---------------------------------------------------------------- names


def test_a_league_has_a_default_name_and_can_be_renamed(store):
    assert roster.get_league(store) == roster.League(
        1, "Card table", time_zone=None, all_time_minimum=None, currency=None
    )

    roster.rename_league(store, "  Thursday  ")

    assert roster.get_league(store).name == "Thursday"


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
        pytest.param("\u200b\u200d\u2060", "Every player needs a name.", id="nothing to see"),
        pytest.param("x" * 41, "A name can have at most 40 characters, not 41.", id="long"),
        *(
            pytest.param(
                name,
                "A name must be on one line, with only letters, digits, symbols and spaces.",
                id=what,
            )
            for name, what in [
                ("Ana\nBruno", "two lines"),
                ("Ana\x00", "nul"),
                ("A\x1bna", "escape"),
                ("Ana\u202egnp", "turned round"),
                ("\u2066Ana", "isolated"),
                ("A\u2028na", "break"),
            ]
        ),
    ],
)
def test_an_empty_too_long_or_unprintable_name_is_refused(store, name, reason):
    with pytest.raises(Refused) as refused:
        roster.add_player(store, name)

    assert sentence(refused) == reason
    assert refused.value.problems[0].code == "bad_name"
    assert names(store) == []


@pytest.mark.parametrize("name", ["ana", " ANA ", "A\u200bna", "\uff21\uff4e\uff41"])
def test_two_players_cannot_have_the_same_name(store, name):
    roster.add_player(store, "Ana")

    with pytest.raises(Refused) as refused:
        roster.add_player(store, name)

    assert refused.value.problems[0].code == "name_taken"
    assert (
        sentence(refused)
        == "There is already a player called Ana. Choose a name that tells them apart."
    )


def test_a_refused_name_uses_up_no_id(store):
    roster.add_player(store, "Ana")
    with pytest.raises(Refused):
        roster.add_player(store, "Ana")

    assert roster.add_player(store, "Bruno").key == "2"


def test_a_rename_can_change_case_but_not_take_another_players_name(store):
    ana, _ = roster.add_player(store, "Ana"), roster.add_player(store, "Bruno")

    roster.rename_player(store, ana.id, "ANA")
    with pytest.raises(Refused):
        roster.rename_player(store, ana.id, "bruno")

    assert names(store) == ["ANA", "Bruno"]


def test_a_hidden_player_is_not_listed_until_unhidden(store):
    ana = roster.add_player(store, "Ana")
    roster.hide_player(store, ana.id)

    assert names(store) == []
    assert names(store, include_hidden=True) == ["Ana"]
    with pytest.raises(Refused) as refused:
        roster.add_player(store, "Ana")
    assert "hidden" in sentence(refused)

    roster.unhide_player(store, ana.id)
    assert names(store) == ["Ana"]


def test_only_players_without_matches_can_be_removed(store, log, people):
    dina = roster.add_player(store, "Dina")
    start(log, people)

    roster.remove_player(store, dina.id)
    with pytest.raises(Refused) as refused:
        roster.remove_player(store, 1)

    assert sentence(refused) == "Ana has played and cannot be removed, but can be hidden."
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
        lambda store, number: roster.rename_player(store, number, "Ana"),
    ],
    ids=["hide", "show", "remove", "rename"],
)
def test_changing_an_unknown_player_is_refused(store, verb):
    with pytest.raises(NotFound, match="This player does not exist"):
        verb(store, 7)


# ---------------------------------------------------------------- lists of matches


def test_a_running_match_is_listed_with_its_players(store, log, people):
    match = start(log, ("3", "1", "2"))

    [found] = match_lists.running_matches(store)

    assert (found.id, found.game, found.state) == (match, "jabberwocky", MatchState.RUNNING)
    assert [(p.name, p.initials) for p in found.people.values()] == [
        ("Chus", "C"),
        ("Ana", "A"),
        ("Bruno", "B"),
    ]
    assert found.standings == {}
    assert match_lists.recent_matches(store) == []


def test_a_finished_match_is_listed_as_recent_with_its_places(store, log, people):
    match = start(log, people, **SHORT)
    finish(log, match)

    [found] = match_lists.recent_matches(store)

    assert match_lists.running_matches(store) == []
    assert found.state is MatchState.OVER
    assert found.summary == {
        "deals": 1,
        "totals": {"1": 1, "2": 0, "3": 1},
        "winners": ["1", "3"],
        "net": {},
    }
    assert found.standings == {
        "1": SeatOutcome(1, 1, True),
        "2": SeatOutcome(3, 0, False),
        "3": SeatOutcome(1, 1, True),
    }


def test_running_matches_are_listed_by_latest_change(store, log, people):
    first, second = start(log, people, at=1000), start(log, people, at=2000)
    bids = {"bids": {"1": 0, "2": 0, "3": 0}}
    commands.record_stage(log, first, 1, "bids", bids, CommandMeta("k", 3000))

    assert [found.id for found in match_lists.running_matches(store)] == [first, second]
    assert [found.id for found in match_lists.running_matches(store, limit=1)] == [first]


def test_recent_matches_are_listed_by_latest_end(store, log, people):
    matches = [start(log, people, at=1000 + n, **SHORT) for n in range(3)]
    for match, at in zip(matches, (9000, 7000, 8000), strict=True):
        finish(log, match, at)

    assert [found.id for found in match_lists.recent_matches(store)] == [1, 3, 2]
    assert [found.id for found in match_lists.recent_matches(store, limit=2)] == [1, 3]


def test_an_unfinished_match_is_listed_without_places(store, log, people):
    match = start(log, people)
    commands.close(log, match, "unfinished", CommandMeta("stop", 2000))

    [found] = match_lists.recent_matches(store)

    assert (found.state, found.ended_at) == (MatchState.UNFINISHED, 2000)
    assert found.standings == {}


def test_a_deleted_match_is_listed_separately_for_30_days(store, log, people):
    match = start(log, people, **SHORT)
    finish(log, match)
    commands.delete(log, match, CommandMeta("away", 5000))

    assert (
        match_lists.recent_matches(store)
        == match_lists.running_matches(store)
        == match_lists.match_history(store)
        == []
    )
    assert [found.id for found in match_lists.deleted_matches(store, now=5000 + 30 * DAY)] == [
        match
    ]
    assert match_lists.deleted_matches(store, now=5000 + 30 * DAY + 1) == []

    commands.restore(log, match, CommandMeta("back", 6000))
    assert [found.id for found in match_lists.recent_matches(store)] == [match]
    assert match_lists.deleted_matches(store, now=6000) == []


def test_the_match_history_is_paginated(store, app):
    fill_league(app, matches=12, seed=3)
    whole = [found.id for found in match_lists.match_history(store, limit=100)]

    pages, before = [], None
    while page := match_lists.match_history(store, before=before, limit=5):
        pages.append([found.id for found in page])
        before = page[-1].id

    assert [match for page in pages for match in page] == whole == sorted(whole, reverse=True)
    assert [len(page) for page in pages][:2] == [5, 5]


def test_the_match_history_can_be_filtered_by_game(store, app):
    fill_league(app, matches=12, seed=3)

    assert {found.game for found in match_lists.match_history(store, game="gin")} == {"gin"}


# ---------------------------------------------------------------- choices of the last match


def test_there_is_no_last_match_setup_before_the_first_match(store, people):
    assert last_setup.last_match_setup(store) is None


def test_the_last_match_setup_moves_the_deal_to_the_next_seat(store, log, people):
    start(log, ("2", "3", "1"), schedule=[1, 2, 1], first_dealer="3")

    found = last_setup.last_match_setup(store)

    assert (found.game, found.players, found.dealer) == ("jabberwocky", ("2", "3", "1"), "1")
    assert found.options["schedule"] == [1, 2, 1]
    assert "first_dealer" not in found.options


def test_each_group_and_game_has_its_own_last_match_setup(store, log, people):
    dina = roster.add_player(store, "Dina").key
    all_four = (*people, dina)
    start(log, people, at=1)
    start(log, all_four, "chinchon", at=2, limit=60)
    start(log, all_four, "chinchon", at=3, limit=80)
    start(log, people, "loba", at=4)

    assert last_setup.last_match_setup(store).game == "loba"
    assert last_setup.last_match_setup(store, players=("3", "1", "2")).game == "loba"
    assert last_setup.last_match_setup(store, "jabberwocky", players=("3", "1", "2")).match == 1
    assert last_setup.last_match_setup(store, "chinchon").options["limit"] == 80
    assert last_setup.last_match_setup(store, players=reversed(all_four)).options["limit"] == 80
    assert last_setup.last_match_setup(store, "gin") is None
    assert last_setup.last_match_setup(store, players=("1", "2")) is None


def test_the_last_match_setup_ignores_deleted_matches(store, log, people):
    start(log, people, at=1)
    commands.delete(log, start(log, people, "loba", at=2), CommandMeta("away", 3))

    assert last_setup.last_match_setup(store).game == "jabberwocky"


# ---------------------------------------------------------------- queries of a large league


LISTS = {
    "running": match_lists.running_matches,
    "recent": match_lists.recent_matches,
    "history": match_lists.match_history,
    "a later page": lambda store: match_lists.match_history(store, before=30),
    "one game": lambda store: match_lists.match_history(store, game="gin"),
    "thrown away": lambda store: match_lists.deleted_matches(store, now=demo.LAST_EVENING_AT),
    "same again": last_setup.last_match_setup,
    "this group": lambda store: last_setup.last_match_setup(store, players=("1", "2", "3", "4")),
    "this game": lambda store: last_setup.last_match_setup(store, "gin"),
    "both": lambda store: last_setup.last_match_setup(store, "gin", ("1", "2")),
    "players": roster.players,
}


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize("ask", LISTS.values(), ids=LISTS)
def test_list_queries_use_indexes_and_sort_nothing(app, store, ask):
    """SQLite's query plan searches every table by an index and sorts nothing."""
    fill_league(app, matches=40, seed=1)
    plans = []
    engine = engines.engine_of(app)

    def explain(connection, cursor, statement, parameters, context, many):
        if statement.startswith("SELECT"):
            cursor = connection.connection.cursor()
            plans.extend(
                row[3] for row in cursor.execute(f"EXPLAIN QUERY PLAN {statement}", parameters)
            )

    event.listen(engine, "before_cursor_execute", explain)
    ask(store)
    event.remove(engine, "before_cursor_execute", explain)

    assert plans
    assert [step for step in plans if step.startswith("SCAN") or "TEMP B-TREE" in step] == []
