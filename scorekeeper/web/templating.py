"""Faster Jinja: includes are inlined at compile time, and rendered fragments are cached.

A match page has a dozen parts, a dozen URLs, forty numbers with their reasons and a hundred chips.
Most of them are the same as after the last answer:

    {% call cached(row, everybody) %} ...the row... {% endcall %}

renders its body once per combination of arguments. The arguments must cover everything that the
body shows: values that are equal but rendered differently (a warning and a refusal in the same
words) must not share a key. Macros that a template lists in `cached_macros` are rendered once per
combination of arguments.

An included part is compiled into the page, so a change to the part alone needs a restart.
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

MAX_FRAGMENTS = 1000  # a sheet row of five players is about 3 kB
URL_CACHE_SIZE = 1024  # a match has ten URLs, and two more per stage


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
    """Rendered fragments, shared by threads. A race renders a fragment twice at worst."""

    def __init__(self) -> None:
        self.drawn: dict[Hashable, Markup] = {}

    def cached(self, *shown: Hashable, caller: Callable[[], Markup]) -> Markup:
        """The fragment for these values, site and right; rendered by `caller` if not cached."""
        key = (flask.g.get("site") or cache_scope(), shown)
        piece = self.drawn.get(key)
        if piece is None:
            if len(self.drawn) >= MAX_FRAGMENTS:
                self.drawn.clear()
            piece = self.drawn[key] = caller()
        return piece

    def macro(self, macro: runtime.Macro, *args: Hashable, **kwargs: Hashable) -> Markup:
        """The output of the macro for these arguments, from the cache if possible."""

        def draw() -> Markup:
            return Markup(macro(*args, **kwargs))

        return self.cached(macro.name, args, tuple(kwargs.items()), caller=draw)


class Context(runtime.Context):
    """A template context with a faster `call`, which a page uses about a hundred times.

    Jinja checks each callee for `pass_context` and the like. In our templates only macros need an
    extra argument, so the checks are skipped.
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
    """Flask's Jinja environment, with includes inlined when a template is compiled."""

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
    """Replaces `{% include "part.html" %}` by the nodes of the part, in a scope of their own."""

    def __init__(self, environment: Environment) -> None:
        self.environment = environment

    def visit_Include(self, node: nodes.Include) -> nodes.Node:  # noqa: N802 - Jinja's name
        if not isinstance(node.template, nodes.Const):
            return node
        name, loader = node.template.value, self.environment.loader
        source, file, _ = loader.get_source(self.environment, name)
        part = self.environment._parse(source, name, file)
        scope = nodes.With([], [], part.body, lineno=node.lineno)
        scope.set_environment(self.environment)
        return scope


class Template(jinja2.Template):
    """A template whose module is made once for all imports without context.

    Jinja checks at every import whether the template has globals of its own; ours have none.
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
    """Site root and right of this request; stored in `g`, as a page needs it about thirty times."""
    flask.g.site = request.script_root, permissions.current_right()
    found: tuple[str, permissions.Right | None] = flask.g.site
    return found


def url_for_site(endpoint: str, **values: Any) -> str:
    """`url_for` for templates, cached per site root, endpoint and values."""
    root, _ = flask.g.get("site") or cache_scope()
    return cached_url(root, endpoint, tuple(values.items()))


def home_url() -> str:
    """The root URL of this site, which works even without a league page."""
    return f"{request.script_root}/"


def has_page(endpoint: str) -> bool:
    """Whether this application has the endpoint and the requesting device may use it.

    Match pages also run in an application without the pages that need a database.
    """
    return endpoint in flask.current_app.view_functions and permissions.may_access(endpoint)


def is_part_request() -> bool:
    """Whether an open page refreshes itself (live.js): it already has the frame around it."""
    return request.headers.get("Scorekeeper-Part") == "yes"


def current_player_key() -> str:
    """The key of this phone's player, for scripts that mark their rows; "" if there is none."""
    found: str = flask.g.get("me", "")
    return found


@lru_cache(URL_CACHE_SIZE)
def cached_url(_root: str, endpoint: str, values: tuple[tuple[str, Any], ...]) -> str:
    return flask.url_for(endpoint, **dict(values))
