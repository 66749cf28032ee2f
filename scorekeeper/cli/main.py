"""The command `scorekeeper`, which parses the arguments and runs one of its subcommands.

An expected failure prints a sentence to standard error, not a traceback. The modules that do the
work raise ConfigError for most of these failures, such as an invalid name. Exit status: 0 after
success, 1 if the command was refused or failed, 2 for incorrect usage or unreadable input, and 130
after Ctrl-C.
"""

import argparse
import errno
import os
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from scorekeeper.cli.parser import build_parser, terminal_text
from scorekeeper.errors import ConfigError
from scorekeeper.match import document, strict_json
from scorekeeper.messages import Message, say, say_n

if TYPE_CHECKING:
    from scorekeeper.transfer.findings import Finding

FULL_DISK_ERRORS = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
EXIT_OK, EXIT_FAILED, EXIT_USAGE, EXIT_INTERRUPTED = 0, 1, 2, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit status."""
    options = build_parser().parse_args(arguments)
    os.umask(0o077)  # databases, backups and exports are readable by this user only
    try:
        status = COMMANDS[options.command](options)
    except ConfigError as reason:
        print(reason, file=sys.stderr)
        return EXIT_FAILED
    except strict_json.InvalidDocuments as reason:
        print(reason, file=sys.stderr)
        return EXIT_USAGE
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        # The reader of the output has closed it, as `head` does, so no message is printed.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_FAILED
    except OSError as error:
        if error.errno not in FULL_DISK_ERRORS:
            raise
        print(terminal_text(full_disk_message(error)), file=sys.stderr)
        return EXIT_FAILED
    return status


def full_disk_message(error: OSError) -> Message:
    return say(
        "A file cannot be written: {reason}. Make space for the output and for the "
        "temporary files in {folder}.",
        reason=str(error.strerror),
        folder=tempfile.gettempdir(),
    )


# Each command imports only its own modules: `score` needs neither Flask nor the database.


def serve(options: argparse.Namespace) -> int:
    from scorekeeper.server.gunicorn_app import serve

    serve("127.0.0.1" if options.local else options.host, options.port)
    return EXIT_OK


def owner_link(options: argparse.Namespace) -> int:
    from scorekeeper.cli import leagues

    print(leagues.create_owner_link(options.league))
    return EXIT_OK


def new_league(options: argparse.Namespace) -> int:
    from scorekeeper.cli import leagues

    league = leagues.create_league(options.name)
    print(
        terminal_text(
            say(
                "League {n}, {name}, was created. Append this path to the server’s address "
                "and open it on the owner’s phone:",
                name=options.name,
                n=league.id,
            )
        )
    )
    print(league.path)
    return EXIT_OK


def demo(options: argparse.Namespace) -> int:
    from scorekeeper.cli.demo import fill_league
    from scorekeeper.db.connections import db_errors_as_config_error
    from scorekeeper.server.bare_app import create_bare_app, with_migrated_database
    from scorekeeper.server.engines import engine_of

    app = with_migrated_database(create_bare_app())
    with db_errors_as_config_error(engine_of(app)):
        fill_league(app, matches=options.matches, seed=options.seed)
    print(
        terminal_text(
            say_n(
                "Added one match to the league.",
                "Added {n} matches to the league.",
                options.matches,
            )
        )
    )
    return EXIT_OK


def rebuild(options: argparse.Namespace) -> int:
    from scorekeeper.cli import checks
    from scorekeeper.cli.export import approximate_match_count
    from scorekeeper.db.connections import db_errors_as_config_error
    from scorekeeper.db.rebuild import rebuild
    from scorekeeper.runtime.progress import progress_bar
    from scorekeeper.server.bare_app import create_bare_app, with_migrated_database
    from scorekeeper.server.engines import engine_of

    app = with_migrated_database(create_bare_app())
    with (
        db_errors_as_config_error(engine_of(app)),
        progress_bar(approximate_match_count(app)) as progress,
    ):
        matches = rebuild(engine_of(app), progress)
        findings = checks.findings_after_rebuild(app)
    print_findings(findings, sys.stderr)
    print(
        terminal_text(
            say_n(
                "Recomputed one match from the log.",
                "Recomputed {n} matches from the log.",
                matches,
            )
        )
    )
    return EXIT_OK


def check(options: argparse.Namespace) -> int:
    from scorekeeper.cli import checks

    checked = checks.check(options.league, repair=options.repair)
    for copy in checked.copies:
        print(terminal_text(say("Saved a copy before the repair: {file}", file=str(copy))))
    print_findings(checked.findings, sys.stdout)
    if not checked.has_no_findings:
        return EXIT_FAILED
    print(
        terminal_text(
            say_n(
                "No problems were found in the league.",
                "No problems were found in any of the {n} leagues.",
                len(checked.findings),
            )
        )
    )
    return EXIT_OK


def print_findings(findings_by_league: "Mapping[int, Sequence[Finding]]", out: TextIO) -> None:
    """Print the findings of all leagues, one per line."""
    for league, findings in findings_by_league.items():
        for problem, advice, *_ in findings:
            finding_line = say(
                "League {n}: {problem} {advice}", n=league, problem=problem, advice=advice
            )
            print(terminal_text(finding_line), file=out)


def export(options: argparse.Namespace) -> int:
    from scorekeeper.cli.export import export_league

    findings = export_league(options.file, options.league, overwrite=options.overwrite)
    print_findings(findings, sys.stderr)
    return EXIT_OK


def import_(options: argparse.Namespace) -> int:
    from scorekeeper.cli import import_and_restore
    from scorekeeper.transfer.league_json.row_check import ImportConflict

    try:
        report = import_and_restore.import_(options.file, options.league)
    except OSError as error:
        return report_unreadable_file(options.file, error)
    except ImportConflict as reason:
        print(reason, file=sys.stderr)
        return EXIT_FAILED
    print(terminal_text(report.sentence))
    return EXIT_OK


def backup(options: argparse.Namespace) -> int:
    from scorekeeper.cli import backup_copies

    findings = backup_copies.backup(
        options.file, overwrite=options.overwrite, verify=not options.no_verify
    )
    print_findings(findings, sys.stderr)
    return EXIT_OK


def restore(options: argparse.Namespace) -> int:
    from scorekeeper.cli import import_and_restore
    from scorekeeper.transfer.league_json.row_check import ImportConflict

    try:
        old_data = import_and_restore.restore(options.file, overwrite=options.overwrite)
    except OSError as error:
        return report_unreadable_file(options.file, error)
    except ImportConflict as reason:
        print(reason, file=sys.stderr)
        return EXIT_FAILED
    print(terminal_text(say("The data was restored from {file}.", file=options.file)))
    if old_data:
        print(terminal_text(say("The previous data was saved to {file}.", file=str(old_data))))
    return EXIT_OK


def report_unreadable_file(file: str, error: OSError) -> int:
    reason = say("{file} cannot be read: {reason}.", file=file, reason=str(error.strerror))
    print(terminal_text(reason), file=sys.stderr)
    return EXIT_USAGE


def score(options: argparse.Namespace) -> int:
    try:
        documents = strict_json.parse_documents(read_input(options.file))
    except OSError as error:
        return report_unreadable_file(options.file, error)
    is_list = isinstance(documents, list)
    answers = [document.score_document(entry) for entry in (documents if is_list else [documents])]
    sys.stdout.buffer.write(strict_json.to_json_bytes(answers if is_list else answers[0]))
    sys.stdout.flush()
    return EXIT_FAILED if any("error" in answer for answer in answers) else EXIT_OK


def read_input(file: str) -> bytes:
    return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()


COMMANDS: dict[str, Callable[[argparse.Namespace], int]] = {
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
