"""A hook that runs before every SQL statement."""

from contextlib import contextmanager

from sqlalchemy import Engine, event


@contextmanager
def before_each_statement(act):
    """Within the block, call `act(statement)` before each statement of any engine."""

    def look(connection, cursor, statement, *_more):
        act(statement)

    event.listen(Engine, "before_cursor_execute", look)
    try:
        yield
    finally:
        event.remove(Engine, "before_cursor_execute", look)
