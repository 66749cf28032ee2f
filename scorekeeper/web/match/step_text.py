"""Short texts for the steps and stages of a match, such as "Bids, Deal 7"."""

from collections.abc import Sequence

from scorekeeper.match.events import (
    Entry,
    MatchClosed,
    MatchReopened,
    RoundCorrected,
    StageRecorded,
)
from scorekeeper.match.sheet import Scoresheet, deal_title
from scorekeeper.messages import AndList, Message, say
from scorekeeper.rules.kernel import Position

MAX_TITLES = 3  # if a correction changes more deals, only the first is named


def step_text(sheet: Scoresheet, step: Entry) -> Message:
    """Return a step as a short text, such as "Bids, Deal 7"."""
    match step.event:
        case StageRecorded(round=number, stage=stage, answers=answers):
            own_title = (
                sheet.game.display.step_phrase(stage, answers)
                if sheet.game.display.step_phrase
                else None
            )
            title = sheet.game.display.title(deal_position(sheet, number), stage)
            return own_title or title_with_deal(sheet, title, number)
        case RoundCorrected(round=number, later=later):
            numbers = (number, *(n for n, stages in later if stages))
            return say("correction of {deals}", deals=deal_titles(sheet, numbers))
        case MatchClosed():
            return say("end of the match")
        case MatchReopened():
            return say("reopening the match")
        case _:
            return say("last step")


def deal_titles(sheet: Scoresheet, numbers: Sequence[int]) -> Message:
    """Return the titles of up to three deals, or the first title and the number of the others."""
    first, *others = (deal_title(sheet, number) for number in numbers)
    if len(numbers) > MAX_TITLES:
        return say("{deal} and {n} later deals", deal=first, n=len(others))
    return say("{deals}", deals=AndList((first, *others)))


def title_with_deal(sheet: Scoresheet, title: Message, number: int) -> Message:
    """Return a stage's title with its deal, such as "Bids, Deal 7".

    A title that contains a number ("Hand 4") is returned unchanged.
    """
    if "number" in title.values:
        return title
    deal = deal_title(sheet, number)
    if title.template.endswith("?"):
        return say("{title} {deal}", title=title, deal=deal)
    return say("{title}, {deal}", title=title, deal=deal)


def deal_position(sheet: Scoresheet, number: int) -> Position:
    """Return the position before deal `number`.

    Returns the current position if the deal is incomplete.
    """
    return (
        sheet.played_deals[number - 1].before
        if number <= len(sheet.played_deals)
        else sheet.position
    )
