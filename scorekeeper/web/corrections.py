"""Correcting an old deal: the same fields as when it was written, and what will change."""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace

from flask import abort, redirect, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from scorekeeper import table
from scorekeeper.events import CorrectionDrafted, Entry, RoundCorrected, Stages
from scorekeeper.folding import apply
from scorekeeper.rules.checking import problems
from scorekeeper.rules.kernel import Position, Problem, Record
from scorekeeper.rules.onpage import Quick
from scorekeeper.rules.words import Name, Say, Signed, say
from scorekeeper.scoresheet import Asked, Scoresheet, put_together
from scorekeeper.table import Refused, Stale
from scorekeeper.web import asking, clashes, sheets
from scorekeeper.web.pages import (
    LAST_ROWS,
    Match,
    opened,
    position_of,
    render,
    sent,
    the_log,
    wants_part,
    whole_number,
)
from scorekeeper.web.question import Ask
from scorekeeper.web.showing import bp, written


@dataclass(frozen=True)
class Correction:
    """A deal being written anew: its stages as asked, and what would follow.

    `problems` are wrong in the deal itself; `broken` is a later deal that becomes impossible.
    """

    number: int
    asks: tuple[Ask, ...]
    stages: Stages
    changes: tuple[Say, ...]
    problems: tuple[Problem, ...] = ()
    broken: int | None = None


def correction(
    sheet: Scoresheet, number: int, posted: MultiDict[str, str] | None, *, looking: bool
) -> Correction:
    """The deal with what was posted, or as it was written."""
    draft = sheet.drafts.get(number) if posted is None else None
    drafted = draft.event.stages if draft and isinstance(draft.event, CorrectionDrafted) else None
    asks = tuple(asked_again(sheet, number, posted, drafted, looking=looking))
    stages = tuple((ask.stage, answers(ask, looking)) for ask in asks)
    found = [problem for ask in asks for problem in asking.wrong(ask, answers(ask, looking))]
    if found:
        return Correction(number, asks, stages, (), tuple(found))
    try:
        table.check_correction(sheet, number, stages)
    except Refused as refusal:
        return Correction(number, asks, stages, (), tuple(refusal.problems), refusal.round)
    then = apply(sheet, Entry(sheet.version + 1, RoundCorrected(number, stages), 0))
    return Correction(number, asks, stages, tuple(changes(sheet, then)))


def answers(ask: Ask, looking: bool) -> Record:
    """What is told of while somebody looks at it is what stands on the page."""
    return ask.filled if looking else ask.answers


def asked_again(
    sheet: Scoresheet,
    number: int,
    posted: MultiDict[str, str] | None,
    drafted: Stages | None,
    *,
    looking: bool,
) -> Iterator[Ask]:
    """The deal's stages one after another, each with the answers of those before it."""
    position = position_of(sheet, number)
    before = drafted or sheet.said[number - 1]
    said, whole = dict(before), put_together(sheet.game, before)
    last = None if number <= len(sheet.rounds) else sheet.said[number - 1][-1][0]
    record = put_together(sheet.game, ())
    stage = sheet.game.stage(position, record)
    done: list[str] = []
    sound = True
    while stage is not None and stage not in done:
        asked = Asked(number, stage, position, record)
        ask = one_stage(sheet, asked, said.get(stage, whole), posted, looking=looking, sound=sound)
        yield ask
        if stage == last:
            return
        done.append(stage)
        record = sheet.game.merge(record, stage, answers(ask, looking))
        sound = sound and is_sound(sheet, position, record)
        if sound:
            stage = sheet.game.stage(position, record)
        else:  # what follows cannot be told; what was written stays on the page
            stage = next((each for each in said if each not in done), None)


def is_sound(sheet: Scoresheet, position: Position, record: Record) -> bool:
    """Whether the next stage can be told from these answers."""
    return not problems(sheet.game, position, record, "")


def one_stage(
    sheet: Scoresheet,
    asked: Asked,
    earlier: Record,
    posted: MultiDict[str, str] | None,
    *,
    looking: bool,
    sound: bool,
) -> Ask:
    """One stage as it was posted; in a look as it was written, if nothing of it came."""
    prefix = f"{asked.stage}."
    came = posted is not None and not (looking and nothing_of(prefix, posted))
    empty = asking.fresh(sheet.game, asked, None, prefix, sound=sound)
    if instead := instead_of_fields(empty, posted if came else None, earlier):
        return replace(empty, instead=instead)
    if posted is not None and came:
        ask = asking.typed(sheet.game, asked, posted, prefix, looking=looking, sound=sound)
    else:
        names = {field.name for field in asking.fields_of(sheet.game, asked, earlier)}
        mine = {name: value for name, value in earlier.items() if name in names}
        ask = asking.fresh(sheet.game, asked, mine, prefix, sound=sound)
    found = asking.wrong(ask, ask.answers)
    return asking.refused(ask, found) if found and posted is not None and not looking else ask


def instead_of_fields(
    ask: Ask, posted: MultiDict[str, str] | None, earlier: Record
) -> Quick | None:
    """The button that answers the whole stage: the one that was chosen, or written down."""
    if posted is not None:
        return ask.buttons.get(posted.get(f"{ask.stage}.{clashes.QUICK}", ""))
    return next((each for each in ask.buttons.values() if each.answers == earlier), None)


def nothing_of(prefix: str, posted: MultiDict[str, str]) -> bool:
    return not any(name.startswith(prefix) for name in posted)


def changes(old: Scoresheet, new: Scoresheet) -> Iterator[Say]:
    """What a correction changes: totals, who is out, who wins, what is asked and who deals."""
    yield from totals_changed(old, new)
    yield from fates_changed(old, new)
    yield from next_changed(old, new)


def totals_changed(old: Scoresheet, new: Scoresheet) -> Iterator[Say]:
    for side, total in new.position.totals.items():
        before = old.position.totals[side]
        if total != before:
            yield say("{who}: {before} → {total} ({change})", who=Name(side), before=before,
                      total=total, change=Signed(total - before))  # fmt: skip


def fates_changed(old: Scoresheet, new: Scoresheet) -> Iterator[Say]:
    """Who is out, who wins, and whether it is over."""
    for seat in new.position.players:
        if seat in old.position.out and seat not in new.position.out:
            yield say("{who} is no longer out.", who=Name(seat))
        if seat in new.position.out and seat not in old.position.out:
            yield say("{who} is out.", who=Name(seat))
    if new.is_over and new.winners != old.winners:
        yield say("Wins: {who}.", who=[Name(side) for side in new.winners])
    if old.is_over and not new.is_over:
        yield say("The match is no longer over.")


def next_changed(old: Scoresheet, new: Scoresheet) -> Iterator[Say]:
    """What is asked next, and who deals then."""
    before, after = old.asked, new.asked
    if before and after and before.stage != after.stage:
        yield say("Then asked: {title}", title=new.game.title(after.position, after.stage))
    if after and old.position.dealer != new.position.dealer:
        yield say("{who} deals next.", who=Name(new.position.dealer))


def is_written(match: Match, number: int) -> bool:
    return 1 <= number <= len(match.sheet.said)


def shown(match: Match, found: Correction, status: int = 200, seen: int = 0) -> ResponseReturnValue:
    """The correcting page, or its part after a POST."""
    return render(
        "matches/_correct.html" if wants_part() else "matches/correct.html",
        match, status, correction=found, seen=seen or match.sheet.version,
        later=len(match.sheet.said) - found.number,
        was=match.sheet.written[found.number - 1],
        board=sheets.board(match.sheet, match.people, LAST_ROWS),
    )  # fmt: skip


@bp.get("/<int:match_id>/rounds/<int:number>/correct")
def ask_correction(match_id: int, number: int) -> ResponseReturnValue:
    """An old deal as it was written, or as its draft has it, to be corrected."""
    match = opened(match_id)
    if not is_written(match, number):
        abort(404, say("This deal has not been written down."))
    return shown(match, correction(match.sheet, number, None, looking=False))


@bp.get("/<int:match_id>/rounds/<int:number>/correct/look")
def looked(match_id: int, number: int) -> ResponseReturnValue:
    """The address that stands above a look where there is no script."""
    page = url_for("matches.ask_correction", match_id=match_id, number=number)
    return redirect(page, code=303)


@bp.post("/<int:match_id>/rounds/<int:number>/correct/look")
def look_at_correction(match_id: int, number: int) -> ResponseReturnValue:
    """What a correction would change. Writes nothing."""
    match = opened(match_id)
    if not is_written(match, number):
        return clashes.instead_of_part(too_late(match, number))
    seen = whole_number("seen", match.sheet.version)
    return shown(match, correction(match.sheet, number, request.form, looking=True), seen=seen)


@bp.post("/<int:match_id>/rounds/<int:number>/correct")
def correct(match_id: int, number: int) -> ResponseReturnValue:
    """Write an old deal anew, or keep the correction as a draft."""
    match = opened(match_id)
    if not is_written(match, number):
        return too_late(match, number)
    found = correction(match.sheet, number, request.form, looking=False)
    seen = whole_number("seen", match.sheet.version)
    is_draft = request.form.get("do") == "draft" and not (found.problems and found.broken is None)
    if found.problems and not is_draft:
        return shown(match, found, 422, seen)
    try:
        if is_draft:
            table.draft(the_log(), match_id, number, found.stages, sent())
            return written(match_id, saved="draft")
        table.correct(the_log(), match_id, number, found.stages, seen, sent())
    except Refused as refusal:
        return shown(match, refused(found, refusal), 422, seen)
    except Stale:
        return too_late(opened(match_id), number)
    return written(match_id)


def refused(found: Correction, refusal: Refused) -> Correction:
    return Correction(
        found.number, found.asks, found.stages, (), tuple(refusal.problems), refusal.round
    )


def too_late(match: Match, number: int) -> ResponseReturnValue:
    """Somebody corrected this deal meanwhile, or took it back: what was typed beside it."""
    stages = dict.fromkeys(name.partition(".")[0] for name in request.form if "." in name)
    return clashes.page(match, number, [(stage, unprefixed(stage)) for stage in stages])


def unprefixed(stage: str) -> MultiDict[str, str]:
    """What was posted for one stage, under the names of its own page."""
    return MultiDict(
        (name.removeprefix(f"{stage}."), value)
        for name, value in request.form.items(multi=True)
        if name.startswith(f"{stage}.")
    )


@bp.post("/<int:match_id>/rounds/<int:number>/correct/drop")
def drop_draft(match_id: int, number: int) -> ResponseReturnValue:
    """Give up a kept correction."""
    opened(match_id)
    with suppress(Stale):  # somebody gave it up already
        table.drop_draft(the_log(), match_id, number, sent())
    return written(match_id, saved="")
