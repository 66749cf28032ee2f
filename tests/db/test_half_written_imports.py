"""An upgrade removes imports that an older version had not finished.

Older versions wrote an import in several transactions. If such a server was killed, some of the
import's matches were left behind, but did not count. The tests write the rows that such a version
would have left.
"""

import pytest
from sqlalchemy import insert, select, text, update

from scorekeeper.db.import_tables import ImportJobs
from scorekeeper.db.tables import (
    Leagues,
    Matches,
    MatchEvents,
    MatchPlayers,
    Payments,
    Players,
)
from scorekeeper.league import roster
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.server import engines
from scorekeeper.transfer.results_csv import ImportChoices
from scorekeeper.transfer.results_import import import_write, jobs, preview
from scorekeeper.transfer.results_import.import_write import WriteJob
from tests.databases import rows
from tests.db.derived_rows import derived_rows
from tests.db.revisions import downgrade
from tests.transfer.result_files import NOW, TODAY, import_results, upload

FILE = "date;game;player;points\n" + "".join(
    f"{n}/9/2023;Loba;Ana;{n}\n{n}/9/2023;Loba;Gema;7\n" for n in range(1, 10)
)
WHOLE = "date;game;player;place\n1/9/2022;Loba;Ana;1\n1/9/2022;Loba;Bruno;2\n"
GEMA = 4  # the player that the import added


def half_written(store, app, state, matches=(2, 3)):
    """Store a half-written import in this state, and return the id of the import."""
    number = upload(store, FILE)
    common = {"league_id": 1}
    with engines.engine_of(app).begin() as connection:
        connection.execute(
            insert(Players).values(
                id=GEMA, name="Gema", folded="gema", colour=4, hidden=True, created_at=5, **common
            )
        )
        connection.execute(update(Leagues).values(last_player=GEMA))
        for place, match in enumerate(matches):
            write_match(connection, number, place, match, common)
        connection.execute(
            update(ImportJobs)
            .where(ImportJobs.id == number)
            .values(
                state=state,
                done=len(matches),
                matches=9,
                ranges=[[matches[0], matches[-1]]],
                newcomers=[GEMA],
                at=5,
            )
        )
    return number


def write_match(connection, number, place, match, common):
    key, evening = f"import-{number}-{place}", f"2023-09-0{place + 1}"
    body = {
        "game": "loba",
        "players": ["1", "4"],
        "places": [1, 2],
        "points": [place + 1, 7],
        "night": evening,
        "number": 0,
        "batch": number,
    }
    entry = {"match_id": match, "version": 1, "kind": "result noted", "body": body}
    connection.execute(insert(MatchEvents).values(**entry, key=key, at=5, **common))
    row = {"id": match, "game": "loba", "version": 1, "state": "thrown away", "key": key}
    summary = {"deals": 0, "totals": {"1": 1, "4": 7}, "winners": ["1"], "batch": number}
    times = {"started_at": 1_693_000_000, "changed_at": 5}
    connection.execute(
        insert(Matches).values(**row, **times, group_key="1 4", summary=summary, **common)
    )
    for seat, player in enumerate((1, GEMA)):
        result = {"place": seat + 1, "points": 7, "won": not seat}
        connection.execute(
            insert(MatchPlayers).values(
                match_id=match, seat=seat, player_id=player, **result, **common
            )
        )


def downgrade_and_upgrade(app):
    """Downgrade to the older version's schema, then upgrade as a new version does on start."""
    downgrade(app, "0007")
    engines.upgrade(app)


@pytest.mark.parametrize("state", ["writing", "stopping"])
def test_upgrading_removes_a_half_written_import_and_keeps_its_file(store, app, people, state):
    whole = import_results(store, WHOLE, "whole")
    before = derived_rows(app), rows(app, Players)
    number = half_written(store, app, state)
    [changes] = [row.changes for row in rows(app, Leagues)]

    downgrade_and_upgrade(app)

    assert (derived_rows(app), rows(app, Players)) == before
    assert [row.changes for row in rows(app, Leagues)] == [changes + 1]
    left = {row.id: row for row in rows(app, ImportJobs)}
    assert (left[whole].state, left[whole].ranges) == ("written", [[1, 1]])
    assert (left[number].state, left[number].ranges, left[number].newcomers) == (
        "looked through",
        [],
        [],
    )
    assert [one.id for one in jobs.recent_imports(store)] == [whole]


def test_a_half_written_import_can_be_repeated_after_upgrading(store, app, people):
    number = half_written(store, app, "writing")
    downgrade_and_upgrade(app)

    seen = preview.build_preview(store, jobs.uploaded_data(store, number), ImportChoices(), TODAY)
    import_write.write(WriteJob(store, number, seen.matches, seen.lines, len(seen.bad_lines), NOW))

    assert len(rows(app, Matches)) == len(seen.matches) == 9
    assert [player.name for player in roster.players(store)] == ["Ana", "Bruno", "Chus", "Gema"]


def test_upgrading_keeps_other_matches_in_the_id_range_of_a_half_written_import(
    store, app, log, people
):
    commands.start_match(log, "loba", people[:2], {}, CommandMeta("one", 5))
    commands.start_match(log, "loba", people[:2], {}, CommandMeta("two", 6))
    before = derived_rows(app)
    half_written(store, app, "stopping", matches=(3, 4))
    with engines.engine_of(app).begin() as connection:
        connection.execute(update(ImportJobs).values(ranges=[[1, 4]]))

    downgrade_and_upgrade(app)

    assert derived_rows(app) == before


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)  # PostgreSQL refuses such text
def test_upgrading_removes_a_half_written_import_whose_match_ids_are_no_json(store, app, people):
    check_removal_with_damaged_columns(store, app, "[no json")


DAMAGED = {
    "a number": "7",
    "an object": '{"first": 1}',
    "null": "null",
    "half a range": "[[1]]",
    "text": '[[1, "2"]]',
    "a number that no column can store": f"[[1, {10**30}], {10**30}]",
    "nested too deeply": "[" * 1500 + "]" * 1500,
}


@pytest.mark.cases(2)
@pytest.mark.parametrize("damaged", DAMAGED)
def test_upgrading_removes_a_half_written_import_whose_match_ids_are_damaged(
    store, app, people, damaged
):
    check_removal_with_damaged_columns(store, app, DAMAGED[damaged])


def check_removal_with_damaged_columns(store, app, damaged):
    """The matches are recognised by their keys. The players that the import added are kept."""
    whole = import_results(store, WHOLE, "whole")
    before = derived_rows(app)
    number = half_written(store, app, "writing")
    with engines.engine_of(app).begin() as connection:
        change = text('UPDATE "import" SET ranges = :damaged, newcomers = :damaged WHERE id = :id')
        connection.execute(change, {"damaged": damaged, "id": number})

    downgrade_and_upgrade(app)

    assert derived_rows(app) == before
    left = {row.id: (row.state, row.ranges) for row in rows(app, ImportJobs)}
    assert left == {whole: ("written", [[1, 1]]), number: ("looked through", [])}


def merge(connection):
    connection.execute(update(Players).where(Players.id == 3).values(merged_into=GEMA))


def pay(connection, payer=1, payee=GEMA):
    values = {"payer_id": payer, "payee_id": payee, "amount": 250, "unit": "cents", "key": "k"}
    connection.execute(insert(Payments).values(league_id=1, id=1, at=5, **values))


def get_paid(connection):
    pay(connection, payer=GEMA, payee=1)


def play(connection):
    write_match(connection, 99, 0, 9, {"league_id": 1})


@pytest.mark.parametrize("need", [merge, pay, get_paid, play])
def test_upgrading_keeps_and_unhides_new_players_that_other_rows_refer_to(store, app, people, need):
    half_written(store, app, "writing")
    with engines.engine_of(app).begin() as connection:
        need(connection)

    downgrade_and_upgrade(app)

    with engines.engine_of(app).connect() as connection:
        assert connection.scalar(select(Players.hidden).where(Players.id == GEMA)) is False
