"""The command `scorekeeper`: serve, score, demo, rebuild, and what carries a league away and back.

Every way to go wrong ends in one sentence on standard error and an exit status, never in a
traceback: 0 done, 1 refused or impossible, 2 not understood, 130 stopped by Ctrl-C.
"""

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from scorekeeper.cli.parser import parser, told
from scorekeeper.config import CannotStart
from scorekeeper.match import document, strict_json
from scorekeeper.messages import say, say_n

if TYPE_CHECKING:
    from scorekeeper.transfer.integrity import Finding

DONE, IMPOSSIBLE, NOT_UNDERSTOOD, INTERRUPTED = 0, 1, 2, 130
Options = argparse.Namespace


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    options = parser().parse_args(arguments)
    os.umask(0o077)  # what is written here, databases, backups and exports, is for nobody else
    try:
        status = COMMANDS[options.command](options)
    except CannotStart as reason:
        print(reason, file=sys.stderr)
        return IMPOSSIBLE
    except strict_json.NotDocuments as reason:
        print(reason, file=sys.stderr)
        return NOT_UNDERSTOOD
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read the output has left, as `head` does; there is nobody to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return IMPOSSIBLE
    return status


# Each command brings in what it needs when it is chosen: `score` answers without waiting for
# the web framework and the database.


def serve(options: Options) -> int:
    from scorekeeper.server.gunicorn_app import serve

    serve("127.0.0.1" if options.local else options.host, options.port)
    return DONE


def owner_link(options: Options) -> int:
    from scorekeeper.cli import leagues

    print(leagues.owner_link(options.league))
    return DONE


def new_league(options: Options) -> int:
    from scorekeeper.cli import leagues

    founded = leagues.found(options.name)
    print(told(say("{name} is league {n}. Its first owner opens", name=options.name, n=founded.id)))
    print(founded.path)
    return DONE


def demo(options: Options) -> int:
    from scorekeeper.cli.demo import fill
    from scorekeeper.db.engines import engine_of, in_a_sentence
    from scorekeeper.server.database_app import migrated_app

    app = migrated_app()
    with in_a_sentence(engine_of(app)):
        fill(app, matches=options.matches, seed=options.seed)
    print(
        told(
            say_n(
                "Played into the league: one match.",
                "Played into the league: {n} matches.",
                options.matches,
            )
        )
    )
    return DONE


def rebuild(options: Options) -> int:
    from scorekeeper.cli.transfer import matches_of
    from scorekeeper.db.engines import engine_of, in_a_sentence
    from scorekeeper.db.rebuild import rebuild
    from scorekeeper.runtime.progress import bar
    from scorekeeper.server.database_app import migrated_app

    app = migrated_app()
    with in_a_sentence(engine_of(app)), bar(matches_of(app)) as progress:
        matches = rebuild(app, progress)
    print(
        told(
            say_n(
                "Computed again from the log: one match.",
                "Computed again from the log: {n} matches.",
                matches,
            )
        )
    )
    return DONE


def check(options: Options) -> int:
    from scorekeeper.cli import checks

    checked = checks.check(options.league, mend=options.mend)
    if checked.kept:
        print(told(say("As it was before: {file}", file=str(checked.kept))))
    tell_findings(checked.found, sys.stdout)
    if not checked.is_whole:
        return IMPOSSIBLE
    print(told(say_n("The league is whole.", "All {n} leagues are whole.", len(checked.found))))
    return DONE


def tell_findings(found: "Mapping[int, Sequence[Finding]]", out: TextIO) -> None:
    """What is not whole, a line for each."""
    for league, findings in found.items():
        for wrong, advice, *_ in findings:
            what = say("League {n}: {wrong} {advice}", n=league, wrong=wrong, advice=advice)
            print(told(what), file=out)


def export(options: Options) -> int:
    from scorekeeper.cli import transfer

    transfer.export(options.file, options.league, overwrite=options.overwrite)
    return DONE


def import_(options: Options) -> int:
    from scorekeeper.cli import transfer
    from scorekeeper.transfer.league_json.header import Contradiction

    try:
        found = transfer.import_(options.file, options.league)
    except OSError as error:
        return unreadable(options.file, error)
    except Contradiction as reason:
        print(reason, file=sys.stderr)
        return IMPOSSIBLE
    print(told(found.sentence))
    return DONE


def backup(options: Options) -> int:
    from scorekeeper.cli import backup_copies

    found = backup_copies.backup(
        options.file, overwrite=options.overwrite, verify=not options.no_verify
    )
    tell_findings(found, sys.stderr)
    return DONE


def restore(options: Options) -> int:
    from scorekeeper.cli import transfer
    from scorekeeper.transfer.league_json.header import Contradiction

    try:
        kept = transfer.restore(options.file, overwrite=options.overwrite)
    except OSError as error:
        return unreadable(options.file, error)
    except Contradiction as reason:
        print(reason, file=sys.stderr)
        return IMPOSSIBLE
    print(told(say("The league is as it was in {file}.", file=options.file)))
    if kept:
        print(told(say("What was here is kept in {file}.", file=str(kept))))
    return DONE


def unreadable(file: str, error: OSError) -> int:
    reason = say("{file} cannot be read: {reason}.", file=file, reason=str(error.strerror))
    print(told(reason), file=sys.stderr)
    return NOT_UNDERSTOOD


def score(options: Options) -> int:
    try:
        found = strict_json.documents(contents(options.file))
    except OSError as error:
        return unreadable(options.file, error)
    many = isinstance(found, list)
    answers = [document.score(one) for one in (found if many else [found])]
    sys.stdout.buffer.write(strict_json.written(answers if many else answers[0]))
    sys.stdout.flush()
    return IMPOSSIBLE if any("error" in answer for answer in answers) else DONE


def contents(file: str) -> bytes:
    return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()


COMMANDS: dict[str, Callable[[Options], int]] = {
    "serve": serve,
    "score": score,
    "demo": demo,
    "owner-link": owner_link,
    "new-league": new_league,
    "rebuild": rebuild,
    "check": check,
    "export": export,
    "import": import_,
    "backup": backup,
    "restore": restore,
}
