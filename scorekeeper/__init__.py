"""Scorekeeper keeps score of card games at the table, using phones.

A match is an event log (match/log.py). The rules (rules/, match/) compute everything else from the
log, and the pages (web/) show the result.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flask import Flask

    from scorekeeper.match.log import Log


def create_app(config: Mapping[str, Any] | None = None, *, log: "Log | None" = None) -> "Flask":
    """Return the web application, which uses the configured database or the given log.

    The values in `config` override the environment. `config` has the same keys as the result of
    `config.from_environment`.
    """
    # This is imported here so that the rules and `scorekeeper score` do not need a web framework.
    from scorekeeper.app import build_app

    return build_app(config or {}, log)
