"""Two answers to one question: what is on the sheet, and what came too late, side by side."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from flask import make_response
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict

from scorekeeper.match.sheet import Asked, Scoresheet, put_together
from scorekeeper.messages import Say, say
from scorekeeper.rules.display import Quick
from scorekeeper.rules.fields import Kind
from scorekeeper.rules.kernel import Record
from scorekeeper.web.match import question_builder, sheets
from scorekeeper.web.match.answer_text import chosen, in_words
from scorekeeper.web.match.context import LAST_ROWS, Match, position_of, render, wants_part
from scorekeeper.web.match.correction_draft import correction
from scorekeeper.web.match.effects import Effect, effects
from scorekeeper.web.match.forms import NOBODY, FieldBox
from scorekeeper.web.match.question import HERE, QUICK
from scorekeeper.web.match.recorded_deal import ROW, earlier_of, rows

Posted = MultiDict[str, str]
NOT_ANSWERS = {"key", "seen", "do", HERE, question_builder.REST, question_builder.CAME}


class Late(NamedTuple):
    """What was typed for one stage of a deal, too late; `prefix` begins the names of its inputs."""

    deal: int
    stage: str
    prefix: str
    posted: Posted

    @property
    def typed(self) -> Posted:
        """The same under the names of the stage's own page."""
        return MultiDict(
            (name.removeprefix(self.prefix), value)
            for name, value in self.posted.items(multi=True)
            if name.startswith(self.prefix)
        )


class Line(NamedTuple):
    """One number or choice of both. None: nothing was said. `deal` is named where it is not the
    one that the page is about.
    """

    deal: Say | None
    what: Say
    seat: str | None
    theirs: Say | None
    mine: Say | None

    @property
    def differs(self) -> bool:
        return self.theirs != self.mine


@dataclass(frozen=True)
class Clash:
    """What came too late, or too early. `saved_at` is when the other answer was written; `inputs`
    what was typed, under the names the correcting page has for it, if it can be put there, and
    `then` what becomes of the totals with that.
    """

    number: int
    title: Say
    lines: tuple[Line, ...]
    is_written: bool
    can_be_mine: bool
    is_early: bool
    saved_at: int
    inputs: tuple[tuple[str, str], ...]
    then: tuple[Effect, ...] = ()


def page(match: Match, number: int, stage: str, posted: Posted) -> ResponseReturnValue:
    """409: what is there now, and what was typed for this stage beside it."""
    inputs = tuple(
        (f"{stage}.{name}", value)
        for name, value in posted.items(multi=True)
        if name not in NOT_ANSWERS
    )
    return shown(match, clash(match.sheet, number, [Late(number, stage, "", posted)], inputs))


def page_of_deals(match: Match, number: int, by_deal: Mapping[int, Posted]) -> ResponseReturnValue:
    """409: the same for a correction, of one deal or of several."""
    late: list[Late] = []
    for deal, posted in sorted(by_deal.items()):
        prefix = "" if deal == number else f"{deal}."
        stages = (name.removeprefix(prefix).partition(".")[0] for name in posted)
        late += [Late(deal, stage, f"{prefix}{stage}.", posted) for stage in dict.fromkeys(stages)]
    inputs = tuple(each for posted in by_deal.values() for each in posted.items(multi=True))
    return shown(match, clash(match.sheet, number, late, inputs))


def shown(match: Match, found: Clash) -> ResponseReturnValue:
    part = "matches/_clash.html" if wants_part() else "matches/clash.html"
    board = sheets.board(match.sheet, match.people, LAST_ROWS)
    return render(part, match, 409, clash=found, board=board)


def instead_of_part(answer: ResponseReturnValue) -> ResponseReturnValue:
    """An answer for the whole match, where the page waits for its question alone."""
    response = make_response(answer)
    response.headers["HX-Retarget"] = response.headers["HX-Reselect"] = "#match"
    response.headers["HX-Reswap"] = "outerHTML"
    return response


def clash(
    sheet: Scoresheet, number: int, late: Sequence[Late], inputs: tuple[tuple[str, str], ...]
) -> Clash:
    """Both answers to these stages, as far as the sheet knows their deals."""
    lines: list[Line] = []
    for each in late:
        if each.deal >= 1 and not each.stage.startswith(ROW):
            lines += named(sheet, number, each.deal, compared(sheet, each))
    for deal in dict.fromkeys(each.deal for each in late if each.stage.startswith(ROW)):
        lines += named(sheet, number, deal, one_by_one(sheet, number, deal, late))
    written = dict(sheet.said[number - 1]) if 1 <= number <= len(sheet.said) else {}
    can_be_mine = not sheet.thrown_away and any(
        can_be_corrected(sheet, number, each.stage) for each in late
    )
    return Clash(
        number,
        say("{deal} {n}", deal=sheet.game.deal, n=number),
        tuple(lines) or tuple(as_entered(sheet, inputs)),
        is_written=any(each.stage in written for each in late),
        can_be_mine=can_be_mine,
        is_early=any(is_early(sheet, each) for each in late),
        saved_at=sheet.written[number - 1].at if written else 0,
        inputs=inputs,
        then=tuple(totals_with(sheet, number, inputs)) if can_be_mine else (),
    )


def totals_with(
    sheet: Scoresheet, number: int, inputs: tuple[tuple[str, str], ...]
) -> Iterator[Effect]:
    """Whose total changes if the deal is corrected to these inputs and no later deal is asked."""
    posted = {number: MultiDict(inputs)}
    then = correction(sheet, number, number, posted, {}, looking=True).then
    return effects(sheet, then) if then else iter(())


def is_early(sheet: Scoresheet, late: Late) -> bool:
    """Whether the stage is still to come, as when the one before it was refused."""
    asked = sheet.asked
    if asked is None or sheet.thrown_away or late.deal < asked.round:
        return False
    if late.deal > asked.round:
        return True
    stages = {field.stage for field in sheet.game.fields(asked.position, asked.record)}
    return late.stage in stages - set(sheet.answered(asked.round))


def as_entered(sheet: Scoresheet, inputs: Iterable[tuple[str, str]]) -> Iterator[Line]:
    """What was entered for fields of which nothing is known here: the value, and whose it is."""
    for name, value in inputs:
        seat = name.rpartition("-")[2]
        whose = seat if seat in sheet.setup.players else None
        yield Line(None, say("Entered"), whose, None, say("{text}", text=value))


def named(sheet: Scoresheet, number: int, deal: int, lines: Iterable[Line]) -> Iterator[Line]:
    """Lines with their deal, unless it is the one that the page is about."""
    name = None if deal == number else say("{deal} {n}", deal=sheet.game.deal, n=deal)
    return (line._replace(deal=name) for line in lines)


def one_by_one(sheet: Scoresheet, number: int, deal: int, late: Sequence[Late]) -> Iterator[Line]:
    """Answers that came one by one, such as calls, all in one line."""
    if not 1 <= deal <= len(sheet.said):
        return
    position, posted = position_of(sheet, deal), next(e.posted for e in late if e.deal == deal)
    prefix = "" if deal == number else f"{deal}."
    theirs = earlier_of(sheet.game, position, sheet.said[deal - 1])
    asks = list(rows(sheet.game, position, deal, theirs, posted, prefix))
    for field in {field.name: field for ask in asks for field in ask.fields.values()}.values():
        there = [call for said in theirs.rows for call in said.get(field.name, ())]
        mine = [call for ask in asks for call in ask.answers.get(field.name, ())]
        words = [in_words(field, calls) if calls else None for calls in (there, mine)]
        yield Line(None, field.label, None, *words)


def compared(sheet: Scoresheet, late: Late) -> Iterator[Line]:
    """One stage, field by field, and seat by seat where a field has seats."""
    number, stage, typed = late.deal, late.stage, late.typed
    written = dict(sheet.said[number - 1]) if number <= len(sheet.said) else {}
    theirs: Record | None = written.get(stage)
    asked = Asked(number, stage, position_of(sheet, number), earlier(sheet, number, stage))
    buttons = buttons_of(sheet, asked)
    my_button = buttons.get(typed.get(QUICK, ""))
    their_button = next((each for each in buttons.values() if each.answers == theirs), None)
    if my_button or their_button:
        title = sheet.game.title(asked.position, stage)
        yield Line(
            None, title, None, their_button and their_button.label, my_button and my_button.label
        )
    mine = question_builder.read(sheet.game, asked, typed)
    there = question_builder.read(sheet.game, asked, None, theirs) if theirs is not None else None
    other = {box.asked.name: box for box in there.boxes} if there else {}
    for box in mine.boxes:
        for key in box.keys:
            said = answer(box, key)
            theirs_said = answer(other[box.asked.name], key) if box.asked.name in other else None
            if said is not None or theirs_said is not None:
                seat = key if key in box.asked.seats else None
                yield Line(None, box.asked.label, seat, theirs_said, said)


def buttons_of(sheet: Scoresheet, asked: Asked) -> dict[str, Quick]:
    """Quick answers to the stage, if it can be asked so."""
    if sheet.game.stage(asked.position, asked.record) != asked.stage:
        return {}
    return question_builder.fresh(sheet.game, asked).buttons


def can_be_corrected(sheet: Scoresheet, number: int, stage: str) -> bool:
    """Whether the correcting page asks for this stage. One that is answered instead of another,
    such as a single call, it asks in rows of its own.
    """
    if not 1 <= number <= len(sheet.said):
        return False
    if stage.startswith(ROW):
        return True
    if stage not in dict(sheet.said[number - 1]):
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
