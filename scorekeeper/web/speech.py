"""Sentences on pages: templates put into the reader's language, names and numbers filled in.

In a template `_("Deal {n}", n=4)` is a sentence of the page itself and `tell(sentence)` one that
the rules handed over; the page's `names` (key -> name) are looked up in both.
"""

import gettext
import time
from collections.abc import Iterable, Mapping
from typing import Any

import jinja2
from flask import Flask, current_app, g

from scorekeeper import places
from scorekeeper.rules.words import Name, Say, Signed, Translate, number, say_n, show, spell


def init_app(app: Flask) -> None:
    app.extensions["scorekeeper.translate"] = app.config.get("TRANSLATE") or catalogue("en")
    app.jinja_env.globals.update(_=sentence, n_=counted, tell=tell, signed=signed)
    app.jinja_env.filters.update(
        iso=iso, day=day, clock=clock, name=Name, names=as_names, figure=number, gained=gained
    )


def catalogue(language: str) -> Translate:
    """The standard library's gettext for one language; English is what the code says."""
    folder = places.static().parent / "translations"
    found = gettext.translation("scorekeeper", folder, [language], fallback=True)

    def translate(one: str, many: str | None, n: int) -> str:
        return found.gettext(one) if many is None else found.ngettext(one, many, n)

    return translate


def spoken(what: Say, names: Mapping[str, str]) -> str:
    """A sentence in the reader's language."""
    return spell(what, names, current_app.extensions["scorekeeper.translate"])


@jinja2.pass_context
def sentence(context: jinja2.runtime.Context, template: str, **values: Any) -> str:
    """A sentence of the page, marked for translation where it stands."""
    return spoken(Say(template, values), names_in(context) if values else {})


@jinja2.pass_context
def counted(context: jinja2.runtime.Context, one: str, many: str, n: int, **values: Any) -> str:
    """A sentence of the page that changes with the number `n`."""
    return spoken(say_n(one, many, n, **values), names_in(context))


@jinja2.pass_context
def tell(context: jinja2.runtime.Context, what: Say) -> str:
    """A sentence of the rules."""
    return spoken(what, names_in(context))


def signed(points: int) -> Signed:
    """Points with their sign, for a sentence."""
    return Signed(points)


def gained(points: int) -> str:
    """Points that stand alone, with their sign."""
    return show(Signed(points), {})


def as_names(keys: Iterable[str]) -> list[Name]:
    """Keys that stand for people, in a sentence."""
    return [Name(key) for key in keys]


def names_in(context: jinja2.runtime.Context) -> Mapping[str, str]:
    """Names by key: those of the template, or, in a macro that sees no more than it is handed,
    those of the page.
    """
    names: Mapping[str, str] | None = context.get("names")
    return g.get("names", {}) if names is None else names


def iso(seconds: int) -> str:
    """A moment as machines read it, in UTC."""
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(seconds))


def day(seconds: int) -> str:
    """The day here, for phones without a script: 2026-11-21."""
    return time.strftime("%Y-%m-%d", time.localtime(seconds))


def clock(seconds: int) -> str:
    """The time of day here, for phones without a script: 21:34."""
    return time.strftime("%H:%M", time.localtime(seconds))
