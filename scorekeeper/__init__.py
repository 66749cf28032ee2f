"""Scorekeeper keeps the score of card games on the phone at the table.

A match is a log of what the table said (match/log.py); everything else is computed from it by the
rules (rules/, match/) and shown by pages (web/).
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flask import Flask

    from scorekeeper.match.log import Log


def create_app(config: Mapping[str, Any] | None = None, *, log: "Log | None" = None) -> "Flask":
    """The web application, on the database of its settings, or on a log handed in.

    `config` goes over what the environment says; its keys are those of config.from_environment.
    """
    # Brought in here so that the rules and `scorekeeper score` need no web framework.
    from scorekeeper.app import build_app

    return build_app(config or {}, log)
