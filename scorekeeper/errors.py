"""Errors with sentences for users that several packages raise."""

from collections.abc import Sequence

from scorekeeper.messages import UserError
from scorekeeper.rules.kernel import Problem


class ConfigError(UserError):
    """A problem with a setting, a file or the database, explained to the administrator."""


class NotFound(UserError):
    """The requested object does not exist, or no longer exists. Pages respond with 404."""


class Refused(Exception):
    """A command cannot change a match or the league as requested. `problems` has the reasons.

    `round` is the later deal that a correction makes impossible, or None.
    """

    def __init__(self, problems: Sequence[Problem], number: int | None = None) -> None:
        super().__init__(problems[0].code)
        self.problems = list(problems)
        self.round = number
