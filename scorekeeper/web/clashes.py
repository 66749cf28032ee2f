"""Two answers to one question: what is on the sheet, and what came too late, side by side."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from flask import make_response
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from scorekeeper.rules.kernel import Kind, Record
from scorekeeper.rules.onpage import Quick
from scorekeeper.rules.words import Say, say
from scorekeeper.scoresheet import Asked, Scoresheet, put_together
from scorekeeper.web import asking, sheets
from scorekeeper.web.answers import chosen, in_words
from scorekeeper.web.forms import NOBODY, FieldBox
from scorekeeper.web.pages import LAST_ROWS, Match, position_of, render, wants_part

Posted = MultiDict[str, str]
QUICK, HERE = "quick", "here"  # a button's answer; that a stage was on the page at all
NOT_ANSWERS = {"key", "seen", "do", HERE, asking.REST, asking.CAME}


@dataclass(frozen=True)
class Line:
    """One number or choice of both. None: nothing was said."""

    what: Say
    seat: str | None
    theirs: Say | None
    mine: Say | None

    @property
    def differs(self) -> bool:
        return self.theirs != self.mine


@dataclass(frozen=True)
class Clash:
    """What came too late. `saved_at` is when the other answer was written; `inputs` what was
    typed, under the names the correcting page has for it, if it can be put there."""

    number: int
    title: Say
    lines: tuple[Line, ...]
    is_written: bool
    can_be_mine: bool
    saved_at: int
    inputs: tuple[tuple[str, str], ...]


def page(match: Match, number: int, posted: Sequence[tuple[str, Posted]]) -> ResponseReturnValue:
    """409: what is there now, and what was typed for these stages beside it."""
    part = "matches/_clash.html" if wants_part() else "matches/clash.html"
    board = sheets.board(match.sheet, match.people, LAST_ROWS)
    return render(part, match, 409, clash=clash(match.sheet, number, posted), board=board)


def instead_of_part(answer: ResponseReturnValue) -> ResponseReturnValue:
    """An answer for the whole match, where the page waits for its question alone."""
    response = make_response(answer)
    response.headers["HX-Retarget"] = response.headers["HX-Reselect"] = "#match"
    response.headers["HX-Reswap"] = "outerHTML"
    return response


def clash(sheet: Scoresheet, number: int, posted: Sequence[tuple[str, Posted]]) -> Clash:
    """Both answers to these stages of that deal, as far as the sheet knows them."""
    written = dict(sheet.said[number - 1]) if 1 <= number <= len(sheet.said) else {}
    lines: list[Line] = []
    if 1 <= number <= len(sheet.rounds) + 1:
        for stage, typed in posted:
            lines += compared(sheet, number, stage, typed, written.get(stage))
    return Clash(
        number,
        say("{deal} {n}", deal=sheet.game.deal, n=number),
        tuple(lines),
        is_written=any(stage in written for stage, _ in posted),
        can_be_mine=not sheet.thrown_away
        and any(can_be_corrected(sheet, number, stage) for stage, _ in posted),
        saved_at=sheet.written[number - 1].at if written else 0,
        inputs=tuple(
            (f"{stage}.{name}", value)
            for stage, typed in posted
            for name, value in typed.items(multi=True)
            if name not in NOT_ANSWERS
        ),
    )


def compared(
    sheet: Scoresheet, number: int, stage: str, typed: Posted, theirs: Record | None
) -> Iterator[Line]:
    """One stage, field by field, and seat by seat where a field has seats."""
    asked = Asked(number, stage, position_of(sheet, number), earlier(sheet, number, stage))
    buttons = buttons_of(sheet, asked)
    my_button = buttons.get(typed.get(QUICK, ""))
    their_button = next((each for each in buttons.values() if each.answers == theirs), None)
    if my_button or their_button:
        title = sheet.game.title(asked.position, stage)
        yield Line(title, None, their_button and their_button.label, my_button and my_button.label)
    mine = asking.read(sheet.game, asked, typed)
    there = asking.read(sheet.game, asked, None, theirs) if theirs is not None else None
    other = {box.asked.name: box for box in there.boxes} if there else {}
    for box in mine.boxes:
        for key in box.keys:
            said = answer(box, key)
            theirs_said = answer(other[box.asked.name], key) if box.asked.name in other else None
            if said is not None or theirs_said is not None:
                seat = key if key in box.asked.seats else None
                yield Line(box.asked.label, seat, theirs_said, said)


def buttons_of(sheet: Scoresheet, asked: Asked) -> dict[str, Quick]:
    """Quick answers to the stage, if it can be asked so."""
    if sheet.game.stage(asked.position, asked.record) != asked.stage:
        return {}
    return asking.fresh(sheet.game, asked).buttons


def can_be_corrected(sheet: Scoresheet, number: int, stage: str) -> bool:
    """Whether the correcting page asks for this stage. One that is answered instead of another,
    such as a single call, it does not."""
    if not 1 <= number <= len(sheet.said) or stage not in dict(sheet.said[number - 1]):
        return False
    before = earlier(sheet, number, stage)
    return stage not in sheet.game.others(position_of(sheet, number), before)


def earlier(sheet: Scoresheet, number: int, stage: str) -> Record:
    """The answers of the deal's stages before this one."""
    if number > len(sheet.said):
        return {}
    stages = []
    for each, answers in sheet.said[number - 1]:
        if each == stage:
            break
        stages.append((each, answers))
    return put_together(sheet.game, tuple(stages))


def answer(box: FieldBox, key: str) -> Say | None:
    """One answer in words."""
    text, field = box.typed.get(key, ""), box.asked
    if not text or (not field.everyone and text == str(field.default)):
        return None
    match field.kind:
        case Kind.SEAT:
            return in_words(field, None if text == NOBODY else text)
        case Kind.YES:
            return in_words(field, True)
        case Kind.PAIR | Kind.CALLS if isinstance(box.answer, list):
            return in_words(field, box.answer)
    return chosen(field, text)
