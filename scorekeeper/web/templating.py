"""How templates are drawn: parts stand in their places, and what looks alike is drawn once.

A page of a match has a dozen parts, a dozen addresses, forty numbers with their reasons and a
hundred chips. Most of them are as they were at the last answer:

    {% call once(row, everybody) %} ...the row... {% endcall %}

draws what is between once for each value of what is named, which must be all that it shows: two
values that are equal but drawn differently (a warning and a refusal in the same words) must not
share a key. Macros that a template names in `drawn_once` are drawn once for each set of arguments.

A part is put in its place when the page around it is read, so a change to the part alone is
noticed only after a restart.
"""

from collections.abc import Callable, Hashable
from functools import lru_cache, partial
from typing import Any

import flask
import jinja2
from flask import Flask, request
from flask.sansio.app import App
from flask.templating import Environment as FlaskEnvironment
from jinja2 import nodes, runtime
from jinja2.environment import TemplateModule
from jinja2.visitor import NodeTransformer
from markupsafe import Markup

from scorekeeper.web import permissions

MAX_FRAGMENTS = 1000  # in memory; a row of five players is about 3 kB
URL_CACHE_SIZE = 1024  # in memory; a match has ten, and two more for every stage


def init_app(app: Flask) -> None:
    app.jinja_environment = Environment
    app.jinja_env.template_class = Template
    app.jinja_env.globals.update(
        url_for=url_for_site,
        home_url=home_url,
        has_page=has_page,
        current_player_key=current_player_key,
        is_part_request=is_part_request,
    )


class FragmentCache:
    """What was drawn lately, for many threads: at worst two draw the same piece."""

    def __init__(self) -> None:
        self.drawn: dict[Hashable, Markup] = {}

    def cached(self, *shown: Hashable, caller: Callable[[], Markup]) -> Markup:
        """The piece that shows these values on this site, to who may do as much."""
        key = (flask.g.get("site") or cache_scope(), shown)
        piece = self.drawn.get(key)
        if piece is None:
            if len(self.drawn) >= MAX_FRAGMENTS:
                self.drawn.clear()
            piece = self.drawn[key] = caller()
        return piece

    def macro(self, macro: runtime.Macro, *args: Hashable, **kwargs: Hashable) -> Markup:
        """What the macro draws with these arguments."""

        def draw() -> Markup:
            return Markup(macro(*args, **kwargs))

        return self.cached(macro.name, args, tuple(kwargs.items()), caller=draw)


class Context(runtime.Context):
    """What a template sees. Of all that it calls only macros are handed more than it says, so
    nobody needs to be asked; a page calls a hundred times.
    """

    def call(
        self,
        called: Callable[..., Any],
        /,
        *args: Any,
        _loop_vars: object = None,
        _block_vars: object = None,
        **kwargs: Any,
    ) -> Any:
        if type(called) is runtime.Macro:
            return called(self.eval_ctx, *args, **kwargs)
        return called(*args, **kwargs)


class Environment(FlaskEnvironment):
    """Flask's, with all that a template includes put in its place when the template is read."""

    loader: jinja2.BaseLoader
    context_class = Context

    def __init__(self, app: App, **options: Any) -> None:
        super().__init__(app, **options)
        self.pieces = FragmentCache()
        self.globals["cached"] = self.pieces.cached

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        template: nodes.Template = IncludeInliner(self).visit(
            super()._parse(source, name, filename)
        )
        return template


class IncludeInliner(NodeTransformer):
    """`{% include "part.html" %}` becomes the part, in a scope of its own as it was."""

    def __init__(self, environment: Environment) -> None:
        self.environment = environment

    def visit_Include(self, node: nodes.Include) -> nodes.Node:  # noqa: N802 - jinja's name
        if not isinstance(node.template, nodes.Const):
            return node
        name, loader = node.template.value, self.environment.loader
        source, file, _ = loader.get_source(self.environment, name)
        part = self.environment._parse(source, name, file)
        scope = nodes.With([], [], part.body, lineno=node.lineno)
        scope.set_environment(self.environment)
        return scope


class Template(jinja2.Template):
    """A template whose macros are made once for all who import them without context.

    Jinja looks at every import whether some template has globals of its own; ours have not.
    """

    environment: Environment

    def _get_default_module(self, ctx: runtime.Context | None = None) -> TemplateModule:
        if self._module is None:
            self._module = module = self.make_module()
            for name in getattr(module, "cached_macros", ()):
                draw = partial(self.environment.pieces.macro, getattr(module, name))
                setattr(module, name, draw)
        return self._module


def cache_scope() -> tuple[str, permissions.Right | None]:
    """For whom all of this request is drawn, worked out once: a page asks thirty times."""
    flask.g.site = request.script_root, permissions.current_right()
    found: tuple[str, permissions.Right | None] = flask.g.site
    return found


def url_for_site(endpoint: str, **values: Any) -> str:
    """`url_for` as templates use it: the address within this site."""
    root, _ = flask.g.get("site") or cache_scope()
    return cached_url(root, endpoint, tuple(values.items()))


def home_url() -> str:
    """Where this site begins, also where there is no league to have a page there."""
    return f"{request.script_root}/"


def has_page(endpoint: str) -> bool:
    """Whether this site has that page, and whoever asks may go there: some need a database, and
    matches do without.
    """
    return endpoint in flask.current_app.view_functions and permissions.may_access(endpoint)


def is_part_request() -> bool:
    """Whether a page that is open fetches itself anew (live.js): the frame around it stays."""
    return request.headers.get("Scorekeeper-Part") == "yes"


def current_player_key() -> str:
    """The key of whom this phone belongs to, for scripts that mark what is his; or nothing."""
    found: str = flask.g.get("me", "")
    return found


@lru_cache(URL_CACHE_SIZE)
def cached_url(_root: str, endpoint: str, values: tuple[tuple[str, Any], ...]) -> str:
    return flask.url_for(endpoint, **dict(values))
