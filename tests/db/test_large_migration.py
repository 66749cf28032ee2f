"""The newest migration keeps every row of 10,000 matches (2,000 on PostgreSQL)."""

from sqlalchemy import String, cast, insert, literal, select

from scorekeeper.db.rebuild import has_missing_results
from scorekeeper.db.tables import Matches, MatchEvents, MatchPlayers
from scorekeeper.server import engines
from tests.db.revisions import downgrade, migrations, rows

MATCHES = {"sqlite": 10_000, "postgresql": 2_000}
PLAYED = 10  # the others are copies of these
NUMBERED = {(Matches, "id"), (MatchEvents, "match_id"), (MatchPlayers, "match_id")}


def multiply(app, matches):
    """Copy the played matches until the league has this many."""
    numbers = select(literal(1).label("n")).cte("numbers", recursive=True)
    numbers = numbers.union_all(select(numbers.c.n + 1).where(numbers.c.n < matches // PLAYED - 1))
    with engines.engine_of(app).begin() as connection:
        for model in (Matches, MatchEvents, MatchPlayers):
            columns = list(model.__table__.columns)
            again = select(*(shifted_value(model, each, numbers.c.n) for each in columns))
            connection.execute(
                insert(model).from_select(
                    columns,
                    again.join_from(
                        model.__table__,
                        numbers,
                        literal(True),  # a cross join
                    ),
                )
            )


def shifted_value(model, column, number):
    if (model, column.name) in NUMBERED:
        return column + PLAYED * number
    return column + cast(number, String) if column.name == "key" else column


def test_the_newest_migration_keeps_every_row_of_a_large_league(app, log, play):
    matches = MATCHES[engines.engine_of(app).dialect.name]
    for number in range(PLAYED):
        play("2026-10-24", hours=number / 10)
    multiply(app, matches)
    downgrade(app, migrations()[-2])
    before = rows(app)

    engines.upgrade(app)

    after = rows(app)
    assert [len(before[name]) for name in ("match", "match_event")] == [matches, 3 * matches]
    for name, kept in before.items():  # new columns come last
        assert [tuple(row[: len(kept[0])]) for row in after[name]] == [tuple(row) for row in kept]
    assert not has_missing_results(engines.engine_of(app))
    assert len(log.sheet(matches).played_deals) == 1
