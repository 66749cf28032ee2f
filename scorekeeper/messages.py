"""Translatable sentences, as templates with named values that are rendered as late as possible.

The rules never build an English string. They return `say("{who} deals.", who=Name("3"))`, and the
caller that shows the sentence translates the template and inserts the players' names. Translators'
tools extract the catalogue from calls of `say` and `say_n`.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

MINUS = "\N{MINUS SIGN}"


class Name(str):
    """The key of a seat or side in a sentence. It is rendered as the name of the player or pair."""

    __slots__ = ()


class Signed(int):
    """Points won or lost, which are rendered with a sign unless they are 0."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Placeholder:
    """A value computed from the entries of `field`. The kinds are listed in rules/live_hints.py.

    If the value is an empty list of names, it is replaced by `none`. An unfilled placeholder is
    rendered as text, such as "{sum:bids}".
    """

    kind: str
    field: str = ""
    none: "Message | None" = None

    def __str__(self) -> str:
        return f"{{{self.kind}:{self.field}}}"


class Message(NamedTuple):
    """A sentence, or a part of a sentence, that is not yet translated.

    `many` is the plural template, used unless `values["n"]` is 1.
    """

    template: str
    values: Mapping[str, object] = {}
    many: str | None = None

    def __hash__(self) -> int:
        """Hash the templates only, because `values` is a mapping, which cannot be hashed."""
        return hash((self.template, self.many))


def say(template: str, **values: object) -> Message:
    """Return a sentence with named values: integers, `Name`, `Signed`, text, `Message` or lists."""
    return Message(template, values)


def say_n(one: str, many: str, n: int | Placeholder, **values: object) -> Message:
    """Return a sentence with singular and plural: `one` is used if `n` is 1, else `many`."""
    return Message(one, {"n": n, **values}, many)


def times_text(n: int) -> Message:
    """Return how often something happened: "once", "twice" or "3 times"."""
    return say("twice") if n == 2 else say_n("once", "{n} times", n)


class AndList(tuple[object, ...]):
    """A list rendered as "Ana, Bruno and Chus". Other lists are rendered with commas only."""

    __slots__ = ()


class UserError(Exception):
    """An error with a sentence for users. `str(error)` is the sentence in English."""

    def __init__(self, sentence: Message) -> None:
        super().__init__(render(sentence, {}))
        self.sentence = sentence


def mentions(sentence: Message, key: str) -> bool:
    """Return whether a sentence, or a sentence nested in it, names this seat or side."""
    return any(
        mentions(value, key)
        if isinstance(value, Message)
        else Name(key) in value
        if isinstance(value, list | tuple)
        else isinstance(value, Name) and value == key
        for value in sentence.values.values()
    )


Translate = Callable[[str, str | None, int], str]


def english_template(one: str, many: str | None, n: int) -> str:
    """Return the English template: `one` if there is no plural or `n` is 1, else `many`."""
    return one if many is None or n == 1 else many


def render(
    sentence: Message, names: Mapping[str, str], translate: Translate = english_template
) -> str:
    """Return the translated sentence as text.

    `names` maps the keys of seats and sides to the names of players and pairs. If a value ends with
    a full stop, such as "Ana M.", a full stop that follows it is left out.
    """
    n = sentence.values.get("n")
    template = translate(sentence.template, sentence.many, n if isinstance(n, int) else 1)
    if not sentence.values:
        return template.format()
    shown = {key: render_value(value, names, translate) for key, value in sentence.values.items()}
    for key, value in shown.items():
        if value.endswith("."):
            template = template.replace(f"{{{key}}}.", f"{{{key}}}")
    return template.format_map(shown)


def text_after_name(name: str, text: str) -> str:
    """Return `text`, without its leading full stop if `name` ends with one ("Ana M.")."""
    return text[1:] if name.endswith(".") and text.startswith(".") else text


def render_value(
    value: object, names: Mapping[str, str], translate: Translate = english_template
) -> str:
    """Return one value as text. Negative numbers get a typographic minus sign."""
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
    """Return the values separated by commas.

    The last value of an `AndList` follows the word "and" instead.
    """
    if isinstance(values, AndList) and len(values) > 1:
        pair = say("{several} and {last}", several=values[:-1], last=values[-1])
        return render(pair, names, translate)
    return ", ".join(render_value(value, names, translate) for value in values)


def format_number(value: int) -> str:
    """Return an integer as text. A negative number has a typographic minus sign."""
    return f"{MINUS}{-value}" if value < 0 else str(int(value))
