"""What is logged tells no secret: neither a link's nor the one in a phone's cookie.

Flask names the path of a request that went wrong, gunicorn what it could not read of one that
was malformed or cut off, an error what it stumbled over. Each may hold a link or a cookie.
"""

import re
from logging import Formatter, LogRecord, setLogRecordFactory
from typing import Any

SECRET_PATTERN = re.compile(r"(\bjoin/|\bshown/|scorekeeper-[\w-]+=)[^/\s?;,'\"]+")


def redact_secrets(said: str) -> str:
    return SECRET_PATTERN.sub(r"\1…", said)


class RedactedLogRecord(LogRecord):
    """A line of any log: no secret in what is said, in a traceback, in where it came from."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        if self.exc_info:  # handlers write what stands here as it is
            self.exc_text = redact_secrets(Formatter().formatException(self.exc_info))

    def getMessage(self) -> str:  # noqa: N802  # the name is logging's
        return redact_secrets(super().getMessage())


def install_log_redaction() -> None:
    """From now on, in this process and those forked from it, whatever the log is called."""
    setLogRecordFactory(RedactedLogRecord)
