"""Score a match document: return the result of a whole match, or an error, as JSON.

`scorekeeper score` prints the result. docs/documents.md describes the format: `game`, `players`,
`rounds` and, optionally, `options` and `closed`. Players' names serve as their keys.
"""

from dataclasses import replace
from typing import Any

from scorekeeper.messages import Message, render, say
from scorekeeper.rules import GAMES
from scorekeeper.rules.game import Game, play
from scorekeeper.rules.kernel import PlayedDeal, Position, Problem, Setup
from scorekeeper.rules.setup import PLAYER_NAME_REQUIRED, build_setup
from scorekeeper.rules.validation import MATCH_OVER, problems

DOCUMENT_KEYS = {"game", "options", "players", "rounds", "closed"}
# Type, default, and error message of each field. The default None makes a field required.
KEY_SPECS: dict[str, tuple[type, Any, Message]] = {
    "game": (str, None, say("The field “game” must be one of {these}.", these=list(GAMES))),
    "players": (list, None, say("The field “players” must be a list of names in order of play.")),
    "options": (dict, {}, say("The field “options” must be an object with the game’s options.")),
    "rounds": (list, None, say("The field “rounds” must be a list with an object for each deal.")),
    "closed": (bool, False, say("The field “closed” must be true or false.")),
}
IGNORED_KEYS = {"id", "title", "expected", "why"}  # accepted, but ignored


class RefusedDocument(Exception):
    """A match document was refused.

    `round_number` is the number of the deal with the problem, or 0 for a problem with the match
    itself. `answer` is the error as JSON.
    """

    def __init__(self, problem: Problem, round_number: int) -> None:
        super().__init__(problem.code)
        self.answer = {
            "error": render(problem.reason, {}),  # players' names are their keys
            "code": problem.code,
            "round": round_number,
        }


def score_document(document: Any) -> dict[str, Any]:
    """Return the result of one match document, or `{"error": ..., "code": ..., "round": ...}`."""
    try:
        game, setup, played_deals, closed = parse_document(document)
        return build_result(game, *play_deals(game, setup, played_deals, closed))
    except RefusedDocument as refused:
        return refused.answer


def document_error(code: str, reason: Message) -> RefusedDocument:
    """Return the error for a problem with the match itself (round 0)."""
    return RefusedDocument(Problem(code, reason), 0)


def parse_document(document: Any) -> tuple[Game, Setup, list[Any], bool]:
    """Return the game, its setup, the unchecked answers by deal, and whether the match is closed.

    Raises RefusedDocument.
    """
    check_keys(document)
    game = GAMES[document["game"]]
    setup = build_setup(game, tuple(document["players"]), document.get("options", {}))
    if isinstance(setup, Problem):
        raise RefusedDocument(setup, 0)
    closed = document.get("closed") is True
    if closed and not may_be_closed(game, setup):
        raise document_error(
            "bad_field", say("The field “closed” is only for a match without a fixed end.")
        )
    return game, setup, document["rounds"], closed


def may_be_closed(game: Game, setup: Setup) -> bool:
    """Return whether the field `closed` is allowed.

    It is allowed if the match has no fixed end, or if the game has none by its standard rules. The
    second case exists because documents of Jaguar with a target or a number of hands have always
    been accepted.
    """
    standard = replace(setup, options=game.all_options(setup.players, {}))
    return game.is_open(setup) or game.is_open(standard)


def check_keys(document: Any) -> None:
    """Raise RefusedDocument if a field or the game is unknown, or a field is missing or invalid."""
    if not isinstance(document, dict):
        raise document_error(
            "bad_field",
            say("A match must be an object with the fields “game”, “players” and “rounds”."),
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
        raise document_error("bad_players", PLAYER_NAME_REQUIRED)


def play_deals(
    game: Game, setup: Setup, deals: list[Any], closed: bool
) -> tuple[tuple[PlayedDeal, ...], Position]:
    """Play all deals and return them and the final position. Raises RefusedDocument."""
    position = game.begin(setup)
    played_deals: list[PlayedDeal] = []
    for number, answers in enumerate(deals, start=1):
        if not isinstance(answers, dict):
            reason = say("A deal must be an object with the game’s fields.")
            refusals = [Problem("bad_field", reason)]
            if position.is_over:
                refusals = [Problem("match_over", MATCH_OVER)]
        else:
            refusals = problems(game, position, answers)
        if refusals:
            raise RefusedDocument(refusals[0], number)
        played_deals.append(play(game, position, answers))
        position = played_deals[-1].after
    if closed and not position.is_over:
        position = game.end.close(position)
    return tuple(played_deals), position


def build_result(
    game: Game, played_deals: tuple[PlayedDeal, ...], position: Position
) -> dict[str, Any]:
    """Return the result as a JSON object.

    It has the keys that all games share, and the keys of the game's `MatchEnd.additional_results`.
    """
    seats = position.players
    sides = game.sides(position.setup)
    winners = {seat for side in position.winners for seat in sides[side]}
    result: dict[str, Any] = {
        "per_round": [dict(each.points) for each in played_deals],
        "totals": dict(position.totals),
        "out": list(position.eliminated),
        "winners": [seat for seat in seats if seat in winners],
        "finished": position.is_over,
        "running": [dict(each.after.totals) for each in played_deals],
        "dealers": [each.before.dealer for each in played_deals],
    }
    if not position.is_over:
        result["next_dealer"] = position.dealer
    return result | dict(game.end.additional_results(played_deals, position))
