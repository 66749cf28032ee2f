"""The rules of one match, for the top of its game's rule page."""

from flask import request

from scorekeeper.match.log import MatchNotFound
from scorekeeper.messages import Message
from scorekeeper.runtime.whole_numbers import parse_small_int
from scorekeeper.web.match.context import current_log, load_match


def rules_of_match(game: str) -> Message | None:
    """Return the rules of the match in `?match=`, or None if there is no such match of the game."""
    match_id = parse_small_int(request.args.get("match", ""))
    if match_id is None:
        return None
    try:
        sheet = load_match(current_log(), match_id).sheet
    except MatchNotFound:
        return None
    return sheet.game.display.summary(sheet.setup) if sheet.game.slug == game else None
