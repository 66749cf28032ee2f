"""The argument parser of the command `scorekeeper`: its subcommands, options and examples."""

import argparse
from collections.abc import Callable

from scorekeeper.match import strict_json
from scorekeeper.messages import Message, render, say

# A function that adds a subcommand with this name, help text and example.
AddCommand = Callable[[str, Message, str], argparse.ArgumentParser]

OWNER_LINK_EXAMPLE = "scorekeeper owner-link"
NEW_LEAGUE_EXAMPLE = 'scorekeeper new-league "Sunday table"'
DEMO_EXAMPLE = "scorekeeper demo --matches 200 --seed 1"
EXPORT_EXAMPLE = "scorekeeper export friday.jsonl"
IMPORT_EXAMPLE = "scorekeeper import friday.jsonl"
CHECK_EXAMPLE = "scorekeeper check --mend"
BACKUP_EXAMPLE = "scorekeeper backup friday.sqlite"
RESTORE_EXAMPLE = "scorekeeper restore friday.sqlite"
SCORE_EXAMPLE = """scorekeeper score match.json

  {"game": "jaguar", "players": ["Ada", "Bea", "Cid", "Dov", "Eli"],
   "rounds": [{"jaguar": "Ada", "friend": "Cid", "points": 61}]}"""


def build_parser() -> argparse.ArgumentParser:
    whole = argparse.ArgumentParser(
        prog="scorekeeper",
        description=terminal_text(say("Keep score for card games on phones at the table.")),
    )
    commands = whole.add_subparsers(required=True, metavar="COMMAND")

    def add(name: str, does: Message, example: str) -> argparse.ArgumentParser:
        one = commands.add_parser(
            name,
            help=terminal_text(does),
            description=terminal_text(does),
            epilog=f"{terminal_text(say('Example:'))}\n  {example}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        one.set_defaults(command=name)
        return one

    add_serve(add)
    add_score(add)
    add_demo(add)
    add_league_commands(add)
    add_repair_commands(add)
    add_document_commands(add)
    add_backup_commands(add)
    return whole


def add_repair_commands(add: AddCommand) -> None:
    """Add the commands `rebuild` and `check`."""
    add(
        "rebuild",
        say("Recompute all stored results from the match logs."),
        "scorekeeper rebuild",
    )
    one = add(
        "check", say("Check all leagues, and recommend an action for each problem."), CHECK_EXAMPLE
    )
    first = terminal_text(
        say("make a copy, then repair everything that can be repaired without losing data")
    )
    one.add_argument("--mend", action="store_true", help=first)
    one.add_argument(
        "--league",
        type=parse_whole_number,
        help=terminal_text(say("the number of the league (default: all leagues)")),
    )


def add_league_commands(add: AddCommand) -> None:
    """Add the commands that create leagues and owners."""
    one = add(
        "owner-link",
        say("Create a link that makes another phone an owner of the league."),
        OWNER_LINK_EXAMPLE,
    )
    add_league_option(one)
    one = add("new-league", say("Create another league on this server."), NEW_LEAGUE_EXAMPLE)
    one.add_argument("name", metavar="NAME", help=terminal_text(say("the name of the new league")))


def add_overwrite_option(one: argparse.ArgumentParser) -> None:
    over = terminal_text(say("replace the file if it already exists"))
    one.add_argument("--overwrite", action="store_true", help=over)


def add_league_option(one: argparse.ArgumentParser) -> None:
    which = terminal_text(say("the number of the league (default: 1)"))
    one.add_argument("--league", type=parse_whole_number, default=1, help=which)


def add_document_commands(add: AddCommand) -> None:
    """Add the commands `export` and `import`."""
    one = add("export", say("Export the whole league as one file (JSON Lines)."), EXPORT_EXAMPLE)
    one.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        default="-",
        help=terminal_text(say("the file to write (default: standard output)")),
    )
    add_overwrite_option(one)
    add_league_option(one)
    one = add(
        "import",
        say("Import an exported document. If any part is refused, nothing is imported."),
        IMPORT_EXAMPLE,
    )
    one.add_argument(
        "file",
        metavar="FILE",
        help=terminal_text(say("the exported document, or - for standard input")),
    )
    add_league_option(one)


def add_backup_commands(add: AddCommand) -> None:
    """Add the commands `backup` and `restore`."""
    one = add(
        "backup",
        say("Copy the database to a file, even while the server is running."),
        BACKUP_EXAMPLE,
    )
    one.add_argument("file", metavar="FILE", help=terminal_text(say("the file to write")))
    add_overwrite_option(one)
    unread = terminal_text(say("do not check the copy afterwards"))
    one.add_argument("--no-verify", action="store_true", help=unread)
    one = add(
        "restore",
        say("Replace the database with a backup, or the league with an export."),
        RESTORE_EXAMPLE,
    )
    one.add_argument("file", metavar="FILE", help=terminal_text(say("a backup or an export")))
    instead = terminal_text(say("replace existing matches; the old data is kept in another file"))
    one.add_argument("--overwrite", action="store_true", help=instead)


def add_serve(add: AddCommand) -> None:
    one = add("serve", say("Start the server for phones on the home network."), "scorekeeper serve")
    everywhere = terminal_text(say("the address to listen on (default: all addresses)"))
    one.add_argument("--host", default="0.0.0.0", help=everywhere)  # noqa: S104  # for phones
    one.add_argument(
        "--port",
        type=parse_whole_number,
        default=8000,
        help=terminal_text(say("the port to listen on (default: 8000)")),
    )
    one.add_argument(
        "--local",
        action="store_true",
        help=terminal_text(say("accept connections from this machine only")),
    )


def add_score(add: AddCommand) -> None:
    one = add(
        "score", say("Score match documents in JSON, and print the results as JSON."), SCORE_EXAMPLE
    )
    what = terminal_text(
        say("a JSON file with one match or a list of matches, or - for standard input")
    )
    one.add_argument("file", metavar="FILE", help=what)


def add_demo(add: AddCommand) -> None:
    one = add("demo", say("Add realistic example matches to the league."), DEMO_EXAMPLE)
    same = terminal_text(
        say("seed for the random numbers; the same seed gives the same matches (default: 1)")
    )
    one.add_argument(
        "--matches",
        type=parse_whole_number,
        default=100,
        help=terminal_text(say("the number of matches (default: 100)")),
    )
    one.add_argument("--seed", type=parse_whole_number, default=1, help=same)


def terminal_text(what: Message) -> str:
    """Render a sentence for the terminal."""
    return render(what, {})


def parse_whole_number(text: str) -> int:
    number = strict_json.parse_small_int(text)
    if number is None:
        reason = say("must be a whole number, 0 or more, not {text}", text=repr(text))
        raise argparse.ArgumentTypeError(terminal_text(reason))
    return number
