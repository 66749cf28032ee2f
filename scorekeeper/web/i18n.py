"""Sentences on pages: templates put into the reader's language, names and numbers filled in.

In a template `_("Deal {n}", n=4)` is a sentence of the page itself and `tell(sentence)` one that
the rules handed over. Who the keys in them stand for is said once a page, by `call`.
"""

import gettext
import re
import time
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from contextvars import ContextVar
from functools import lru_cache
from itertools import takewhile
from typing import Any

from flask import Flask, current_app
from markupsafe import Markup, escape

from scorekeeper import paths
from scorekeeper.messages import (
    Message,
    Name,
    Signed,
    Translate,
    format_number,
    render,
    render_value,
    say_n,
)

RTL_BIDI_CLASSES = {"R", "AL", "AN"}  # classes of letters and digits, as Unicode has them
NAME_START, NAME_END = "\x02", "\x03"  # mark a key in a sentence, which its name replaces
NAME_PATTERN = re.compile(f"{NAME_START}(.*?){NAME_END}")
NO_NAMES: Mapping[str, str] = {}
page_names: ContextVar[Mapping[str, str]] = ContextVar("called", default=NO_NAMES)


def init_app(app: Flask) -> None:
    translate = app.config.get("TRANSLATE") or load_catalogue("en")
    app.extensions["scorekeeper.translate"] = translate
    app.jinja_env.globals.update(
        _=make_gettext(translate),
        n_=make_ngettext(translate),
        translate=make_translate(translate),
        translate_html=make_translate_html(translate),
        signed=to_signed,
    )
    app.jinja_env.filters.update(
        iso=iso_utc,
        day=local_date,
        clock=local_time,
        name=Name,
        names=as_names,
        figure=format_number,
        signed_text=signed_text,
    )
    app.before_request(clear_page_names)


def clear_page_names() -> None:
    """Nobody is called anything until the page says so."""
    set_page_names(NO_NAMES)


def set_page_names(names: Mapping[str, str]) -> None:
    """From here on, sentences of this page call these keys by these names."""
    page_names.set({key: isolate_bidi(name) for key, name in names.items()})


@lru_cache(1024)
def isolate_bidi(name: str) -> str:
    """A name to stand in a sentence. One from right to left is kept to itself: "1 → 2" after it
    would else be read as "2 → 1".
    """
    if any(unicodedata.bidirectional(letter) in RTL_BIDI_CLASSES for letter in name):
        return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}"
    return name


def load_catalogue(language: str) -> Translate:
    """The standard library's gettext for one language; English is what the code says."""
    folder = paths.static_dir().parent / "translations"
    found = gettext.translation("scorekeeper", folder, [language], fallback=True)

    def translate(one: str, many: str | None, n: int) -> str:
        return found.gettext(one) if many is None else found.ngettext(one, many, n)

    return translate


def translate_sentence(what: Message, names: Mapping[str, str]) -> str:
    """A sentence in the reader's language."""
    return render(what, names, current_app.extensions["scorekeeper.translate"])


def make_gettext(translate: Translate) -> Callable[..., str]:
    """`_`: a sentence of the page, marked for translation where it stands."""
    plain: dict[str, str] = {}  # as many as there are in the templates

    def sentence(template: str, **values: Any) -> str:
        if values:
            return render(Message(template, values), page_names.get(), translate)
        found = plain.get(template)
        if found is None:
            found = plain[template] = render(Message(template), NO_NAMES, translate)
        return found

    return sentence


def make_ngettext(translate: Translate) -> Callable[..., str]:
    """`n_`: a sentence of the page that changes with the number `n`."""

    def sentence(one: str, many: str, n: int, **values: Any) -> str:
        return render(say_n(one, many, n, **values), page_names.get(), translate)

    return sentence


def make_translate(translate: Translate) -> Callable[[Message], str]:
    """`tell`: a sentence of the rules."""

    def tell(what: Message) -> str:
        return render(what, page_names.get(), translate)

    return tell


def make_translate_html(translate: Translate) -> Callable[[Message], Markup]:
    """`tell_in_parts`: the same with each name in an element of its own, which a style sheet can
    cut short; the comma after it stays on its line.
    """

    def tell(what: Message) -> Markup:
        names = page_names.get()
        text = render(what, {key: f"{NAME_START}{key}{NAME_END}" for key in names}, translate)
        parts = NAME_PATTERN.split(text)
        told = [escape(parts[0])]
        for key, after in zip(parts[1::2], parts[2::2], strict=True):
            sign = "".join(takewhile(is_trailing_punctuation, after))
            name = Markup("<bdi>{}</bdi>").format(names[key])
            told += [
                Markup('<span class="glued">{}{}</span>').format(name, sign) if sign else name,
                escape(after[len(sign) :]),
            ]
        return Markup("").join(told)

    return tell


def is_trailing_punctuation(letter: str) -> bool:
    """Whether it stays on the line of the name before it: a comma, a full stop."""
    return not (letter.isspace() or letter.isalnum())


def to_signed(points: int) -> Signed:
    """Points with their sign, for a sentence."""
    return Signed(points)


def signed_text(points: int) -> str:
    """Points that stand alone, with their sign."""
    return render_value(Signed(points), {})


def as_names(keys: Iterable[str]) -> list[Name]:
    """Keys that stand for people, in a sentence."""
    return [Name(key) for key in keys]


def iso_utc(seconds: int) -> str:
    """A moment as machines read it, in UTC."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))


def local_date(seconds: int) -> str:
    """The day here, for phones without a script: 2026-11-21."""
    return time.strftime("%Y-%m-%d", time.localtime(seconds))


def local_time(seconds: int) -> str:
    """The time of day here, for phones without a script: 21:34."""
    return time.strftime("%H:%M", time.localtime(seconds))
