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
from scorekeeper.messages import Name, Say, Signed, Translate, number, say_n, show, spell

RIGHT_TO_LEFT = {"R", "AL", "AN"}  # classes of letters and digits, as Unicode has them
BEGIN, END = "\x02", "\x03"  # mark a key in a sentence, which its name replaces
NAME = re.compile(f"{BEGIN}(.*?){END}")
NOBODY: Mapping[str, str] = {}
called: ContextVar[Mapping[str, str]] = ContextVar("called", default=NOBODY)


def init_app(app: Flask) -> None:
    translate = app.config.get("TRANSLATE") or catalogue("en")
    app.extensions["scorekeeper.translate"] = translate
    app.jinja_env.globals.update(
        _=sentences(translate),
        n_=counted(translate),
        tell=teller(translate),
        tell_in_parts=teller_in_parts(translate),
        signed=signed,
    )
    app.jinja_env.filters.update(
        iso=iso, day=day, clock=clock, name=Name, names=as_names, figure=number, gained=gained
    )
    app.before_request(forget)


def forget() -> None:
    """Nobody is called anything until the page says so."""
    call(NOBODY)


def call(names: Mapping[str, str]) -> None:
    """From here on, sentences of this page call these keys by these names."""
    called.set({key: isolated(name) for key, name in names.items()})


@lru_cache(1024)
def isolated(name: str) -> str:
    """A name to stand in a sentence. One from right to left is kept to itself: "1 → 2" after it
    would else be read as "2 → 1".
    """
    if any(unicodedata.bidirectional(letter) in RIGHT_TO_LEFT for letter in name):
        return f"\N{FIRST STRONG ISOLATE}{name}\N{POP DIRECTIONAL ISOLATE}"
    return name


def catalogue(language: str) -> Translate:
    """The standard library's gettext for one language; English is what the code says."""
    folder = paths.static().parent / "translations"
    found = gettext.translation("scorekeeper", folder, [language], fallback=True)

    def translate(one: str, many: str | None, n: int) -> str:
        return found.gettext(one) if many is None else found.ngettext(one, many, n)

    return translate


def spoken(what: Say, names: Mapping[str, str]) -> str:
    """A sentence in the reader's language."""
    return spell(what, names, current_app.extensions["scorekeeper.translate"])


def sentences(translate: Translate) -> Callable[..., str]:
    """`_`: a sentence of the page, marked for translation where it stands."""
    plain: dict[str, str] = {}  # as many as there are in the templates

    def sentence(template: str, **values: Any) -> str:
        if values:
            return spell(Say(template, values), called.get(), translate)
        found = plain.get(template)
        if found is None:
            found = plain[template] = spell(Say(template), NOBODY, translate)
        return found

    return sentence


def counted(translate: Translate) -> Callable[..., str]:
    """`n_`: a sentence of the page that changes with the number `n`."""

    def sentence(one: str, many: str, n: int, **values: Any) -> str:
        return spell(say_n(one, many, n, **values), called.get(), translate)

    return sentence


def teller(translate: Translate) -> Callable[[Say], str]:
    """`tell`: a sentence of the rules."""

    def tell(what: Say) -> str:
        return spell(what, called.get(), translate)

    return tell


def teller_in_parts(translate: Translate) -> Callable[[Say], Markup]:
    """`tell_in_parts`: the same with each name in an element of its own, which a style sheet can
    cut short; the comma after it stays on its line.
    """

    def tell(what: Say) -> Markup:
        names = called.get()
        text = spell(what, {key: f"{BEGIN}{key}{END}" for key in names}, translate)
        parts = NAME.split(text)
        told = [escape(parts[0])]
        for key, after in zip(parts[1::2], parts[2::2], strict=True):
            sign = "".join(takewhile(is_glued, after))
            name = Markup("<bdi>{}</bdi>").format(names[key])
            told += [
                Markup('<span class="glued">{}{}</span>').format(name, sign) if sign else name,
                escape(after[len(sign) :]),
            ]
        return Markup("").join(told)

    return tell


def is_glued(letter: str) -> bool:
    """Whether it stays on the line of the name before it: a comma, a full stop."""
    return not (letter.isspace() or letter.isalnum())


def signed(points: int) -> Signed:
    """Points with their sign, for a sentence."""
    return Signed(points)


def gained(points: int) -> str:
    """Points that stand alone, with their sign."""
    return show(Signed(points), {})


def as_names(keys: Iterable[str]) -> list[Name]:
    """Keys that stand for people, in a sentence."""
    return [Name(key) for key in keys]


def iso(seconds: int) -> str:
    """A moment as machines read it, in UTC."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))


def day(seconds: int) -> str:
    """The day here, for phones without a script: 2026-11-21."""
    return time.strftime("%Y-%m-%d", time.localtime(seconds))


def clock(seconds: int) -> str:
    """The time of day here, for phones without a script: 21:34."""
    return time.strftime("%H:%M", time.localtime(seconds))
