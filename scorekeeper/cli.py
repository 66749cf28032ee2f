"""The command `scorekeeper`: serve, score, demo, rebuild, and what carries a league away and back.

Every way to go wrong ends in one sentence on standard error and an exit status, never in a
traceback: 0 done, 1 refused or impossible, 2 not understood, 130 stopped by Ctrl-C.
"""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

from scorekeeper import document, reading
from scorekeeper.config import CannotStart
from scorekeeper.rules.words import Say, say, say_n, spell

DONE, IMPOSSIBLE, NOT_UNDERSTOOD, INTERRUPTED = 0, 1, 2, 130
Options = argparse.Namespace
Add = Callable[[Callable[[Options], int], Say, str], argparse.ArgumentParser]  # a command


LINK_EXAMPLE = "scorekeeper owner-link"
LEAGUE_EXAMPLE = 'scorekeeper new-league "Sunday table"'
DEMO_EXAMPLE = "scorekeeper demo --matches 200 --seed 1"
EXPORT_EXAMPLE = "scorekeeper export friday.json"
IMPORT_EXAMPLE = "scorekeeper import friday.json"
CHECK_EXAMPLE = "scorekeeper check --mend"
BACKUP_EXAMPLE = "scorekeeper backup friday.sqlite"
RESTORE_EXAMPLE = "scorekeeper restore friday.sqlite"
SCORE_EXAMPLE = """scorekeeper score match.json

  {"game": "jaguar", "players": ["Ada", "Bea", "Cid", "Dov", "Eli"],
   "rounds": [{"jaguar": "Ada", "friend": "Cid", "points": 61}]}"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit status."""
    options = parser().parse_args(arguments)
    os.umask(0o077)  # what is written here, databases, backups and exports, is for nobody else
    try:
        status: int = options.command(options)
    except CannotStart as reason:
        print(reason, file=sys.stderr)
        return IMPOSSIBLE
    except reading.NotDocuments as reason:
        print(reason, file=sys.stderr)
        return NOT_UNDERSTOOD
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Whoever read the output has left, as `head` does; there is nobody to tell.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return IMPOSSIBLE
    return status


def parser() -> argparse.ArgumentParser:
    whole = argparse.ArgumentParser(
        prog="scorekeeper",
        description=told(say("Keeps the score of card games on the phone at the table.")),
    )
    commands = whole.add_subparsers(required=True, metavar="COMMAND")

    def add(command: Callable[[Options], int], does: Say, example: str) -> argparse.ArgumentParser:
        one = commands.add_parser(
            command.__name__.strip("_").replace("_", "-"),
            help=told(does),
            description=told(does),
            epilog=f"{told(say('Example:'))}\n  {example}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        one.set_defaults(command=command)
        return one

    add_serve(add)
    add_score(add)
    add_demo(add)
    add_leagues(add)
    add(rebuild, say("Compute again all that follows from the log."), "scorekeeper rebuild")
    one = add(check, say("Is every league whole? Say what is not, and what to do."), CHECK_EXAMPLE)
    first = told(say("put right what can be without losing a number, after a copy"))
    one.add_argument("--mend", action="store_true", help=first)
    one.add_argument(
        "--league", type=whole_number, help=told(say("the league’s number (all of them)"))
    )
    add_moving(add)
    return whole


def add_leagues(add: Add) -> None:
    """Who owns what."""
    one = add(owner_link, say("Make a link for one more owner, good for one phone."), LINK_EXAMPLE)
    add_league(one)
    one = add(new_league, say("Found another league on this server."), LEAGUE_EXAMPLE)
    one.add_argument("name", metavar="NAME", help=told(say("what it is called")))


def add_league(one: argparse.ArgumentParser) -> None:
    which = told(say("the league’s number (1)"))
    one.add_argument("--league", type=whole_number, default=1, help=which)


def add_moving(add: Add) -> None:
    """What carries a league away and back."""
    over = told(say("even if there is such a file"))
    one = add(export, say("Write everything of the league into one JSON document."), EXPORT_EXAMPLE)
    one.add_argument("file", metavar="FILE", nargs="?", default="-", help=told(say("- prints it")))
    one.add_argument("--overwrite", action="store_true", help=over)
    add_league(one)
    one = add(import_, say("Bring in such a document: all of it, or nothing."), IMPORT_EXAMPLE)
    one.add_argument("file", metavar="FILE", help=told(say("the document; - reads the input")))
    add_league(one)
    one = add(backup, say("Copy the database, also while the server runs."), BACKUP_EXAMPLE)
    one.add_argument("file", metavar="FILE", help=told(say("the copy")))
    one.add_argument("--overwrite", action="store_true", help=over)
    one = add(restore, say("Put a backup, or an export, in the league's place."), RESTORE_EXAMPLE)
    one.add_argument("file", metavar="FILE", help=told(say("a backup or an export")))
    instead = told(say("even if there are matches; they are kept in a file beside"))
    one.add_argument("--overwrite", action="store_true", help=instead)


def add_serve(add: Add) -> None:
    one = add(serve, say("Start the server for the phones in this house."), "scorekeeper serve")
    everywhere = told(say("the address to listen at (all of them)"))
    one.add_argument("--host", default="0.0.0.0", help=everywhere)
    one.add_argument("--port", type=whole_number, default=8000, help=told(say("the port (8000)")))
    one.add_argument("--local", action="store_true", help=told(say("for this machine only")))


def add_score(add: Add) -> None:
    one = add(score, say("Score match documents: JSON in, JSON out."), SCORE_EXAMPLE)
    what = told(say("a match or a list of them; - reads the input"))
    one.add_argument("file", metavar="FILE", help=what)


def add_demo(add: Add) -> None:
    one = add(demo, say("Fill a league with believable matches."), DEMO_EXAMPLE)
    same = told(say("same seed, same matches (1)"))
    one.add_argument("--matches", type=whole_number, default=100, help=told(say("how many (100)")))
    one.add_argument("--seed", type=whole_number, default=1, help=same)


def told(what: Say) -> str:
    """A sentence for the terminal."""
    return spell(what, {})


def whole_number(text: str) -> int:
    number = reading.small_number(text)
    if number is None:
        reason = say("{text} is not a whole number from 0 up", text=repr(text))
        raise argparse.ArgumentTypeError(told(reason))
    return number


# Each command brings in what it needs when it is chosen: `score` answers without waiting for
# the web framework and the database.


def serve(options: Options) -> int:
    from scorekeeper.serve import serve

    serve("127.0.0.1" if options.local else options.host, options.port)
    return DONE


def owner_link(options: Options) -> int:
    from scorekeeper import founding

    print(founding.owner_link(options.league))
    return DONE


def new_league(options: Options) -> int:
    from scorekeeper import founding

    founded = founding.found(options.name)
    print(told(say("{name} is league {n}. Its first owner opens", name=options.name, n=founded.id)))
    print(founded.path)
    return DONE


def demo(options: Options) -> int:
    from scorekeeper.db import engine_of, in_a_sentence
    from scorekeeper.demo import fill
    from scorekeeper.server import migrated_app

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
    from scorekeeper.db import engine_of, in_a_sentence
    from scorekeeper.moving import matches_of
    from scorekeeper.progress import bar
    from scorekeeper.rebuild import rebuild
    from scorekeeper.server import migrated_app

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
    from scorekeeper import inspection

    checked = inspection.check(options.league, mend=options.mend)
    if checked.kept:
        print(told(say("As it was before: {file}", file=str(checked.kept))))
    for league, found in checked.found.items():
        for each in found:
            print(
                told(
                    say(
                        "League {n}: {wrong} {advice}",
                        n=league,
                        wrong=each.wrong,
                        advice=each.advice,
                    )
                )
            )
    if not checked.is_whole:
        return IMPOSSIBLE
    print(told(say_n("The league is whole.", "All {n} leagues are whole.", len(checked.found))))
    return DONE


def export(options: Options) -> int:
    from scorekeeper import moving

    moving.export(options.file, options.league, overwrite=options.overwrite)
    return DONE


def import_(options: Options) -> int:
    from scorekeeper import moving
    from scorekeeper.archive.head import Contradiction

    try:
        found = moving.import_(options.file, options.league)
    except OSError as error:
        return unreadable(options.file, error)
    except Contradiction as reason:
        print(reason, file=sys.stderr)
        return IMPOSSIBLE
    print(told(found.sentence))
    return DONE


def backup(options: Options) -> int:
    from scorekeeper import moving

    moving.backup(options.file, overwrite=options.overwrite)
    return DONE


def restore(options: Options) -> int:
    from scorekeeper import moving
    from scorekeeper.archive.head import Contradiction

    try:
        kept = moving.restore(options.file, overwrite=options.overwrite)
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
        found = reading.documents(contents(options.file))
    except OSError as error:
        return unreadable(options.file, error)
    many = isinstance(found, list)
    answers = [document.score(one) for one in (found if many else [found])]
    sys.stdout.buffer.write(reading.written(answers if many else answers[0]))
    sys.stdout.flush()
    return IMPOSSIBLE if any("error" in answer for answer in answers) else DONE


def contents(file: str) -> bytes:
    return sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
