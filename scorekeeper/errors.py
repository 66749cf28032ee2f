"""Errors with a sentence for users that several packages raise."""

from scorekeeper.messages import UserError


class ConfigError(UserError):
    """A problem with a setting, a file or the database, explained to the administrator."""


class NotFound(UserError):
    """The requested object does not exist, or no longer exists. Pages respond with 404."""
