"""Errors with a sentence for people, which several packages raise."""

from scorekeeper.messages import UserError


class ConfigError(UserError):
    """A wrong setting, explained in one sentence to the administrator."""


class NotFound(UserError):
    """What a page or command asks for does not exist, or not any more; a page answers with 404."""
