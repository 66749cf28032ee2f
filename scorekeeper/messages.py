"""Sentences for people: a template with named values, spelled out as late as possible.

The rules never build an English string. They hand over `say("{who} deals.", who=Name("3"))`;
whoever shows it translates the template and puts in the names. `say` and `say_n` are
the markers that the catalogue is extracted by.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

MINUS = "\N{MINUS SIGN}"


class Name(str):
    """A seat's or side's key standing in a sentence; shown as the name people gave."""

    __slots__ = ()


class Signed(int):
    """Points won or lost: shown with its sign, 0 without."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Placeholder:
    """A place in a sentence that what is typed fills; rules/arithmetic.py has the kinds.

    `none` are the words where there is nobody to name. Until filled it is spelled "{sum:bids}".
    """

    kind: str
    field: str = ""
    none: "Message | None" = None

    def __str__(self) -> str:
        return f"{{{self.kind}:{self.field}}}"


class Message(NamedTuple):
    """A sentence, or a piece of one, not yet translated.

    `many` is the template for every number but one; `values["n"]` decides.
    """

    template: str
    values: Mapping[str, object] = {}
    many: str | None = None

    def __hash__(self) -> int:
        """By its words alone, so that a page can tell the same sentence once."""
        return hash((self.template, self.many))


def say(template: str, **values: object) -> Message:
    """A sentence with named values: whole numbers, `Name`, `Signed`, text, `Say` or lists."""
    return Message(template, values)


def say_n(one: str, many: str, n: int | Placeholder, **values: object) -> Message:
    """A sentence that changes with the number `n`: `one` for 1, `many` for all others."""
    return Message(one, {"n": n, **values}, many)


class AndList(tuple[object, ...]):
    """Shown as "Ana, Bruno and Chus"; any other list has commas alone."""

    __slots__ = ()


class UserError(Exception):
    """Something people are told in a sentence; `str` is the sentence in full."""

    def __init__(self, sentence: Message) -> None:
        super().__init__(render(sentence, {}))
        self.sentence = sentence


def mentions(sentence: Message, key: str) -> bool:
    """Whether a sentence names this seat or side."""
    return any(
        mentions(value, key)
        if isinstance(value, Message)
        else Name(key) in value
        if isinstance(value, list | tuple)
        else isinstance(value, Name) and value == key
        for value in sentence.values.values()
    )


Translate = Callable[[str, str | None, int], str]


def untranslated(one: str, many: str | None, n: int) -> str:
    """English, the language the templates are written in."""
    return one if many is None or n == 1 else many


def render(sentence: Message, names: Mapping[str, str], translate: Translate = untranslated) -> str:
    """The sentence in full, with `names` (key -> name) in the place of keys."""
    n = sentence.values.get("n")
    template = translate(sentence.template, sentence.many, n if isinstance(n, int) else 1)
    if not sentence.values:
        return template.format()
    shown = {key: render_value(value, names, translate) for key, value in sentence.values.items()}
    return template.format_map(shown)


def render_value(
    value: object, names: Mapping[str, str], translate: Translate = untranslated
) -> str:
    """One value as people read it. Numbers get a real minus sign."""
    match value:
        case Message():
            return render(value, names, translate)
        case Name():
            return names.get(value, str(value))
        case Signed():
            return f"+{int(value)}" if value > 0 else format_number(value)
        case bool():
            return str(value)
        case int():
            return format_number(value)
        case str():
            return value
        case Iterable():
            return render_list(value, names, translate)
        case _:
            return str(value)


def render_list(values: Iterable[object], names: Mapping[str, str], translate: Translate) -> str:
    """Parted by commas; of those who do something together the last two by "and"."""
    if isinstance(values, AndList) and len(values) > 1:
        pair = say("{several} and {last}", several=values[:-1], last=values[-1])
        return render(pair, names, translate)
    return ", ".join(render_value(value, names, translate) for value in values)


def format_number(value: int) -> str:
    """A whole number with a real minus sign."""
    return f"{MINUS}{-value}" if value < 0 else str(int(value))
