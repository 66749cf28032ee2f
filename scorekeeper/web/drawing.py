"""How templates are drawn: parts stand in their places, macros are made once, so are addresses.

A page of a match includes a dozen parts and names a dozen addresses. Finding each of them anew
at every answer took as long as drawing it.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import flask
import jinja2
from flask import Flask, request
from flask.templating import Environment as FlaskEnvironment
from jinja2 import nodes, runtime
from jinja2.environment import TemplateModule
from jinja2.visitor import NodeTransformer

ADDRESSES = 1024  # in memory; a match has ten, and two more for every stage


def init_app(app: Flask) -> None:
    app.jinja_environment = Environment
    app.jinja_env.template_class = Template
    app.jinja_env.globals["url_for"] = address


class Context(runtime.Context):
    """What a template sees. Of all that it calls only macros are handed more than it says, so
    nobody needs to be asked; a page calls a hundred times.
    """

    def call(
        self, called: Callable[..., Any], /, *args: Any, _loop_vars: object = None,
        _block_vars: object = None, **kwargs: Any,
    ) -> Any:  # fmt: skip
        if type(called) is runtime.Macro:
            return called(self.eval_ctx, *args, **kwargs)
        return called(*args, **kwargs)


class Environment(FlaskEnvironment):
    """Flask's, with all that a template includes put in its place when the template is read."""

    loader: jinja2.BaseLoader
    context_class = Context

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        template: nodes.Template = InPlace(self).visit(super()._parse(source, name, filename))
        return template


class InPlace(NodeTransformer):
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

    def _get_default_module(self, ctx: runtime.Context | None = None) -> TemplateModule:
        return super()._get_default_module()


def address(endpoint: str, **values: Any) -> str:
    """`url_for` as templates use it: the address within this site."""
    return known(request.script_root, endpoint, tuple(values.items()))


@lru_cache(ADDRESSES)
def known(_root: str, endpoint: str, values: tuple[tuple[str, Any], ...]) -> str:
    return flask.url_for(endpoint, **dict(values))
