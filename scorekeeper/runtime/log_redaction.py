"""Remove the secrets of links and of phones' cookies from everything that is logged.

Flask logs the path of a failed request, and gunicorn logs the unreadable part of a malformed
request. A logged exception contains its arguments. Each of these may contain a link or a cookie.
"""

import re
from logging import Formatter, LogRecord, setLogRecordFactory
from typing import Any

SECRET_PATTERN = re.compile(r"(\b(?:join|shown|club/at|coming)/|scorekeeper-[\w-]+=)[^/\s?;,'\"]+")


def redact_secrets(text: str) -> str:
    return SECRET_PATTERN.sub(r"\1…", text)


class RedactedLogRecord(LogRecord):
    """A log record with secrets removed from its message, its traceback and its stack."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        if self.exc_info:  # handlers write `exc_text` unchanged if it is set
            self.exc_text = redact_secrets(Formatter().formatException(self.exc_info))
        if self.stack_info:
            self.stack_info = redact_secrets(self.stack_info)

    def getMessage(self) -> str:  # noqa: N802  # the name is logging's
        return redact_secrets(super().getMessage())


def install_log_redaction() -> None:
    """Redact the records of all loggers, in this process and in processes forked from it."""
    setLogRecordFactory(RedactedLogRecord)
