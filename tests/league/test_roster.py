"""The league and its players, the lists of matches, and the last match's choices."""

import pytest

from scorekeeper.cli import demo
from scorekeeper.db import engines
from scorekeeper.league import match_lists, roster
from scorekeeper.league.roster import PlayerNotFound
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta, Refused
from scorekeeper.match.outcome import MatchState, SeatOutcome
from scorekeeper.messages import render

SHORT = {"schedule": [1]}
DAY = 24 * 60 * 60


@pytest.fixture(autouse=True)
def inside(app):
    """Use the app's league in every test of this module."""


def names(**which):
    return [player.name for player in roster.players(**which)]


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


def test_a_league_has_a_name_from_the_start_and_may_change_it():
    assert roster.current_league() == roster.League(1, "Card table")

    roster.rename_league("  Thursday  ")

    assert roster.current_league().name == "Thursday"


def test_players_are_listed_by_name_and_take_the_colours_in_turn():
    for name in ("Chus", "ana", "Bruno"):
        roster.add_player(name)

    assert [(p.name, p.key, p.colour) for p in roster.players()] == [
        ("ana", "2", 2),
        ("Bruno", "3", 3),
        ("Chus", "1", 1),
    ]


def test_the_eleventh_player_begins_the_colours_again():
    colours = [roster.add_player(f"P{n}").colour for n in range(12)]

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
def test_any_script_will_do_for_a_name(name):
    assert roster.add_player(f"  {name} ").name == name
    assert names() == [name]


def test_accents_are_kept_in_one_way_whichever_way_they_were_typed():
    assert roster.add_player("Zoe\u0308").name == "Zo\u00eb"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        pytest.param("", "Every player needs a name.", id="empty"),
        pytest.param(" \t\u3000 ", "Every player needs a name.", id="blank"),
        pytest.param("\u200b\u200d\u2060", "Every player needs a name.", id="nothing to see"),
        pytest.param("x" * 41, "A name has at most 40 characters, not 41.", id="long"),
        *(
            pytest.param(name, "A name is on one line: letters, digits, signs and spaces.", id=id)
            for name, id in [
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
def test_a_name_that_nobody_can_read_is_refused(name, reason):
    with pytest.raises(Refused) as refused:
        roster.add_player(name)

    assert sentence(refused) == reason
    assert refused.value.problems[0].code == "bad_name"
    assert names() == []


@pytest.mark.parametrize("name", ["ana", " ANA ", "A\u200bna", "\uff21\uff4e\uff41"])
def test_two_players_may_not_be_called_the_same(name):
    roster.add_player("Ana")

    with pytest.raises(Refused) as refused:
        roster.add_player(name)

    assert refused.value.problems[0].code == "name_taken"
    assert sentence(refused) == "There is already a Ana: choose a name that tells them apart."


def test_a_refused_name_uses_up_no_number():
    roster.add_player("Ana")
    with pytest.raises(Refused):
        roster.add_player("Ana")

    assert roster.add_player("Bruno").key == "2"


def test_who_is_renamed_may_keep_the_same_letters_but_not_take_anothers():
    ana, _ = roster.add_player("Ana"), roster.add_player("Bruno")

    roster.rename_player(ana.id, "ANA")
    with pytest.raises(Refused):
        roster.rename_player(ana.id, "bruno")

    assert names() == ["ANA", "Bruno"]


def test_a_hidden_player_is_not_offered_and_can_be_shown_again():
    ana = roster.add_player("Ana")
    roster.hide_player(ana.id)

    assert names() == []
    assert names(include_hidden=True) == ["Ana"]
    with pytest.raises(Refused) as refused:
        roster.add_player("Ana")
    assert "hidden" in sentence(refused)

    roster.unhide_player(ana.id)
    assert names() == ["Ana"]


def test_who_has_played_stays_and_who_has_not_may_be_taken_out(log, people):
    dina = roster.add_player("Dina")
    start(log, people)

    roster.remove_player(dina.id)
    with pytest.raises(Refused) as refused:
        roster.remove_player(1)

    assert sentence(refused) == "Ana has played and cannot be removed, but can be hidden."
    assert names() == ["Ana", "Bruno", "Chus"]
    assert {p.name for p in roster.players() if p.has_played} == {"Ana", "Bruno", "Chus"}


def test_a_number_is_never_given_twice():
    gone = roster.add_player("Ana")
    roster.remove_player(gone.id)

    assert roster.add_player("Bruno").id == gone.id + 1


@pytest.mark.parametrize(
    "verb",
    [
        roster.hide_player,
        roster.unhide_player,
        roster.remove_player,
        lambda number: roster.rename_player(number, "Ana"),
    ],
    ids=["hide", "show", "remove", "rename"],
)
def test_nobody_can_be_changed_who_is_not_there(verb):
    with pytest.raises(PlayerNotFound):
        verb(7)


# ---------------------------------------------------------------- lists of matches


def test_a_running_match_is_listed_with_its_people(log, people):
    match = start(log, ("3", "1", "2"))

    [found] = match_lists.running_matches()

    assert (found.id, found.game, found.state) == (match, "jabberwocky", MatchState.RUNNING)
    assert [(p.name, p.initials) for p in found.people.values()] == [
        ("Chus", "C"),
        ("Ana", "A"),
        ("Bruno", "B"),
    ]
    assert found.standings == {}
    assert match_lists.recent_matches() == []


def test_a_finished_match_moves_to_the_last_ones_with_its_places(log, people):
    match = start(log, people, **SHORT)
    finish(log, match)

    [found] = match_lists.recent_matches()

    assert match_lists.running_matches() == []
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


def test_the_match_touched_last_comes_first(log, people):
    first, second = start(log, people, at=1000), start(log, people, at=2000)
    bids = {"bids": {"1": 0, "2": 0, "3": 0}}
    commands.record_stage(log, first, 1, "bids", bids, CommandMeta("k", 3000))

    assert [found.id for found in match_lists.running_matches()] == [first, second]
    assert [found.id for found in match_lists.running_matches(limit=1)] == [first]


def test_the_match_that_ended_last_comes_first(log, people):
    matches = [start(log, people, at=1000 + n, **SHORT) for n in range(3)]
    for match, at in zip(matches, (9000, 7000, 8000), strict=True):
        finish(log, match, at)

    assert [found.id for found in match_lists.recent_matches()] == [1, 3, 2]
    assert [found.id for found in match_lists.recent_matches(limit=2)] == [1, 3]


def test_an_unfinished_match_is_listed_without_places(log, people):
    match = start(log, people)
    commands.close(log, match, "unfinished", CommandMeta("stop", 2000))

    [found] = match_lists.recent_matches()

    assert (found.state, found.ended_at) == (MatchState.UNFINISHED, 2000)
    assert found.standings == {}


def test_what_was_thrown_away_is_listed_for_thirty_days(log, people):
    match = start(log, people, **SHORT)
    finish(log, match)
    commands.throw_away(log, match, CommandMeta("away", 5000))

    assert (
        match_lists.recent_matches()
        == match_lists.running_matches()
        == match_lists.match_history()
        == []
    )
    assert [found.id for found in match_lists.thrown_away_matches(now=5000 + 30 * DAY)] == [match]
    assert match_lists.thrown_away_matches(now=5000 + 30 * DAY + 1) == []

    commands.bring_back(log, match, CommandMeta("back", 6000))
    assert [found.id for found in match_lists.recent_matches()] == [match]
    assert match_lists.thrown_away_matches(now=6000) == []


def test_the_whole_history_comes_page_by_page(app):
    demo.fill_league(app, matches=12, seed=3)
    whole = [found.id for found in match_lists.match_history(limit=100)]

    pages, before = [], None
    while page := match_lists.match_history(before=before, limit=5):
        pages.append([found.id for found in page])
        before = page[-1].id

    assert [match for page in pages for match in page] == whole == sorted(whole, reverse=True)
    assert [len(page) for page in pages][:2] == [5, 5]


def test_the_history_of_one_game_has_no_other(app):
    demo.fill_league(app, matches=12, seed=3)

    assert {found.game for found in match_lists.match_history(game="gin")} == {"gin"}


# ---------------------------------------------------------------- choices of the last match


def test_nothing_was_chosen_before_the_first_match(people):
    assert match_lists.last_match_setup() is None


def test_same_again_deals_from_the_next_seat(log, people):
    start(log, ("2", "3", "1"), schedule=[1, 2, 1], first_dealer="3")

    found = match_lists.last_match_setup()

    assert (found.game, found.players, found.dealer) == ("jabberwocky", ("2", "3", "1"), "1")
    assert found.options["schedule"] == [1, 2, 1]
    assert "first_dealer" not in found.options


def test_each_group_and_game_has_its_own_last_choices(log, people):
    dina = roster.add_player("Dina").key
    all_four = (*people, dina)
    start(log, people, at=1)
    start(log, all_four, "chinchon", at=2, limit=60)
    start(log, all_four, "chinchon", at=3, limit=80)
    start(log, people, "loba", at=4)

    assert match_lists.last_match_setup().game == "loba"
    assert match_lists.last_match_setup(players=("3", "1", "2")).game == "loba"
    assert match_lists.last_match_setup("jabberwocky", players=("3", "1", "2")).match == 1
    assert match_lists.last_match_setup("chinchon").options["limit"] == 80
    assert match_lists.last_match_setup(players=reversed(all_four)).options["limit"] == 80
    assert match_lists.last_match_setup("gin") is None
    assert match_lists.last_match_setup(players=("1", "2")) is None


def test_a_match_thrown_away_is_no_example(log, people):
    start(log, people, at=1)
    commands.throw_away(log, start(log, people, "loba", at=2), CommandMeta("away", 3))

    assert match_lists.last_match_setup().game == "jabberwocky"


# ---------------------------------------------------------------- queries of a large league


LISTS = {
    "running": match_lists.running_matches,
    "recent": match_lists.recent_matches,
    "history": match_lists.match_history,
    "a later page": lambda: match_lists.match_history(before=30),
    "one game": lambda: match_lists.match_history(game="gin"),
    "thrown away": lambda: match_lists.thrown_away_matches(now=demo.LAST_MATCH_AT),
    "same again": match_lists.last_match_setup,
    "this group": lambda: match_lists.last_match_setup(players=("1", "2", "3", "4")),
    "this game": lambda: match_lists.last_match_setup("gin"),
    "both": lambda: match_lists.last_match_setup("gin", ("1", "2")),
    "players": roster.players,
}


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize("ask", LISTS.values(), ids=LISTS)
def test_no_list_reads_more_than_it_shows(app, ask):
    """SQLite's query plan searches every table by an index and sorts nothing."""
    demo.fill_league(app, matches=40, seed=1)
    plans = []
    engine = engines.engine_of(app)

    def explain(connection, cursor, statement, parameters, context, many):
        if statement.startswith("SELECT"):
            cursor = connection.connection.cursor()
            plans.extend(
                row[3] for row in cursor.execute(f"EXPLAIN QUERY PLAN {statement}", parameters)
            )

    engines.db.event.listen(engine, "before_cursor_execute", explain)
    ask()
    engines.db.event.remove(engine, "before_cursor_execute", explain)

    assert plans
    assert [step for step in plans if step.startswith("SCAN") or "TEMP B-TREE" in step] == []
