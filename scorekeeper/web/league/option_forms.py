"""The form for a game's options, built from the options that the game declares.

This module contains no rules, because each option validates its own value and contains the sentence
to show beside its field. Typed text is kept unchanged.
"""

import re
from collections.abc import Callable
from typing import Any

import wtforms
from werkzeug.datastructures import MultiDict
from wtforms.fields.core import UnboundField
from wtforms.form import BaseForm

from scorekeeper.messages import Message
from scorekeeper.rules.fields import YES
from scorekeeper.rules.game import Game
from scorekeeper.rules.kernel import Option, OptionKind, Options, choice_json_value
from scorekeeper.web.league import option_bands

NUMBER_LIST_PATTERN = re.compile(r"[0-9]{1,6}(?:[\s,;]+[0-9]{1,6})*")
BAND_PATTERN = re.compile(r"([0-9]{1,6})\s*[\s×x*:=]\s*([0-9]{1,6})")


class OptionField(wtforms.Field):
    """An option's text (`typed`), its parsed `value`, and the `problem` with an invalid text."""

    def __init__(self, option: Option, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.option = option
        self.typed = ""
        self.value: Any = None
        self.rows: list[option_bands.BandRow] = []  # the rows, if the option is a table of bands
        self.problem: Message | None = None

    def process(self, formdata: Any, data: Any = None, extra_filters: Any = None) -> None:
        """Parse the posted data, or show a value (`data`)."""
        if formdata is None:
            self.show(data)
        elif option_bands.is_posted(formdata, self.name):
            self.rows = option_bands.rows_from_form(formdata, self.name)
            self.typed, self.problem = (
                option_bands.rows_to_text(self.rows),
                option_bands.find_problem(self.option, self.rows),
            )
            self.value = None if self.problem else option_bands.rows_to_value(self.rows)
        else:
            self.read(formdata.get(self.name, "").strip())

    def show(self, value: Any) -> None:
        """Set the field to a value."""
        self.typed, self.value = input_text(self.option, value), value
        self.rows = (
            option_bands.rows_from_value(value) if self.option.kind is OptionKind.BANDS else []
        )

    def read(self, typed: str) -> None:
        """Parse a value from its text.

        Sets `problem` if the option does not allow the value.
        """
        self.typed = typed
        try:
            self.value = READERS[self.option.kind](self.option, typed)
            is_allowed = self.option.allows(self.value)
        except ValueError:
            is_allowed = False
        self.problem = None if is_allowed else self.option.requirement
        if self.option.kind is OptionKind.BANDS:
            self.rows = option_bands.rows_from_value(self.value if is_allowed else None)


class OptionForm(BaseForm):
    """The fields for a game's options, in the game's order, with the posted or given values."""

    def __init__(
        self, game: Game, values: Options, posted: MultiDict[str, str] | None = None
    ) -> None:
        unbound = {option.name: UnboundField(OptionField, option) for option in game.options}
        super().__init__(unbound, prefix=game.slug)
        self.process(formdata=posted, data=dict(values))

    @property
    def boxes(self) -> list[OptionField]:
        return list(self)

    def show(self, values: Options) -> None:
        """Set all valid fields to these values.

        Invalid fields keep their text.
        """
        for box in self.boxes:
            value = values[box.option.name]
            # Keep the rows while the value is the same, because the user may have added an empty
            # row.
            if not box.problem and not (box.rows and box.value == value):
                box.show(value)

    @property
    def texts(self) -> dict[str, str]:
        """The texts of all fields, by option name."""
        return {box.option.name: box.typed for box in self.boxes}

    @property
    def problems(self) -> dict[str, Message]:
        """The problems of invalid fields, by option name."""
        return {box.option.name: box.problem for box in self.boxes if box.problem}


def input_text(option: Option, value: Any) -> str:
    """Return a value as the text for its field, or an empty string if the value is None."""
    if value is None:
        return ""
    match option.kind:
        case OptionKind.YES_OR_NO:
            return YES if value else ""
        case OptionKind.LIST:
            return " ".join(str(each) for each in value)
        case OptionKind.BANDS:
            return option_bands.rows_to_text(option_bands.rows_from_value(value))
        case _:
            return str(value)


def read_yes(option: Option, typed: str) -> bool:
    return bool(typed)


def read_choice(option: Option, typed: str) -> Any:
    return next(
        (choice_json_value(choice) for choice in option.choices if choice.value == typed), typed
    )


def read_number(option: Option, typed: str) -> int | None:
    if not typed:
        return None
    if not option_bands.WHOLE_NUMBER.fullmatch(typed):
        raise ValueError(typed)
    return int(typed)


def read_list(option: Option, typed: str) -> list[int]:
    if not NUMBER_LIST_PATTERN.fullmatch(typed):
        raise ValueError(typed)
    return [int(number) for number in re.findall(r"[0-9]+", typed)]


def read_bands(option: Option, typed: str) -> list[list[int]] | None:
    """Parse bands on one line, such as "71 ×2, 81 ×3". Older pages send this format."""
    if not typed:
        return None
    matches = [BAND_PATTERN.fullmatch(band.strip()) for band in re.split("[,;]", typed)]
    if not all(matches):
        raise ValueError(typed)
    return [[int(band[1]), int(band[2])] for band in matches if band]


READERS: dict[OptionKind, Callable[[Option, str], Any]] = {
    OptionKind.YES_OR_NO: read_yes,
    OptionKind.CHOICE: read_choice,
    OptionKind.NUMBER: read_number,
    OptionKind.LIST: read_list,
    OptionKind.BANDS: read_bands,
}
