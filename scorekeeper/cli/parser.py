"""The argument parser of the command `scorekeeper`: its subcommands, options and examples."""

import argparse
from collections.abc import Callable

from scorekeeper.messages import Message, render, say
from scorekeeper.runtime.whole_numbers import parse_small_int

# A function that adds a subcommand with this name, help text and example.
AddCommand = Callable[[str, Message, str], argparse.ArgumentParser]

OWNER_LINK_EXAMPLE = "scorekeeper owner-link"
NEW_LEAGUE_EXAMPLE = 'scorekeeper new-league "Sunday table"'
DEMO_EXAMPLE = "scorekeeper demo --matches 200 --seed 1"
EXPORT_EXAMPLE = "scorekeeper export friday.jsonl"
IMPORT_EXAMPLE = "scorekeeper import friday.jsonl"
CHECK_EXAMPLE = "scorekeeper check --repair"
BACKUP_EXAMPLE = "scorekeeper backup friday.sqlite"
RESTORE_EXAMPLE = "scorekeeper restore friday.sqlite"
SCORE_EXAMPLE = """scorekeeper score match.json

  {"game": "jaguar", "players": ["Ada", "Bea", "Cid", "Dov", "Eli"],
   "rounds": [{"jaguar": "Ada", "friend": "Cid", "points": 61}]}"""


def build_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="scorekeeper",
        description=terminal_text(say("Keep score for card games, with phones at the table.")),
    )
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    def add(name: str, help_text: Message, example: str) -> argparse.ArgumentParser:
        command = commands.add_parser(
            name,
            help=terminal_text(help_text),
            description=terminal_text(help_text),
            epilog=f"{terminal_text(say('Example:'))}\n  {example}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        command.set_defaults(command=name)
        return command

    add_serve(add)
    add_score(add)
    add_demo(add)
    add_league_commands(add)
    add_repair_commands(add)
    add_document_commands(add)
    add_backup_commands(add)
    return parser


def add_repair_commands(add: AddCommand) -> None:
    """Add the commands `rebuild` and `check`."""
    add(
        "rebuild",
        say("Recompute all stored results from the match logs."),
        "scorekeeper rebuild",
    )
    command = add(
        "check", say("Check all leagues, and recommend an action for each problem."), CHECK_EXAMPLE
    )
    repair_help = terminal_text(
        say("make a copy, then repair everything that can be repaired without losing data")
    )
    # "--mend" is the name of this option in older releases.
    command.add_argument("--repair", "--mend", action="store_true", help=repair_help)
    command.add_argument(
        "--league",
        type=parse_whole_number,
        help=terminal_text(say("the league number (default: all leagues)")),
    )


def add_league_commands(add: AddCommand) -> None:
    """Add the commands that create leagues and owners."""
    command = add(
        "owner-link",
        say("Create a link that makes another phone an owner of the league."),
        OWNER_LINK_EXAMPLE,
    )
    add_league_option(command)
    command = add("new-league", say("Create another league on this server."), NEW_LEAGUE_EXAMPLE)
    command.add_argument("name", metavar="NAME", help=terminal_text(say("the new league’s name")))


def add_overwrite_option(command: argparse.ArgumentParser) -> None:
    overwrite_help = terminal_text(say("replace the file if it already exists"))
    command.add_argument("--overwrite", action="store_true", help=overwrite_help)


def add_league_option(command: argparse.ArgumentParser) -> None:
    league_help = terminal_text(say("the league number (default: 1)"))
    command.add_argument("--league", type=parse_whole_number, default=1, help=league_help)


def add_document_commands(add: AddCommand) -> None:
    """Add the commands `export` and `import`."""
    command = add(
        "export", say("Export the whole league as one file (JSON Lines)."), EXPORT_EXAMPLE
    )
    command.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        default="-",
        help=terminal_text(say("the file to write (default: standard output)")),
    )
    add_overwrite_option(command)
    add_league_option(command)
    command = add(
        "import",
        say("Import an exported document. If any part is refused, nothing is imported."),
        IMPORT_EXAMPLE,
    )
    command.add_argument(
        "file",
        metavar="FILE",
        help=terminal_text(say("the exported document, or - for standard input")),
    )
    add_league_option(command)


def add_backup_commands(add: AddCommand) -> None:
    """Add the commands `backup` and `restore`."""
    command = add(
        "backup",
        say(
            "Copy the database to a file, even while the server is running. With PostgreSQL, the "
            "file is an export of league 1."
        ),
        BACKUP_EXAMPLE,
    )
    command.add_argument("file", metavar="FILE", help=terminal_text(say("the file to write")))
    add_overwrite_option(command)
    no_verify_help = terminal_text(say("do not check the copy afterwards"))
    command.add_argument("--no-verify", action="store_true", help=no_verify_help)
    command = add(
        "restore",
        say("Replace the database with a backup, or league 1 with an export."),
        RESTORE_EXAMPLE,
    )
    command.add_argument("file", metavar="FILE", help=terminal_text(say("a backup or an export")))
    overwrite_help = terminal_text(
        say("replace existing matches; the old data is saved to another file")
    )
    command.add_argument("--overwrite", action="store_true", help=overwrite_help)


def add_serve(add: AddCommand) -> None:
    command = add(
        "serve", say("Start the server for phones on the home network."), "scorekeeper serve"
    )
    host_help = terminal_text(say("the address to listen on (default: all addresses)"))
    command.add_argument("--host", default="0.0.0.0", help=host_help)  # noqa: S104  # for phones
    command.add_argument(
        "--port",
        type=parse_whole_number,
        default=8000,
        help=terminal_text(say("the port to listen on (default: 8000)")),
    )
    command.add_argument(
        "--local",
        action="store_true",
        help=terminal_text(say("accept connections from this machine only")),
    )


def add_score(add: AddCommand) -> None:
    command = add(
        "score", say("Score match documents in JSON, and print the results as JSON."), SCORE_EXAMPLE
    )
    file_help = terminal_text(
        say("a JSON file with one match or a list of matches, or - for standard input")
    )
    command.add_argument("file", metavar="FILE", help=file_help)


def add_demo(add: AddCommand) -> None:
    command = add("demo", say("Add realistic example matches to the league."), DEMO_EXAMPLE)
    seed_help = terminal_text(
        say("seed for the random numbers; the same seed gives the same matches (default: 1)")
    )
    command.add_argument(
        "--matches",
        type=parse_whole_number,
        default=100,
        help=terminal_text(say("the number of matches (default: 100)")),
    )
    command.add_argument("--seed", type=parse_whole_number, default=1, help=seed_help)


def terminal_text(message: Message) -> str:
    """Render a sentence for the terminal."""
    return render(message, {})


def parse_whole_number(text: str) -> int:
    number = parse_small_int(text)
    if number is None:
        reason = say("must be a whole number, 0 or more, not {text}", text=repr(text))
        raise argparse.ArgumentTypeError(terminal_text(reason))
    return number
