"""Helpers for the migration tests: the list of migrations, downgrades and rows."""

from alembic import command
from alembic.script import ScriptDirectory

from scorekeeper.server import engines
from tests.databases import create_bare_app

TABLES = ("league", "player", "match_event", "match", "match_player")


def settings(app):
    return app.extensions["migrate"].migrate.get_config()


def scripts(app):
    with app.app_context():
        return ScriptDirectory.from_config(settings(app))


def downgrade(app, revision):
    """Downgrade to this migration, as Flask-Migrate's command does."""
    with app.app_context():
        command.downgrade(settings(app), revision)


def rows(app):
    """Return {table: rows} for the tables in TABLES."""
    with engines.engine_of(app).connect() as connection:
        return {
            name: connection.exec_driver_sql(f'SELECT * FROM "{name}" ORDER BY 1, 2, 3').all()
            for name in TABLES
        }


def migrations():
    """Return the revisions of all migrations, oldest first."""
    app = create_bare_app("sqlite://")
    return [revision.revision for revision in reversed(list(scripts(app).walk_revisions()))]
