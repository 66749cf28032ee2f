"""The match document: a whole match as JSON in, its result or its refusal as JSON out.

The shape is that of docs/documents.md: `game`, `players`, `rounds`, and if wanted `options` and
`closed`; names are the keys. What `scorekeeper score` prints.
"""

from typing import Any

from scorekeeper.messages import Message, render, say
from scorekeeper.rules import GAMES
from scorekeeper.rules.game import Game, play
from scorekeeper.rules.kernel import Position, Problem, Round, Setup
from scorekeeper.rules.setup import build_setup
from scorekeeper.rules.validation import problems

DOCUMENT_KEYS = {"game", "options", "players", "rounds", "closed"}
# What each field must be, what stands in for one that is left out, and the sentence for others.
KEY_SPECS: dict[str, tuple[type, Any, Message]] = {
    "game": (str, None, say("game: one of {these}.", these=list(GAMES))),
    "players": (list, None, say("players: a list of names in order of play.")),
    "options": (dict, {}, say("options: an object with named options.")),
    "rounds": (list, None, say("rounds: a list with a record for each deal.")),
    "closed": (bool, False, say("closed: true or false.")),
}
IGNORED_KEYS = {"id", "title", "expected", "why"}  # known and ignored


class RefusedDocument(Exception):
    """A document that breaks a rule; `round` counts from 1, 0 is the match itself."""

    def __init__(self, problem: Problem, round_number: int) -> None:
        super().__init__(problem.code)
        self.answer = {
            "error": render(problem.reason, {}),  # names are the keys
            "code": problem.code,
            "round": round_number,
        }


def score_document(document: Any) -> dict[str, Any]:
    """The result of one match document, or `{"error": ..., "code": ..., "round": ...}`."""
    try:
        game, setup, rounds, closed = parse_document(document)
        return build_result(game, *play_records(game, setup, rounds, closed))
    except RefusedDocument as refused:
        return refused.answer


def document_error(code: str, reason: Message) -> RefusedDocument:
    """The match itself cannot be."""
    return RefusedDocument(Problem(code, reason), 0)


def parse_document(document: Any) -> tuple[Game, Setup, list[Any], bool]:
    """The match as agreed and its records, not yet looked at."""
    check_keys(document)
    game = GAMES[document["game"]]
    setup = build_setup(game, tuple(document["players"]), document.get("options", {}))
    if isinstance(setup, Problem):
        raise RefusedDocument(setup, 0)
    closed = document.get("closed") is True
    if closed and not game.is_open(setup):
        raise document_error(
            "bad_field", say("closed: only for a match without an end of its own.")
        )
    return game, setup, document["rounds"], closed


def check_keys(document: Any) -> None:
    """The document's own fields: none unknown, none missing, each of its kind."""
    if not isinstance(document, dict):
        raise document_error(
            "bad_field", say("A match is an object with game, players and rounds.")
        )
    for key in document:
        if key not in DOCUMENT_KEYS | IGNORED_KEYS:
            raise document_error("bad_field", say("A match has no field “{name}”.", name=str(key)))
    for key, (kind, default, reason) in KEY_SPECS.items():
        if type(document.get(key, default)) is not kind:
            raise document_error("bad_field", reason)
    if document["game"] not in GAMES:
        raise document_error("bad_field", KEY_SPECS["game"][2])
    if not all(isinstance(name, str) for name in document["players"]):
        raise document_error("bad_players", say("Every player needs a name."))


def play_records(
    game: Game, setup: Setup, records: list[Any], closed: bool
) -> tuple[tuple[Round, ...], Position]:
    """All deals, and where they led."""
    position = game.begin(setup)
    rounds: list[Round] = []
    for number, record in enumerate(records, start=1):
        if not isinstance(record, dict):
            found = [Problem("bad_field", say("A record is an object with the deal’s fields."))]
            if position.over:
                found = [Problem("match_over", say("The match is over."))]
        else:
            found = problems(game, position, record)
        if found:
            raise RefusedDocument(found[0], number)
        rounds.append(play(game, position, record))
        position = rounds[-1].after
    if closed and not position.over:
        position = game.close(position)
    return tuple(rounds), position


def build_result(game: Game, rounds: tuple[Round, ...], position: Position) -> dict[str, Any]:
    """The keys every game has, then the game's own."""
    seats = position.players
    sides = game.sides(position.setup)
    winners = {seat for side in position.winners for seat in sides[side]}
    found: dict[str, Any] = {
        "per_round": [dict(each.points) for each in rounds],
        "totals": dict(position.totals),
        "out": list(position.out),
        "winners": [seat for seat in seats if seat in winners],
        "finished": position.over,
        "running": [dict(each.after.totals) for each in rounds],
        "dealers": [each.before.dealer for each in rounds],
    }
    if not position.over:
        found["next_dealer"] = position.dealer
    return found | dict(game.extras(rounds, position))
