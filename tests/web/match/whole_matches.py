"""Whole matches, played through the pages in a process that cannot import database packages.

Reads worked cases as JSON from stdin and plays each of them. Prints as JSON: the title, totals and
winners of each match, the lengths of its history and log, and the names of the imported modules.
"""

import json
import sys

from scorekeeper import create_app
from scorekeeper.match import commands
from scorekeeper.match.commands import CommandMeta
from scorekeeper.match.log import MemoryLog
from scorekeeper.rules.fields import FieldKind, FieldLayout
from scorekeeper.web.extension_keys import LOG_KEY
from tests.replayed import replayed_sheet
from tests.web.match.history.pages import history_pages
from tests.web.match_phone import MatchPhone, totals


def whole_match(app, case):
    """Play one case to its podium.

    Returns what the pages show, and the number of entries in the log.
    """
    log = app.extensions[LOG_KEY] = MemoryLog({name: name for name in case["players"]})
    players = tuple(case["players"])
    match = commands.start_match(
        log, case["game"], players, case["options"], CommandMeta("start", 0)
    )
    phone = MatchPhone(app, match)
    for answers in case["rounds"]:
        enter_deal(phone, answers)
    if case.get("closed"):
        phone.at("end")
        phone.tap("End now")
    title = phone.page.title
    pages = history_pages(phone, match)
    chapters = [chapter for page in pages for chapter in page.root.all("ol")]
    return {
        "title": title,
        "totals": {who.replace(" + ", "+"): total for who, total in sheet_of(phone).items()},
        "winners": list(replayed_sheet(log, match).winners),
        "told": sum(len(chapter.all("li")) for chapter in chapters),
        "written": len(log.entries_by_match[match]),
    }


def sheet_of(phone):
    return {who: int(n.replace("\u2212", "-")) for who, n in totals(phone.at("sheet")).items()}


def enter_deal(phone, answers):
    """Enter one deal, stage by stage, until the sheet contains it."""
    number = len(phone.sheet.played_deals)
    phone.reload()
    while len(phone.sheet.played_deals) == number:
        if answers.get("all_pass"):
            page = phone.tap("All pass")
        else:
            page = phone.save(**fields_to_fill(phone.sheet, answers))
        assert page.status == 200, page.alerts


def fields_to_fill(sheet, deal_answers):
    """Return {input name: value} for the stage that the page asks for."""
    game, asked = sheet.game, sheet.asked_stage
    answers = deal_answers
    if game.deal.split_by_stage:
        answers = dict(game.deal.split_by_stage(asked.position, deal_answers))[asked.stage]
    texts = {}
    for field in game.deal.fields(asked.position, asked.deal_answers):
        if (
            field.stage == asked.stage
            and field.name in answers
            and field.layout is not FieldLayout.HIDDEN
        ):
            texts.update(inputs(field, answers[field.name]))
    return texts


def inputs(field, value):
    """Return {input name: value} for one field."""
    match field.kind:
        case FieldKind.NUMBERS:
            return {f"{field.name}-{seat}": number for seat, number in value.items()}
        case FieldKind.SEATS:
            return {f"{field.name}-{s}": "yes" if s in value else "no" for s in field.seats}
        case FieldKind.PAIR:
            return {field.name: [set(pair) for pair in field.pairs].index(set(value))}
        case FieldKind.CARD:
            return {f"{field.name}-rank": value[:-1], f"{field.name}-suit": value[-1]}
        case FieldKind.YES_OR_NO:
            return {field.name: "yes"} if value else {}
        case FieldKind.SEAT:
            return {field.name: "nobody" if value is None else value}
        case _:
            return {field.name: value}


def main():
    app = create_app({"TESTING": True}, log=MemoryLog({}))
    cases = json.load(sys.stdin)
    played = {case["id"]: whole_match(app, case) for case in cases}
    json.dump({"played": played, "modules": sorted(sys.modules)}, sys.stdout)
