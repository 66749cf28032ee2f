"""The baseline for saves: a bare Flask route, which makes one durable insert and renders ten lines.

There are two such routes. One writes through SQLAlchemy, as the application does. The other writes
through sqlite3 directly, which takes the minimum time. `python -m bench.bare FILE` serves both
routes, and the unchanged pages in the folder `pages`, with the application's own server.
"""

import sqlite3
import sys
from pathlib import Path
from threading import local

from flask import Flask, request
from flask_compress import Compress
from sqlalchemy import Column, Engine, Integer, MetaData, Table, Text, insert

from scorekeeper.server import database_app, engines
from scorekeeper.server.gunicorn_app import Server, open_listening_socket, web_address

LINES = "<ul>{% for line in lines %}<li>{{ line.name }}: {{ line.n }}</li>{% endfor %}</ul>"
TABLE = Table(
    "line",
    MetaData(),
    Column("id", Integer, primary_key=True),
    Column("name", Text),
    Column("n", Integer),
)
WRITE = insert(TABLE)
BY_HAND = "INSERT INTO line (name, n) VALUES (?, ?)"
PAGES = "pages"  # folder beside the database, with pages to serve unchanged
here = local()


def bare_app(file: str) -> Flask:
    app = Flask("bare")
    app.config["SQLALCHEMY_DATABASE_URI"] = f"sqlite:///{file}"
    engines.init_app(app)
    engine = engines.engine_of(app)
    TABLE.metadata.create_all(engine)
    template = app.jinja_env.from_string(LINES)
    pages = {file.name: file.read_text() for file in Path(PAGES).glob("*")}
    app.config.update(database_app.COMPRESSION, STREAMS=0)
    Compress(app)

    def ten_lines() -> str:
        return template.render(lines=[{"name": request.form["name"], "n": n} for n in range(10)])

    @app.post("/lines")
    def add() -> str:
        with engine.begin() as connection:
            connection.execute(WRITE, {"name": request.form["name"], "n": int(request.form["n"])})
        return ten_lines()

    @app.post("/by-hand")
    def add_by_hand() -> str:
        write = connection_of_thread(engine)
        write.execute("BEGIN IMMEDIATE")
        write.execute(BY_HAND, (request.form["name"], int(request.form["n"])))
        write.execute("COMMIT")
        return ten_lines()

    @app.get("/")
    def home() -> str:
        return "ready"

    @app.get("/page/<name>")
    def page(name: str) -> str:
        return pages[name]

    return app


def connection_of_thread(engine: Engine) -> sqlite3.Connection:
    """Return this thread's sqlite3 connection, with the application's pragmas."""
    if not hasattr(here, "connection"):
        here.connection = sqlite3.connect(str(engine.url.database), isolation_level=None)
        engines.set_pragmas(here.connection, None)
    connection: sqlite3.Connection = here.connection
    return connection


if __name__ == "__main__":
    with open_listening_socket("127.0.0.1", 0) as listener:
        address = web_address("127.0.0.1", listener.getsockname()[1])
        running = Server(bare_app(sys.argv[1]), listener.detach(), address)
    running.run()
