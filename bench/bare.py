"""What recording is compared with: a Flask route that does one durable insert and renders ten
lines. `python -m bench.bare FILE` serves it exactly as the application is served.
"""

import sqlite3
import sys
from threading import local

from flask import Flask, request

from scorekeeper.db import PRAGMAS
from scorekeeper.serve import Server, listening, web_address

LINES = "<ul>{% for line in lines %}<li>{{ line.name }}: {{ line.n }}</li>{% endfor %}</ul>"


def bare(file: str) -> Flask:
    app = Flask("bare")
    template = app.jinja_env.from_string(LINES)
    here = local()

    def connection() -> sqlite3.Connection:
        if not hasattr(here, "connection"):
            here.connection = sqlite3.connect(file, isolation_level=None)
            for pragma in PRAGMAS:
                here.connection.execute(f"PRAGMA {pragma}")
        found: sqlite3.Connection = here.connection
        return found

    connection().execute(
        "CREATE TABLE IF NOT EXISTS line (id INTEGER PRIMARY KEY, name TEXT, n INT)"
    )

    @app.post("/lines")
    def add() -> str:
        write = connection()
        write.execute("BEGIN IMMEDIATE")
        write.execute(
            "INSERT INTO line (name, n) VALUES (?, ?)", (request.form["name"], request.form["n"])
        )
        write.execute("COMMIT")
        return template.render(lines=[{"name": request.form["name"], "n": n} for n in range(10)])

    @app.get("/")
    def home() -> str:
        return "ready"

    return app


if __name__ == "__main__":
    with listening("127.0.0.1", 0) as listener:
        address = web_address("127.0.0.1", listener.getsockname()[1])
        server = Server(bare(sys.argv[1]), listener.detach(), address)
    server.run()
