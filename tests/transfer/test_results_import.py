"""Importing a CSV file of results: written whole or not at all, counted at once, undone at once."""

from contextlib import contextmanager
from itertools import islice

import pytest
from sqlalchemy import event, select, update
from sqlalchemy.exc import OperationalError

from scorekeeper.cli import demo
from scorekeeper.db import engines
from scorekeeper.db.engines import autocommit_engine
from scorekeeper.db.evenings import evening_timestamp
from scorekeeper.db.models import Import, Match, MatchEvent, MatchPlayer, Player
from scorekeeper.db.rebuild import rebuild
from scorekeeper.league import match_lists, payments, player_merge, roster, stats_cache
from scorekeeper.league.season_commands import close_season, create_season
from scorekeeper.league.seasons import Season
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.match.log import IsImportedResult, MatchNotFound
from scorekeeper.transfer.results_csv import ImportChoices
from scorekeeper.transfer.results_import import import_undo, import_write, jobs, preview
from scorekeeper.transfer.results_import.import_undo import WrongImportState
from scorekeeper.transfer.results_import.import_write import WriteJob
from scorekeeper.transfer.results_import.jobs import UPLOAD_TTL_S, ImportNotFound, ImportState
from tests.databases import rows
from tests.db.test_rebuild import derived

NOW = 1_790_000_000
TODAY = "2026-10-01"
HEAD = "date;game;player;place;points\n"
TWO = (
    HEAD + "3/9/2023;Chinchon;Ana;1;62\n3/9/2023;Chinchon;Gema;2;109\n"
    "3/9/2023;Loba;Gema;1;\n3/9/2023;Loba;Ana;2;\n"
)


def many(matches):
    """Return a CSV file with this many matches, one a line."""
    lines = ["date;game;Ana;Bruno"]
    lines += [
        f"{1 + n % 28}/{1 + n // 28 % 12}/{2000 + n // 336};Loba;{n};7" for n in range(matches)
    ]
    return "\n".join(lines)


def kept(text, key="key", at=None):
    return jobs.store_upload("old.csv", text.encode(), key, jobs.time.time() if at is None else at)


def looked(text, **options):
    return preview.build_preview(text.encode(), ImportChoices(), TODAY, **options)


def job(text, key="key"):
    seen = looked(text)
    return WriteJob(kept(text, key), seen.matches, seen.lines, len(seen.bad), NOW)


def brought(text, key="key"):
    """Import this CSV file; return the import's id."""
    mine = job(text, key)
    import_write.write(mine)
    return mine.import_id


def in_pieces(mine):
    import_write.write_in_batches(mine, import_write.claim(mine))


def wins(app):
    """Return {name: (matches, wins)} of all time."""
    found = stats_cache.StatsCache(engines.engine_of(app)).wait_until_current()
    names = {key: person.name for key, person in found.facts.people.items()}
    tallies = found.ledger.all.scope.sums.tallies
    return {names[key]: (tally.matches, tally.wins) for key, tally in tallies.items()}


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch):
    monkeypatch.setattr(import_write, "BATCH_SIZE", 3)
    monkeypatch.setattr(import_write, "PAUSE_BETWEEN_BATCHES_S", 0)
    monkeypatch.setattr(import_undo, "PAUSE_BETWEEN_BATCHES_S", 0)


# ---------------------------------------------------------------- what an import writes


def test_old_results_count_with_the_day_and_the_order_of_the_file(app, people):
    number = brought(TWO)

    loba, chinchon = match_lists.recent_matches()
    assert (chinchon.game, chinchon.state, chinchon.ended_at) == (
        "chinchon",
        "noted",
        evening_timestamp("2023-09-03"),
    )
    assert loba.ended_at == chinchon.ended_at + 1
    assert {key: tuple(each) for key, each in chinchon.standings.items()} == {
        "1": (1, 62, True),
        "4": (2, 109, False),
    }
    assert loba.standings["1"].points is None
    assert loba.summary == {"deals": 0, "totals": {}, "winners": ["4"], "batch": number}
    assert [person.name for person in chinchon.people.values()] == ["Ana", "Gema"]
    assert wins(app) == {"Ana": (2, 1), "Gema": (2, 1)}


def test_they_are_in_the_log_in_one_entry_each(app, people):
    number = brought(TWO)

    assert [(row.version, row.kind, row.body) for row in rows(app, MatchEvent)] == [
        (
            1,
            "result noted",
            {
                "game": "chinchon",
                "players": ["1", "4"],
                "places": [1, 2],
                "points": [62, 109],
                "night": "2023-09-03",
                "number": 0,
                "batch": number,
            },
        ),
        (
            1,
            "result noted",
            {
                "game": "loba",
                "players": ["4", "1"],
                "places": [1, 2],
                "points": [None, None],
                "night": "2023-09-03",
                "number": 1,
                "batch": number,
            },
        ),
    ]


def test_there_is_no_sheet_of_an_old_result(log, people):
    brought(TWO)

    with pytest.raises(IsImportedResult):
        log.sheet(1)
    with pytest.raises(MatchNotFound):
        commands.throw_away(log, 1, CommandMeta("away", NOW))


@pytest.mark.parametrize("write", [import_write.write, in_pieces], ids=["at once", "in pieces"])
@pytest.mark.parametrize("undone", [False, True])
def test_they_are_the_same_when_rebuilt(app, people, write, undone):
    demo.fill_league(app, matches=5, seed=1)
    mine = job(many(10))
    write(mine)
    if undone:
        import_undo.undo(mine.import_id, NOW)
    before = derived(app)
    assert {row.state for row in before[0]} >= {"thrown away" if undone else "noted"}

    rebuild(app)

    assert derived(app) == before


def test_in_pieces_or_at_once_comes_to_the_same(app, another_league, people):
    in_pieces(job(many(10)))
    mine = derived(app)

    with another_league.app_context():
        for name in ("Ana", "Bruno", "Chus"):
            roster.add_player(name, at=0)
        import_write.write(job(many(10)))
        assert derived(another_league) == mine


def test_results_from_before_1970_count(app, people):
    brought(HEAD + "3/9/1955;Loba;Ana;1;0\n3/9/1955;Loba;Bruno;2;5\n")

    assert match_lists.recent_matches()[0].ended_at == evening_timestamp("1955-09-03") < 0
    assert wins(app) == {"Ana": (1, 1), "Bruno": (1, 0)}


def test_the_last_choices_of_the_table_are_its_own(log, people):
    commands.start_match(log, "gin", people[:2], {}, CommandMeta("gin", NOW))
    brought(HEAD + "1/9/2026;Loba;Ana;1;0\n1/9/2026;Loba;Bruno;2;5\n")

    assert match_lists.last_match_setup().game == "gin"
    assert match_lists.last_match_setup("loba") is None
    assert [each.game for each in match_lists.match_history()] == ["gin", "loba"]


def test_a_closed_season_stays_as_it_was(app, people):
    season = create_season(Season(0, "Old", starts="2023-01-01", ends="2023-12-31"))
    close_season(season.id, at=NOW)
    brought(TWO)

    found = stats_cache.StatsCache(engines.engine_of(app)).wait_until_current()
    assert found.ledger.seasons[season.id].scope.sums.tallies == {}
    assert found.ledger.all.scope.sums.tallies


# ---------------------------------------------------------------- new players


def test_who_is_new_becomes_a_player(app, people):
    brought(TWO)

    assert [(player.name, player.colour) for player in roster.players()][-1] == ("Gema", 4)


def test_a_name_that_was_added_meanwhile_is_the_same_player(app, people):
    mine = job(TWO)
    roster.add_player("gema")
    import_write.write(mine)

    assert [player.name for player in roster.players()] == ["Ana", "Bruno", "Chus", "gema"]


def test_who_came_with_it_goes_with_it_and_comes_back(app, people):
    number = brought(TWO)

    import_undo.undo(number, NOW)
    assert [player.name for player in roster.players()] == ["Ana", "Bruno", "Chus"]
    import_undo.redo(number)
    assert [player.name for player in roster.players()] == ["Ana", "Bruno", "Chus", "Gema"]


def test_who_has_played_since_stays_when_it_is_undone(app, log, people):
    number = brought(TWO)
    commands.start_match(log, "loba", ("1", "4"), {}, CommandMeta("new", NOW))

    import_undo.undo(number, NOW)

    assert [player.name for player in roster.players()][-1] == "Gema"


# ---------------------------------------------------------------- undo and redo


@pytest.mark.parametrize("write", [import_write.write, in_pieces], ids=["at once", "in pieces"])
def test_one_undo_takes_all_of_it_back_and_redo_brings_it_in_again(app, people, write):
    mine = job(many(7))
    write(mine)
    before = derived(app)
    keeper = stats_cache.StatsCache(engines.engine_of(app))
    assert len(keeper.wait_until_current().ledger.all.scope.sums.tallies) == 2

    import_undo.undo(mine.import_id, NOW)
    assert (
        match_lists.recent_matches()
        == match_lists.match_history()
        == match_lists.thrown_away_matches(now=NOW)
        == []
    )
    assert not keeper.wait_until_current().ledger.all.scope.sums.tallies

    import_undo.redo(mine.import_id)
    assert derived(app) == before
    assert keeper.wait_until_current().ledger.all.scope.sums.tallies["1"].matches == 7


def test_a_second_tap_changes_nothing(app, people):
    mine = job(TWO)
    import_write.write(mine)
    for again in (
        lambda: import_write.write(mine),
        lambda: import_write.claim(mine),
        lambda: import_undo.redo(mine.import_id),
        lambda: import_undo.request_stop(mine.import_id),
    ):
        with pytest.raises(WrongImportState):
            again()

    import_undo.undo(mine.import_id, NOW)
    with pytest.raises(WrongImportState):
        import_undo.undo(mine.import_id, NOW)
    assert len(rows(app, Match)) == 2


# ---------------------------------------------------------------- all or nothing


def nothing(app):
    """Whether nothing was imported: no match, no new player, only the uploaded file."""
    assert rows(app, Match) == rows(app, MatchEvent) == rows(app, MatchPlayer) == []
    assert [player.name for player in roster.players(include_hidden=True)] == [
        "Ana",
        "Bruno",
        "Chus",
    ]
    [row] = rows(app, Import)
    return row.state == "looked through" and row.data is not None and row.ranges == []


@pytest.mark.parametrize("write", [import_write.write, in_pieces], ids=["at once", "in pieces"])
@pytest.mark.parametrize("word", ["INSERT INTO match_player", "UPDATE match SET"])
def test_what_fails_in_the_middle_leaves_nothing_and_can_begin_again(app, people, write, word):
    text = many(9) + "\n1/1/2024;Loba;1;2"
    mine, seen = job(text), []

    def fail(connection, cursor, statement, parameters, context, many):
        if statement.replace('"', "").startswith(word):
            seen.append(statement)
            if len(seen) > (word.startswith("INSERT") and write is in_pieces):
                raise OSError("The disk is full.")

    event.listen(engines.engine_of(app), "before_cursor_execute", fail)
    with pytest.raises(OSError, match="disk"):
        write(mine)
    event.remove(engines.engine_of(app), "before_cursor_execute", fail)

    assert nothing(app)
    write(mine)
    assert wins(app)["Ana"][0] == len(mine.matches) == 10


def test_nobody_sees_anything_before_all_of_it_is_there(app, people):
    mine = job(TWO + many(9).partition("\n")[2].replace(";7", ";Ana;1;7"))
    keys = import_write.claim(mine)
    seen = []

    def look(connection, cursor, statement, parameters, context, many):
        if statement.startswith("INSERT INTO match_player"):
            seen.append(
                (
                    match_lists.match_history(),
                    match_lists.recent_matches(),
                    roster.players()[-1].name,
                    wins(app),
                )
            )

    event.listen(engines.engine_of(app), "after_cursor_execute", look)
    import_write.write_in_batches(mine, keys)
    event.remove(engines.engine_of(app), "after_cursor_execute", look)

    assert seen
    assert set(map(str, seen)) == {str(([], [], "Chus", {}))}


def test_stopping_takes_out_what_was_written(app, people):
    mine = job(many(10))
    keys = import_write.claim(mine)
    pieces = []

    def stop(connection, cursor, statement, parameters, context, many):
        if statement.startswith("INSERT INTO match_player"):
            pieces.append(statement)

    event.listen(engines.engine_of(app), "before_cursor_execute", stop)
    original = import_write.time.sleep
    import_write.time.sleep = lambda seconds: (
        len(pieces) == 2 and import_undo.request_stop(mine.import_id)
    )
    try:
        with pytest.raises(WrongImportState):
            import_write.write_in_batches(mine, keys)
    finally:
        import_write.time.sleep = original
        event.remove(engines.engine_of(app), "before_cursor_execute", stop)

    assert len(pieces) == 3
    assert nothing(app)


def left_behind(text, pieces=1):
    """An import whose server died after writing this many batches."""
    mine = job(text)
    results = list(import_write.imported_results(mine, import_write.claim(mine)))
    ranges = []
    for done in range(0, 3 * pieces, 3):
        ranges.append(
            import_write.write_batch_with_retry(mine, results[done : done + 3], done, ranges)
        )
    return mine


def test_what_a_dead_server_left_is_cleared_away(app, people):
    mine = left_behind(many(10))
    assert [row.state for row in rows(app, Match)] == ["thrown away"] * 3
    assert not jobs.get_import(mine.import_id).is_stuck(int(jobs.time.time()))
    with engines.engine_of(app).begin() as connection:
        connection.execute(update(Import).values(at=NOW))

    assert jobs.get_import(mine.import_id).is_stuck(NOW + jobs.WRITER_TIMEOUT_S + 1)
    import_undo.delete_partial(mine.import_id)

    assert nothing(app)


@contextmanager
def meanwhile(monkeypatch, act):
    """Call `act` during the pause after the first batch."""
    pauses = []

    def sleep(seconds):
        pauses.append(seconds)
        if len(pauses) == 1:
            act()

    monkeypatch.setattr(import_undo.time, "sleep", sleep)
    yield
    assert pauses


def test_two_who_clear_the_same_import_away_leave_a_match_that_begins_between(
    app, log, people, monkeypatch
):
    mine, begun = left_behind(many(10), pieces=3), []

    def clear_away_and_play():
        import_undo.delete_partial(mine.import_id)
        for number in range(9):
            begun.append(
                commands.start_match(log, "loba", ("1", "2"), {}, CommandMeta(f"new {number}", NOW))
            )

    with meanwhile(monkeypatch, clear_away_and_play):
        import_undo.delete_partial(mine.import_id)

    assert begun == [row.id for row in rows(app, Match)] == [1, 2, 3, 4, 5, 6, 7, 8, 9]
    assert jobs.get_import(mine.import_id).state is ImportState.PREVIEWED


def test_who_is_taken_for_dead_twice_leaves_what_was_begun_anew(app, people, monkeypatch):
    mine, ranges = left_behind(many(10), pieces=3), []

    def clear_away_and_begin_anew():
        import_undo.delete_partial(mine.import_id)
        results = import_write.imported_results(mine, import_write.claim(mine))
        for done in (0, 3):
            piece = list(islice(results, 3))
            ranges.append(import_write.write_batch_with_retry(mine, piece, done, ranges))

    with meanwhile(monkeypatch, clear_away_and_begin_anew):
        import_undo.delete_partial(mine.import_id)

    assert ranges == [[1, 3], [4, 6]]
    assert jobs.get_import(mine.import_id).state is ImportState.WRITING
    assert [row.id for row in rows(app, Match)] == [1, 2, 3, 4, 5, 6]


def test_what_has_begun_with_the_number_of_an_old_result_stays(app, log, people):
    mine = left_behind(many(10))
    match = commands.start_match(log, "loba", ("1", "2"), {}, CommandMeta("new", NOW))
    with engines.engine_of(app).begin() as connection:
        connection.execute(update(Import).values(ranges=[[1, match]]))

    import_undo.delete_partial(mine.import_id)

    assert [row.id for row in rows(app, Match)] == [match]
    assert len(rows(app, MatchEvent)) == 1


@pytest.mark.pg
@pytest.mark.parametrize("database", ["postgresql"], indirect=True)
def test_one_at_a_time_takes_out_a_piece(app, people):
    mine, locked = left_behind(many(10)), []

    def look(connection, cursor, statement, parameters, context, many):
        if statement.startswith("DELETE FROM match_event"):
            with (
                autocommit_engine(engines.engine_of(app)).connect() as another,
                pytest.raises(OperationalError),
            ):
                another.execute(select(Import.id).with_for_update(nowait=True))
            locked.append(statement)

    event.listen(engines.engine_of(app), "before_cursor_execute", look)
    import_undo.delete_partial(mine.import_id)
    event.remove(engines.engine_of(app), "before_cursor_execute", look)

    assert len(locked) == 1


GEMA = 4  # the id of the player that the file adds


def merge(log):
    player_merge.merge_players(3, GEMA)


def pay(log):
    payments.record_payment(1, GEMA, 250, "cents", None, "coffee")


def be_paid(log):
    payments.record_payment(GEMA, 1, 250, "cents", None, "coffee")


def sit_down(log):
    commands.start_match(log, "loba", ("1", "4"), {}, CommandMeta("new", NOW))


@pytest.mark.parametrize("need", [merge, pay, be_paid, sit_down])
def test_who_is_needed_meanwhile_stays_when_an_import_is_given_up(app, log, people, need):
    mine = left_behind(TWO)
    keeper = stats_cache.StatsCache(engines.engine_of(app))
    need(log)
    assert "4" in keeper.wait_until_current().facts.hidden

    import_undo.delete_partial(mine.import_id)

    assert jobs.get_import(mine.import_id).state is ImportState.PREVIEWED
    assert [player.name for player in roster.players() if player.id == GEMA] == ["Gema"]
    assert "4" not in keeper.wait_until_current().facts.hidden


# ---------------------------------------------------------------- uploaded files


def test_the_same_key_is_the_same_import(app):
    assert kept(TWO) == kept(TWO)
    assert kept(TWO, "another") != kept(TWO)


def test_a_file_that_was_only_looked_through_goes_after_a_day(app, people):
    old, now = kept(TWO, "old", at=NOW - UPLOAD_TTL_S - 1), brought(TWO, "written")
    with pytest.raises(ImportNotFound):
        jobs.get_import(old)

    kept(TWO, "new", at=NOW)

    assert [row.key for row in rows(app, Import)] == ["written", "new"]
    assert [row.id for row in jobs.recent_imports()] == [now]


def test_twenty_files_are_kept_at_most(app):
    for number in range(25):
        kept(TWO, str(number))

    assert [row.key for row in rows(app, Import)] == [str(number) for number in range(5, 25)]


def test_a_file_is_given_up_once_it_is_written(app, people):
    number = brought(TWO)

    assert jobs.get_import(number).state is ImportState.WRITTEN
    with pytest.raises(ImportNotFound):
        jobs.uploaded_data(number)


# ---------------------------------------------------------------- compared with the league


def bad(seen):
    return [(line.number, str(line.reason.template)) for line in seen.bad]


HERE = "This match already exists."


def test_what_is_here_already_is_left_out_unless_it_is_wanted(app, people):
    brought(TWO)

    seen = looked(TWO)
    assert (seen.matches, seen.already) == ((), 2)
    assert bad(seen) == [(2, HERE), (3, HERE), (4, HERE), (5, HERE)]
    assert len(looked(TWO, again=True).matches) == 2


def test_what_was_undone_is_not_here(app, people):
    import_undo.undo(brought(TWO), NOW)

    assert len(looked(TWO).matches) == 2


def test_other_points_or_another_evening_are_another_match(app, people):
    brought(TWO)

    assert len(looked(TWO.replace("62", "63")).matches) == 1
    assert len(looked(TWO.replace("3/9", "4/9")).matches) == 2


def test_each_match_here_stands_for_one_of_the_file(app, people):
    twice = TWO.replace("date;", "match;date;").replace("\n3", "\nx;3")
    lines = twice.splitlines()
    text = "\n".join(
        [lines[0], *(f"{1 + n // 2}{line[1:]}" for n, line in enumerate(lines[1:3] * 2))]
    )
    brought(TWO)

    seen = looked(text)
    assert (seen.already, len(seen.matches)) == (1, 1)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (
            "3/9/2023;Loba;Ana, Bruno, Chus, D, E, F",
            "{game} is for {least} to {most} players, not {n}.",
        ),
        (
            "3/9/2023;Jaguar;Ana, Bruno",
            "{game} is for {least} to {most} players, not {n}.",
        ),
    ],
)
def test_a_match_needs_as_many_as_its_game(app, people, line, reason):
    assert bad(looked(f"date;game;players\n{line}\n")) == [(2, reason)]


def test_two_names_of_one_person_are_not_two_players(app, people):
    with engines.engine_of(app).begin() as connection:
        connection.execute(update(Player).where(Player.id == 3).values(merged_into=1))

    assert bad(looked("date;game;players\n3/9/2023;Loba;Ana, Chus\n")) == [
        (2, "Two names in this match are the same person.")
    ]
    brought("date;game;players\n3/9/2023;Loba;Bruno, Chus\n")
    with engines.engine_of(app).connect() as connection:
        assert connection.scalars(
            select(MatchPlayer.player_id).order_by(MatchPlayer.seat)
        ).all() == [2, 1]


def test_who_was_taken_for_dead_cannot_go_on(app, people):
    mine = job(many(10))
    keys = import_write.claim(mine)
    results = list(import_write.imported_results(mine, keys))
    first = import_write.write_batch_with_retry(mine, results[:3], 0, [])
    import_undo.delete_partial(mine.import_id)
    import_write.claim(mine)

    with pytest.raises(WrongImportState):
        import_write.write_batch_with_retry(mine, results[3:6], 3, [first])

    assert rows(app, Match) == []


@pytest.mark.parametrize(
    ("days", "asked"),
    [([], []), ([1], [(1, 1)]), ([1, 3, 7], [(1, 7)]), ([1, 6, 7, 30], [(1, 1), (6, 7), (30, 30)])],
)
def test_evenings_close_to_each_other_are_one_question(days, asked):
    day = 24 * 60 * 60
    found = preview.time_ranges([number * day for number in days])

    assert [(first // day, last // day) for first, last in found] == asked
