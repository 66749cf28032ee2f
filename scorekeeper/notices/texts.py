"""Wording for notifications.

Without details, notifications do not contain names or scores, because a lock screen shows
notifications to anyone who holds the phone.
"""

import json
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from scorekeeper.match.outcome import MatchState, match_state, winners
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.messages import AndList, Message, Name, Translate, render, say
from scorekeeper.notices.sending import PushMessage
from scorekeeper.notices.subscriptions import NoticeKind

TITLE = "Scorekeeper"
MAX_BODY_LENGTH = 150  # characters; phones show two or three lines
# How long a push service keeps a notification for a phone that is switched off, in seconds.
TTL_S = {
    NoticeKind.TURN: 10 * 60,
    NoticeKind.OVER: 12 * 60 * 60,
    NoticeKind.OVERTAKEN: 24 * 60 * 60,
    NoticeKind.CLUB_NIGHT: 3 * 24 * 60 * 60,
}
YOUR_DEAL, YOUR_TURN = say("It is your turn to deal."), say("It is your turn.")
# The plain sentences of the other kinds of notifications.
PLAIN = {
    NoticeKind.OVER: say("A match is over."),
    NoticeKind.OVERTAKEN: say("Someone overtook you in the standings."),
    NoticeKind.CLUB_NIGHT: say("A club night was announced. Will you come?"),
}


class Notice(NamedTuple):
    """The content of a notification: a plain sentence, and a sentence with names and scores.

    `path` is the page to open, below the league's address. `tag` has at most 32 letters, digits and
    hyphens. A notification replaces an earlier notification with the same tag.
    """

    kind: NoticeKind
    plain: Message
    details: Message
    path: str
    tag: str


def turn_notice(match: int, sheet: Scoresheet, seat: str, *, deals: bool) -> Notice:
    """Return the notification for this seat's turn, or for its turn to deal if `deals` is true."""
    asked_stage, plain = sheet.asked_stage, YOUR_DEAL if deals else YOUR_TURN
    details = say(
        "{game}, deal {number}: {who}, {what}",
        game=sheet.game.name,
        number=asked_stage.round if asked_stage else 0,
        who=Name(seat),
        what=say("it is your turn to deal.") if deals else say("it is your turn."),
    )
    return Notice(NoticeKind.TURN, plain, details, f"matches/{match}", f"turn-{match}")


def over_notice(match: int, sheet: Scoresheet) -> Notice:
    game, won = sheet.game.name, AndList(Name(seat) for seat in winners(sheet))
    if match_state(sheet) is MatchState.UNFINISHED or not won:
        details = say("{game} was left unfinished.", game=game)
    else:
        details = say("{game} is over. Won by {who}.", game=game, who=won)
    return Notice(
        NoticeKind.OVER, PLAIN[NoticeKind.OVER], details, f"matches/{match}", f"over-{match}"
    )


def overtaken_notice(season: int, title: str, others: Sequence[str], place: int) -> Notice:
    details = say(
        "{who} overtook you in {season}. Your place is now {place}.",
        season=title,
        who=AndList(Name(other) for other in others),
        place=place,
    )
    plain = PLAIN[NoticeKind.OVERTAKEN]
    return Notice(NoticeKind.OVERTAKEN, plain, details, f"season/{season}", f"season-{season}")


def club_night_notice(night: int, title: Message, path: str) -> Notice:
    details = say("Club night: {night}. Will you come?", night=title)
    return Notice(
        NoticeKind.CLUB_NIGHT, PLAIN[NoticeKind.CLUB_NIGHT], details, path, f"evening-{night}"
    )


def push_message(
    notice: Notice, names: Mapping[str, str], translate: Translate, *, details: bool
) -> PushMessage:
    """Return a notification's push message, with JSON for the service worker as its text."""
    body = render(notice.details if details else notice.plain, names, translate)
    if len(body) > MAX_BODY_LENGTH:
        body = f"{body[: MAX_BODY_LENGTH - 1]}…"
    content = {"title": TITLE, "body": body, "path": notice.path, "tag": notice.tag}
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
    is_urgent = notice.kind is NoticeKind.TURN
    return PushMessage(text, TTL_S[notice.kind], notice.tag, is_urgent)
