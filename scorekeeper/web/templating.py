"""The template environment: functions that templates call, and a cache of rendered fragments.

A match page has a dozen parts, a dozen URLs, a hundred chips, and forty scores that link to their
explanations. Most of them do not change with an answer, so

    {% call cached(row, everyone) %} ...the row... {% endcall %}

renders its body once per combination of arguments. The arguments must cover everything that the
body shows. Values that are equal but rendered differently, such as a warning and a refusal in the
same words, must not share a key.
"""

from collections.abc import Callable, Hashable, Iterable, MutableMapping
from functools import lru_cache, partial
from typing import Any

import flask
from flask import Flask, request
from flask.templating import Environment
from markupsafe import Markup

from scorekeeper.rights import Right
from scorekeeper.rules import game_name
from scorekeeper.web import permissions

MAX_SIZE = 3_000_000  # characters; a sheet row of five players has about 3,000, and a chip 250
KEY_SIZE = 500  # characters, the estimated size of a fragment's key
URL_CACHE_SIZE = 1024  # a match has ten URLs, and two more per stage


class PlainGlobalsEnvironment(Environment):
    """An environment whose templates have no globals of their own.

    They use only the environment's globals. Otherwise, Jinja would look up every name of each
    included template in both sets of globals, through a ChainMap, even if the template has no
    globals. A plain dict saves a fifth of the response time of a save.
    """

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return super().make_globals(d) if d else self.globals


def init_app(app: Flask) -> None:
    app.jinja_environment = PlainGlobalsEnvironment
    fragments = FragmentCache()
    app.jinja_env.globals.update(
        cached=fragments.cached,
        cached_each=fragments.cached_each,
        url_for=url_for_site,
        home_url=home_url,
        has_page=has_page,
        current_player_key=current_player_key,
        league_name=league_name,
        is_part_request=is_part_request,
    )
    app.jinja_env.filters.update(game_name=game_name, capitalize_first=capitalize_first)


def capitalize_first(text: str) -> str:
    """Return the text with its first letter in upper case and the rest unchanged."""
    return text[:1].upper() + text[1:]


class FragmentCache:
    """Rendered fragments, shared by threads. At worst, two threads render the same fragment."""

    def __init__(self) -> None:
        self.fragments: dict[Hashable, Markup] = {}
        self.size = 0

    def cached(self, *shown: Hashable, caller: Callable[[], Markup]) -> Markup:
        """Return the fragment for these values, site and access.

        If it is not cached, it is rendered and added to the cache.
        """
        key = (cache_scope(), shown)
        fragment = self.fragments.get(key)
        if fragment is None:
            fragment = caller()
            if self.size >= MAX_SIZE:
                self.fragments.clear()
                self.size = 0
            self.size += len(fragment) + KEY_SIZE
            self.fragments[key] = fragment
        return fragment

    def cached_each(
        self, kind: str, shown: Iterable[tuple[Hashable, ...]], render: Callable[..., Markup]
    ) -> Markup:
        """Call `render` for each group of arguments in `shown`, and return the results joined.

        Each result is cached as a fragment of this kind. A long list takes a twentieth of the time
        of a loop in a template.
        """
        scope = cache_scope()
        fragments = [
            self.fragments.get((scope, (kind, *arguments)))
            or self.cached(kind, *arguments, caller=partial(render, *arguments))
            for arguments in shown
        ]
        return Markup("").join(fragments)


def cache_scope() -> tuple[str, Right | None]:
    """Return the site root and the phone's permission.

    Both are stored in `g`, because a page needs them about thirty times.
    """
    if "cache_scope" not in flask.g:
        flask.g.cache_scope = request.script_root, permissions.current_right()
    scope: tuple[str, Right | None] = flask.g.cache_scope
    return scope


def url_for_site(endpoint: str, **values: Any) -> str:
    """Return `url_for` for templates, cached per site root, endpoint and values."""
    root, _ = cache_scope()
    return cached_url(root, endpoint, tuple(values.items()))


def home_url() -> str:
    """Return the root URL of this site, even in an application without a league page."""
    return f"{request.script_root}/"


def has_page(endpoint: str) -> bool:
    """Return whether this application has the endpoint and the requesting device may use it.

    Match pages also run in an application without the pages that need a database.
    """
    return endpoint in flask.current_app.view_functions and permissions.may_access(endpoint)


def is_part_request() -> bool:
    """Return whether a script on an open page made the request. The page then needs no frame.

    These scripts are live.js, which refreshes the page, and sheet-dialog.js.
    """
    return request.headers.get("Scorekeeper-Part") == "yes"


def current_player_key() -> str:
    """Return the key of this phone's player, or "". Scripts mark that player's rows."""
    key: str = flask.g.get("me", "")
    return key


def league_name() -> str:
    """Return the league's name, or "" if the phone is not a member or there is no database."""
    name: str = flask.g.get("league_name", "")
    return name


@lru_cache(URL_CACHE_SIZE)
def cached_url(_root: str, endpoint: str, values: tuple[tuple[str, Any], ...]) -> str:
    return flask.url_for(endpoint, **dict(values))
