"""Exports of one match: its result as text for a chat, and its score sheet as CSV."""

from collections.abc import Mapping, Sequence
from typing import Any

from flask import Response

from scorekeeper.match import outcome
from scorekeeper.match.deal_comment import count_players
from scorekeeper.match.sheet import Scoresheet
from scorekeeper.messages import Message, Name, say, say_n
from scorekeeper.rules.display import Place
from scorekeeper.runtime.csv_writer import csv_lines, escape_formulas
from scorekeeper.stats.settlement import SettlingPayment
from scorekeeper.web.i18n import isolate_bidi, translate_sentence
from scorekeeper.web.match import sheet_view
from scorekeeper.web.match.context import MatchView, match_or_404
from scorekeeper.web.stake_labels import MatchStake


def result_text(match: MatchView, ended: Mapping[str, Any], stake: MatchStake | None = None) -> str:
    """Return the result as lines of text.

    They contain the game, the places (or an unfinished match's totals), the payments and the story.
    With `stake`, payments are in money or counters instead of stakes or points.
    """
    sheet = match.sheet
    places: Sequence[Place] = ended["places"]
    payments: Sequence[SettlingPayment] = ended["payments"]
    names = {key: isolate_bidi(name) for key, name in match.names.items()}
    deals = outcome.deals_text(sheet)
    lines: list[Message] = [say("{game}, {deals}", game=sheet.game.name, deals=deals)]
    if sheet.ended == "unfinished":
        lines.append(say("Left unfinished."))
        lines += [
            say("{who}: {total}", who=Name(side), total=total)
            for side, total in sheet.position.totals.items()
        ]
    else:
        lines += [
            say(
                "{n}. {who}: {what}",
                n=place.place,
                who=[Name(s) for s in place.seats],
                what=place.description,
            )
            for place in places
        ]
    stake_note = ended["stake_note"](None)
    if stake_note and payments and not stake:
        lines.append(stake_note)
    lines += [payment_line(sheet, each, stake) for each in payments]
    lines += ended["story"]
    return "\n".join(translate_sentence(line, names) for line in lines)


def payment_line(sheet: Scoresheet, payment: SettlingPayment, stake: MatchStake | None) -> Message:
    return say_n(
        "{payer} pays {payee} {amount}",
        "{payer} pay {payee} {amount}",
        count_players(sheet, [payment.payer]),
        payer=Name(payment.payer),
        payee=Name(payment.payee),
        amount=payment_text(sheet, payment.amount, stake),
    )


def stake_note(sheet: Scoresheet, stake: MatchStake | None) -> Message | None:
    """Return what each player put into the pot, in money or counters if there is a `stake`."""
    return sheet.game.end.stake_note(sheet.position, stake.text if stake else int)


def payment_text(sheet: Scoresheet, amount: int, stake: MatchStake | None) -> Message | str:
    """Return an amount in money or counters, as points, or in the unit of the match's own stake."""
    if stake:
        return stake.text(amount)
    if sheet.game.end.net_unit is None:
        return say("{n}", n=amount)
    return say_n("one point", "{n} points", amount)


def csv_sheet(match_id: int) -> Response:
    """Download the score sheet as CSV: deal, dealer, then each side's points and total."""
    match = match_or_404(match_id)
    sheet, names = match.sheet, match.names
    headings = [say("deal"), say("dealer")]
    for side in sheet.position.totals:
        headings += [say("{who}", who=Name(side)), say("{who} total", who=Name(side))]
    rows: list[list[object]] = [
        [escape_formulas(translate_sentence(heading, names)) for heading in headings]
    ]
    for deal in sheet_view.build_board(sheet, match.people).rows:
        row: list[object] = [deal.number, escape_formulas(names[deal.dealer.key])]
        for score in deal.side_scores:
            row += [score.points, score.total]
        rows.append(row)
    file = f'attachment; filename="{sheet.game.slug}-{match_id}.csv"'
    return Response(
        "".join(csv_lines(rows)), mimetype="text/csv", headers={"Content-Disposition": file}
    )
