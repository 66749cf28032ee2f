"""Two answers to one question: what is on the sheet, and what came too late, side by side."""

from collections.abc import Iterator
from dataclasses import dataclass

from werkzeug.datastructures import MultiDict

from scorekeeper.rules.kernel import Field, Kind, Record
from scorekeeper.rules.words import Name, Say, say
from scorekeeper.scoresheet import Asked, Scoresheet, put_together
from scorekeeper.web import asking
from scorekeeper.web.asking import Ask
from scorekeeper.web.forms import FieldBox
from scorekeeper.web.pages import position_of


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
    """What came too late. `saved` is when the other answer was written; `inputs` what was typed."""

    number: int
    title: Say
    lines: tuple[Line, ...]
    is_written: bool
    saved_at: int
    inputs: tuple[tuple[str, str], ...]
    stage: str

    @property
    def corrected(self) -> list[tuple[str, str]]:
        """What was typed, under the names the correcting page has for it."""
        return [(f"{self.stage}.{name}", value) for name, value in self.inputs]


def clash(sheet: Scoresheet, number: int, stage: str, posted: MultiDict[str, str]) -> Clash:
    """Both answers to that stage of that deal, as far as the sheet knows it."""
    inputs = tuple(
        (k, v) for k, v in posted.items(multi=True) if k not in ("key", "seen", "quick", "rest")
    )
    known = 1 <= number <= len(sheet.said)
    theirs = dict(sheet.said[number - 1]).get(stage) if known else None
    lines: tuple[Line, ...] = ()
    title = say("{deal} {n}", deal=sheet.game.deal, n=number)
    if 1 <= number <= len(sheet.rounds) + 1:
        asked = Asked(number, stage, position_of(sheet, number), earlier(sheet, number, stage))
        mine = asking.typed(sheet.game, asked, posted, looking=False)
        other = asking.fresh(sheet.game, asked, theirs)
        lines = tuple(compared(mine, other, written=theirs is not None))
    written = sheet.written[number - 1] if known else None
    return Clash(
        number, title, lines, theirs is not None, written.at if written else 0, inputs, stage
    )


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


def compared(mine: Ask, theirs: Ask, *, written: bool) -> Iterator[Line]:
    """Field by field, and seat by seat where a field has seats."""
    other = {box.asked.name: box for box in theirs.boxes}
    for box in mine.boxes:
        field = mine.fields[box.asked.name]
        for key in box.keys:
            their_box = other.get(field.name)
            theirs_said = answer(their_box, field, key) if written and their_box else None
            said = answer(box, field, key)
            if said is not None or theirs_said is not None:
                seat = key if key in field.seats else None
                yield Line(field.label, seat, theirs_said, said)


def answer(box: FieldBox, field: Field, key: str) -> Say | None:
    """One answer in words."""
    text = box.typed.get(key, "")
    if not text:
        return None
    if field.kind is Kind.SEAT:
        return say("{who}", who=Name(text))
    for choice in field.choices:
        if choice.value == text:
            return choice.label
    return say("{text}", text=text)
