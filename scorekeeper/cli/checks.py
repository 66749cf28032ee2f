"""The command `check`: what is not whole in the leagues here, and what could be mended."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from flask import Flask
from sqlalchemy import Engine, select

from scorekeeper import create_app
from scorekeeper.cli.leagues import refuse_missing
from scorekeeper.cli.transfer import done_with, file_of, the_app, write_copy
from scorekeeper.config import SQLITE
from scorekeeper.db import engines
from scorekeeper.db.engines import engine_of, in_a_sentence, reader
from scorekeeper.db.models import League
from scorekeeper.db.rebuild import rebuild
from scorekeeper.match.strict_json import NotDocuments
from scorekeeper.messages import say
from scorekeeper.transfer import backups, integrity
from scorekeeper.transfer.integrity import Finding
from scorekeeper.transfer.league_json.dump import document
from scorekeeper.transfer.league_json.header import Contradiction
from scorekeeper.transfer.league_json.load import bring_in

BEFORE = ".before-mend-"


class Checked(NamedTuple):
    """What was found by league; `kept` is where a copy of before it was mended is."""

    found: dict[int, list[Finding]]
    kept: Path | None = None

    @property
    def is_whole(self) -> bool:
        return not any(self.found.values())


def check(league: int | None = None, *, mend: bool = False) -> Checked:
    """Look at one league, or all of them; with `mend`, first put right what can be.

    Raises CannotStart.
    """
    with the_app() as app, in_a_sentence(engine_of(app)):
        if league is not None:
            refuse_missing(engine_of(app), league)
        before = looked_at(app, league)
        if not mend or not any(each.mend for found in before.values() for each in found):
            return Checked(before)
        kept = kept_copy(app)
        for number, found in before.items():
            integrity.part(engine_of(app), number, found)
        rebuild(app)
        return Checked(looked_at(app, league), kept)


def looked_at(app: Flask, league: int | None = None) -> dict[int, list[Finding]]:
    """What is found in one league of this application's database, or in all of them."""
    engine = engine_of(app)
    with reader(engine).connect() as connection:
        all_of_them = connection.scalars(select(League.id).order_by(League.id)).all()
    return {
        number: [*integrity.findings(engine, number), *of_an_export(engine, number)]
        for number in all_of_them
        if league in (None, number)
    }


def of_an_export(engine: Engine, league: int) -> Iterator[Finding]:
    """Whether an export can be restored, and says the same then; of matches that cannot be read it
    cannot.
    """
    with tempfile.TemporaryDirectory(prefix="check-") as folder:
        file = Path(folder) / "export.json"
        with file.open("wb") as out:
            out.writelines(document(engine, league))
        copy = create_app({"SQLALCHEMY_DATABASE_URI": f"{SQLITE}{folder}/copy.sqlite"})
        engines.upgrade(copy)
        with done_with(copy), file.open("rb") as opened:
            try:
                came = bring_in(engine_of(copy), opened)
            except (NotDocuments, Contradiction) as reason:
                yield Finding(
                    say("An export of it cannot be restored: {reason}", reason=str(reason)),
                    say("Mend what is named above first."),
                )
                return
            again = b"".join(document(engine_of(copy)))
        if not came.unreadable and again != file.read_bytes():
            yield Finding(
                say("An export of it, restored, says something else."),
                say("Keep backups of the database too, and report this."),
            )


def kept_copy(app: Flask) -> Path:
    """All of it as it is now, in a file beside it; on a server, a document here."""
    database = file_of(app)
    if database is not None:
        kept = backups.free_name(database, BEFORE)
        backups.back_up(database, kept)
        return kept
    kept = backups.free_name(Path.cwd() / "scorekeeper.json", BEFORE)
    write_copy(app, kept)
    return kept
