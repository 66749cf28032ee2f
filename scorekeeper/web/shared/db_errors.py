"""Error handlers for database failures: 507 if the disk is full, 503 if the database is down.

507 also covers a disk that fails or is read-only, and a disk without space for the temporary file
of an upload. 503 also covers a busy database. Nothing was saved, because transactions are atomic.
The error page (templates/shared/error.html) contains the typed values, and one tap sends them
again.
"""

import errno
import sqlite3

from flask import Flask, current_app
from flask.typing import ResponseReturnValue
from sqlalchemy.exc import DBAPIError, InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection
from werkzeug.exceptions import HTTPException, ServiceUnavailable

from scorekeeper.messages import Message, say
from scorekeeper.web.error_pages import error_page

RETRY_AFTER_S = 5  # the Retry-After header, in seconds
SQLITE_PRIMARY_CODE_MASK = 0xFF  # selects the primary code within an extended result code
SQLITE_FULL_CODES = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY}
FULL_DISK_ERRNOS = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS}
# SQLITE_PROTOCOL means that other processes held the locks of the write-ahead log for 10 s.
SQLITE_BUSY_CODES = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL}
# PostgreSQL's SQLSTATE codes. The prefixes stand for lost connections, too many connections,
# unavailable locks, deadlocks, and a server that is shutting down or starting.
POSTGRES_DISK_FULL, POSTGRES_UNAVAILABLE_PREFIXES = "53100", ("08", "53", "55P03", "40", "57P")

DISK_FULL_MESSAGE = say(
    "Nothing was saved, because the server’s disk is full or read-only. Everything "
    "already saved is safe. Try again when there is free space."
)
DATABASE_BUSY_MESSAGE = say(
    "Nothing was saved, because the database is not responding. Everything "
    "already saved is safe. Try again in a moment."
)


class InsufficientStorage(HTTPException):
    """HTTP 507, which werkzeug does not define."""

    code = 507


def init_app(app: Flask) -> None:
    for kind in (OperationalError, InterfaceError, NoConnection):
        app.register_error_handler(kind, handle_db_error)
    app.register_error_handler(OSError, handle_full_disk)


def handle_db_error(error: Exception) -> ResponseReturnValue:
    """Respond with 503 or 507.

    If `to_http_error` returns None, the error is a bug and is raised again.
    """
    http_error = to_http_error(error)
    if http_error is None:
        raise error
    current_app.logger.error("The database cannot be used: %s", error_summary(error))
    return error_page(http_error)


def handle_full_disk(error: OSError) -> ResponseReturnValue:
    """Respond with 507 if a temporary file could not be written. Raise any other error again."""
    if error.errno not in FULL_DISK_ERRNOS:
        raise error
    current_app.logger.error("A temporary file cannot be written: %s", error.strerror)
    return error_page(with_description(InsufficientStorage(), DISK_FULL_MESSAGE))


def to_http_error(error: Exception) -> HTTPException | None:
    """Return the HTTP error for a database error, or None if the error is a bug."""
    if isinstance(error, NoConnection):
        return with_description(
            ServiceUnavailable(retry_after=RETRY_AFTER_S), DATABASE_BUSY_MESSAGE
        )
    if not isinstance(error, DBAPIError):
        return None
    if isinstance(error.orig, sqlite3.Error):
        return sqlite_to_http_error(error.orig)
    return postgres_to_http_error(error)


def sqlite_to_http_error(error: sqlite3.Error) -> HTTPException | None:
    kind = getattr(error, "sqlite_errorcode", 0) & SQLITE_PRIMARY_CODE_MASK
    if kind in SQLITE_FULL_CODES:
        return with_description(InsufficientStorage(), DISK_FULL_MESSAGE)
    if kind in SQLITE_BUSY_CODES or kind == sqlite3.SQLITE_CANTOPEN:
        return with_description(
            ServiceUnavailable(retry_after=RETRY_AFTER_S), DATABASE_BUSY_MESSAGE
        )
    return None


def postgres_to_http_error(error: DBAPIError) -> HTTPException | None:
    """Return the HTTP error for a PostgreSQL error, or None if the error is a bug.

    Without an SQLSTATE, the server was not reached or the connection was lost.
    """
    code = getattr(error.orig, "sqlstate", None)
    if code == POSTGRES_DISK_FULL:
        return with_description(InsufficientStorage(), DISK_FULL_MESSAGE)
    if (
        code is None
        or code.startswith(POSTGRES_UNAVAILABLE_PREFIXES)
        or error.connection_invalidated
    ):
        return with_description(
            ServiceUnavailable(retry_after=RETRY_AFTER_S), DATABASE_BUSY_MESSAGE
        )
    return None


def with_description(error: HTTPException, sentence: Message) -> HTTPException:
    error.description = sentence  # type: ignore[assignment]  # as `error_message` expects
    return error


def error_summary(error: Exception) -> str:
    """Return the first line of the driver's message.

    Later lines are left out because they could contain written values.
    """
    text = str(getattr(error, "orig", None) or error).strip()
    return text.splitlines()[0] if text else type(error).__name__
