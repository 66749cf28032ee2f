"""A match to take away: its result as text for a chat, its sheet as a table of values."""

import csv
import io
import unicodedata
from collections.abc import Sequence

from flask import Response

from scorekeeper.rules.onpage import Place
from scorekeeper.rules.words import Name, Say, say, say_n
from scorekeeper.settling import Payment
from scorekeeper.web import sheets
from scorekeeper.web.pages import Match, opened
from scorekeeper.web.showing import bp
from scorekeeper.web.speech import isolated, spoken


def as_text(match: Match, places: Sequence[Place], payments: Sequence[Payment]) -> str:
    """The result in a few lines, places first, then who pays whom."""
    sheet = match.sheet
    names = {key: isolated(name) for key, name in match.names.items()}
    lines: list[Say] = [
        say("{game}, {deals}", game=sheet.game.name,
            deals=say_n("one deal", "{n} deals", len(sheet.rounds)))
    ]  # fmt: skip
    if sheet.ended == "unfinished":
        lines.append(say("Left unfinished."))
        lines += [
            say("{who}: {total}", who=Name(side), total=total)
            for side, total in sheet.position.totals.items()
        ]
    else:
        lines += [
            say("{n}. {who}: {what}", n=place.place, who=[Name(s) for s in place.seats],
                what=place.what) for place in places
        ]  # fmt: skip
    lines += [
        say("{payer} pays {payee} {amount} ({unit})", payer=Name(each.payer),
            payee=Name(each.payee), amount=each.amount, unit=sheet.game.net_unit)
        for each in payments
    ]  # fmt: skip
    return "\n".join(spoken(line, names) for line in lines)


@bp.get("/<int:match_id>/sheet.csv")
def csv_sheet(match_id: int) -> Response:
    """The sheet for a spreadsheet: deal, dealer, then points and total of every side."""
    match = opened(match_id)
    sheet, names = match.sheet, match.names
    table = io.StringIO()
    rows = csv.writer(table)
    heads = [say("deal"), say("dealer")]
    for side in sheet.position.totals:
        heads += [say("{who}", who=Name(side)), say("{who} total", who=Name(side))]
    rows.writerow([plain(spoken(head, names)) for head in heads])
    for deal in sheets.board(sheet, match.people).rows:
        row: list[object] = [deal.number, plain(names[deal.dealer.key])]
        for box in deal.boxes:
            row += ["" if box.points is None else box.points, box.total]
        rows.writerow(row)
    file = f'attachment; filename="{sheet.game.slug}-{match_id}.csv"'
    # The mark at the front tells spreadsheets that this is UTF-8.
    return Response(
        "\ufeff" + table.getvalue(), mimetype="text/csv", headers={"Content-Disposition": file}
    )


def plain(text: str) -> str:
    """A name is never a formula, whatever it begins with; wide signs begin one in some places."""
    first = unicodedata.normalize("NFKC", text[:1])
    return f"'{text}" if first in ("=", "+", "-", "@", "\t", "\r") else text
