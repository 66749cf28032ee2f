"""The cards of running matches on the home page and on the TV page."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from scorekeeper.league.match_lists import ListedMatch
from scorekeeper.match import outcome
from scorekeeper.match.log import MatchNotFound
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.messages import Message, mentions, say
from scorekeeper.rules.common import dealer_sentence
from scorekeeper.rules.game import Game
from scorekeeper.rules.validation import MATCH_OVER
from scorekeeper.web.match import sheet_view
from scorekeeper.web.match.context import current_log
from scorekeeper.web.match.sheet_view import SheetColumn


@dataclass(frozen=True)
class RunningMatchCard:
    """A running match on the home page and on the TV page."""

    match: ListedMatch
    sheet: Scoresheet
    leaders: tuple[SheetColumn, ...]
    others: tuple[SheetColumn, ...]
    # Points between first and second place; 0 if several lead or points do not decide.
    lead_points: int
    deal_count: int | None  # the number of deals, if it is fixed
    next_title: Message
    next_note: Message


def running_match_cards(matches: Iterable[ListedMatch]) -> Iterator[RunningMatchCard]:
    """Yield a card for each readable match. The page lists unreadable matches separately."""
    for match in matches:
        with suppress(MatchNotFound):
            yield running_match_card(match)


def running_match_card(match: ListedMatch) -> RunningMatchCard:
    sheet = current_log().sheet(match.id)
    columns = {column.side: column for column in sheet_view.build_columns(sheet, match.people)}
    order = [columns[side] for place in outcome.current_places(sheet) for side in place.seats]
    leaders = tuple(column for column in order if column.leads)
    others = tuple(column for column in order if not column.leads)
    position, asked_stage = sheet.position, sheet.asked_stage
    about, dealer = sheet.game.display.deal_subtitle(position), dealer_sentence(position)
    return RunningMatchCard(
        match,
        sheet,
        leaders,
        others,
        lead_points=lead_in_points(sheet.game, leaders, others),
        deal_count=sheet.game.deals(sheet.setup) if sheet.game.deals else None,
        next_title=sheet.game.display.title(position, asked_stage.stage)
        if asked_stage
        else MATCH_OVER,
        next_note=about
        if mentions(about, position.dealer)
        else say("{one}, {two}", one=about, two=dealer),
    )


def lead_in_points(
    game: Game, leaders: Sequence[SheetColumn], others: Sequence[SheetColumn]
) -> int:
    """Return the points between first and second place.

    Returns 0 if several players lead or if points do not decide.
    """
    if len(leaders) != 1 or not others:
        return 0
    return max(0, (others[0].total - leaders[0].total) * (1 if game.low_wins else -1))
