"""Translation of the sentences on pages, with their names and numbers filled in.

In a template, `_("Deal {n}", n=4)` renders a sentence of the page itself, and
`translate(sentence)` renders a `Message` from the rules. Sentences contain player keys. Each page
maps the keys to names once, with `set_page_names`.
"""

import gettext
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from contextvars import ContextVar
from functools import lru_cache
from itertools import takewhile
from typing import Any

from flask import Flask, current_app
from markupsafe import Markup, escape

from scorekeeper import paths
from scorekeeper.match.people import Person
from scorekeeper.messages import (
    AndList,
    Message,
    Name,
    Signed,
    Translate,
    format_number,
    render,
    render_value,
    say_n,
    text_after_name,
)
from scorekeeper.web.extension_keys import TRANSLATE_KEY

RTL_BIDI_CLASSES = {"R", "AL", "AN"}  # Unicode bidirectional classes of right-to-left text
NAME_START, NAME_END = "\x02", "\x03"  # around a player key, which is later replaced by a name
NAME_PATTERN = re.compile(f"{NAME_START}(.*?){NAME_END}")
NO_NAMES: Mapping[str, str] = {}
NOBODY: Mapping[str, Person] = {}
page_names: ContextVar[Mapping[str, str]] = ContextVar("page_names", default=NO_NAMES)
page_people: ContextVar[Mapping[str, Person]] = ContextVar("page_people", default=NOBODY)


def init_app(app: Flask) -> None:
    translate = app.config.get("TRANSLATE") or load_catalogue("en")
    app.extensions[TRANSLATE_KEY] = translate
    app.jinja_env.globals.update(
        _=make_gettext(translate),
        n_=make_ngettext(translate),
        translate=make_translate(translate),
        translate_html=make_translate_html(translate),
        name_html=name_html,
        shortened_name_html=shortened_name_html,
        signed=to_signed,
    )
    app.jinja_env.filters.update(
        name=Name,
        names_with_and=names_with_and,
        names_with_commas=names_with_commas,
        figure=format_number,
        signed_text=signed_text,
    )
    app.before_request(clear_page_names)


def clear_page_names() -> None:
    """Start each request without names."""
    set_page_names(NO_NAMES)


def set_page_names(names: Mapping[str, str], people: Mapping[str, Person] = NOBODY) -> None:
    """Set the names, by player key, that later sentences on this page use.

    `people` are the players at the table. Their shortened names are different from each other.
    """
    page_names.set({key: isolate_bidi(name) for key, name in names.items()})
    page_people.set(people)


@lru_cache(1024)
def isolate_bidi(name: str) -> str:
    """Return a name for use in a sentence.

    A right-to-left name is wrapped in Unicode isolates. Without them, "1 → 2" after
    the name would be displayed as "2 → 1".
    """
    if any(unicodedata.bidirectional(letter) in RTL_BIDI_CLASSES for letter in name):
        return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}"
    return name


def load_catalogue(language: str) -> Translate:
    """Return the function that looks up templates in the gettext catalogue of a language.

    Sentences without a translation are shown in English.
    """
    folder = paths.static_dir().parent / "translations"
    catalogue = gettext.translation("scorekeeper", folder, [language], fallback=True)

    def translate(one: str, many: str | None, n: int) -> str:
        return catalogue.gettext(one) if many is None else catalogue.ngettext(one, many, n)

    return translate


def translate_sentence(message: Message, names: Mapping[str, str]) -> str:
    """Return a sentence in the app's language, with `names` (key to name) filled in."""
    return render(message, names, current_translate())


def current_translate() -> Translate:
    """Return the function that looks up templates in the app's catalogue."""
    translate: Translate = current_app.extensions[TRANSLATE_KEY]
    return translate


def split_at_names(message: Message, keys: Iterable[str], translate: Translate) -> list[str]:
    """Return the parts of a sentence: text and player keys alternately, starting with text."""
    marked = {key: f"{NAME_START}{key}{NAME_END}" for key in keys}
    return NAME_PATTERN.split(render(message, marked, translate))


def make_gettext(translate: Translate) -> Callable[..., str]:
    """Return the template global `_`, which translates a sentence written in the template."""
    plain: dict[str, str] = {}  # bounded by the number of sentences in templates

    def sentence(template: str, **values: Any) -> str:
        if values:
            return render(Message(template, values), page_names.get(), translate)
        text = plain.get(template)
        if text is None:
            text = plain[template] = render(Message(template), NO_NAMES, translate)
        return text

    return sentence


def make_ngettext(translate: Translate) -> Callable[..., str]:
    """Return the template global `n_`, which translates a singular or plural sentence."""

    def sentence(one: str, many: str, n: int, **values: Any) -> str:
        return render(say_n(one, many, n, **values), page_names.get(), translate)

    return sentence


def make_translate(translate: Translate) -> Callable[[Message], str]:
    """Return the template global `translate`, which renders a `Message`."""

    def translate_message(message: Message) -> str:
        return render(message, page_names.get(), translate)

    return translate_message


def make_translate_html(translate: Translate) -> Callable[[Message], Markup]:
    """Return the template global `translate_html`, which puts each name in a `<bdi>` element.

    A style sheet can truncate the names, and hide the words that long names share. Punctuation
    after a name stays on the name's line.
    """

    def translate_message(message: Message) -> Markup:
        names = page_names.get()
        parts = split_at_names(message, names, translate)
        pieces = [escape(parts[0])]
        for key, text in zip(parts[1::2], parts[2::2], strict=True):
            after = text_after_name(names[key], text)
            sign = "".join(takewhile(is_trailing_punctuation, after))
            name = name_html(key)
            pieces += [
                Markup('<span class="no-break">{}{}</span>').format(name, sign) if sign else name,
                escape(after[len(sign) :]),
            ]
        return Markup("").join(pieces)

    return translate_message


def name_html(key: str) -> Markup:
    """Return the HTML element for a player's name in a sentence. Templates call this too."""
    name, person = page_names.get()[key], page_people.get().get(key)
    if person and person.ending and name == person.name:
        element = Markup("<bdi><span>{}</span>{}</bdi>")
        return element.format(name, shortened_name_html(person))
    if person and person.shared_words and person.is_long and name == person.name:
        element = Markup('<bdi><span class="shared-words">{}</span>{}</bdi>')
        return element.format(person.shared_words, person.own_words)
    return Markup("<bdi>{}</bdi>").format(name)


def shortened_name_html(person: Person) -> Markup:
    """Return the element that is shown instead of a name that does not fit, such as "Maxim…an".

    Its letters are in attributes, so that screen readers and scripts read the full name only once.
    """
    element = Markup('<i aria-hidden="true" data-start="{}" data-end="{}"></i>')
    return element.format(person.beginning, person.ending)


def is_trailing_punctuation(letter: str) -> bool:
    """Return whether a character, such as a comma, must stay with the name before it."""
    return not (letter.isspace() or letter.isalnum())


def to_signed(points: int) -> Signed:
    """Return points as a value for a sentence. The sentence shows them with their sign."""
    return Signed(points)


def signed_text(points: int) -> str:
    """Return points as text with their sign, for use outside a sentence."""
    return render_value(Signed(points), {})


def names_with_and(keys: Iterable[str]) -> AndList:
    """Return player keys as values for a sentence, which then shows "Ana, Bruno and Chus"."""
    return AndList(Name(key) for key in keys)


def names_with_commas(keys: Iterable[str]) -> list[Name]:
    """Return player keys as values for a list. The list then shows "Ana, Bruno, Chus"."""
    return [Name(key) for key in keys]
