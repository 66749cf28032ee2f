"""Settings, from the environment, each with the reason it can be set at all.

SCOREKEEPER_DATABASE    where the matches are kept: a file, sqlite:///file or postgresql://...;
                        for more than one machine, or a disk of its own
SCOREKEEPER_HOSTS       names this server is called by, with commas; for a real domain
SCOREKEEPER_STREAMS     how many phones are told at once what others save, each by a thread that
                        waits; the others ask every few seconds. For fewer threads, or more
SCOREKEEPER_PROXY       how many proxies stand in front; their word on address and scheme is taken
SCOREKEEPER_HSTS        for how many seconds browsers that came by https use nothing else; for a
                        name that will always have it
SCOREKEEPER_LOG         json: a line on standard error for each request; for who watches a server
SCOREKEEPER_METRICS     a private address and port, such as 127.0.0.1:9100, where Prometheus can
                        read what `scorekeeper serve` counts

Without any of them the matches are kept in ./scorekeeper-data and the address is this machine's.
"""

import ipaddress
import secrets
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from scorekeeper.match.strict_json import parse_small_int
from scorekeeper.messages import UserError, say

OTHERS_PERMISSION_BITS = (
    0o007  # what may be done with a file by who is neither its owner nor of its group
)
DEFAULT_DATABASE = "scorekeeper-data/scorekeeper.sqlite"
MAX_REQUEST_BYTES = 64 * 1024  # bytes; a stage of ten players is about one thousand
SQLITE_PREFIX = "sqlite:///"


class ConfigError(UserError):
    """What is wrong, in one sentence for whoever starts the server."""


def from_environment(environ: Mapping[str, str]) -> dict[str, Any]:
    """Flask's settings; raises CannotStart for a value that makes no sense."""
    return {
        "SQLALCHEMY_DATABASE_URI": environ.get("SCOREKEEPER_DATABASE") or DEFAULT_DATABASE,
        "HOSTS": parse_hosts(environ.get("SCOREKEEPER_HOSTS", "")),
        "STREAMS": parse_stream_limit(environ.get("SCOREKEEPER_STREAMS") or "512"),
        "PROXY": parse_proxy_count(environ.get("SCOREKEEPER_PROXY") or "0"),
        "HSTS": parse_hsts_seconds(environ.get("SCOREKEEPER_HSTS") or "0"),
        "LOG": parse_log_format(environ.get("SCOREKEEPER_LOG", "")),
        "METRICS": parse_metrics_address(environ.get("SCOREKEEPER_METRICS", "")),
        "MAX_CONTENT_LENGTH": MAX_REQUEST_BYTES,
    }


def parse_hosts(text: str) -> tuple[str, ...]:
    return tuple(name.strip().lower() for name in text.split(",") if name.strip())


def parse_proxy_count(text: str) -> int:
    if text not in {"0", "1", "2", "3"}:
        raise ConfigError(say("SCOREKEEPER_PROXY is the number of proxies in front: 0, 1, 2 or 3."))
    return int(text)


def parse_hsts_seconds(text: str) -> int:
    number = parse_small_int(text)
    if number is None:
        raise ConfigError(
            say(
                "SCOREKEEPER_HSTS is for how many seconds browsers use https alone: a number,"
                " or 0 for not at all."
            )
        )
    return number


def parse_stream_limit(text: str) -> int:
    number = parse_small_int(text, digits=5)
    if number is None:
        raise ConfigError(
            say("SCOREKEEPER_STREAMS is how many phones are told at once: a number, or 0 for none.")
        )
    return number


def parse_log_format(text: str) -> str:
    if text not in {"", "json"}:
        raise ConfigError(say("SCOREKEEPER_LOG is json, or not set."))
    return text


def parse_metrics_address(text: str) -> tuple[str, int] | None:
    """Where what is counted can be read: an address that is not the world's, and a port."""
    host, _, port = text.rpartition(":")
    try:
        address = ipaddress.ip_address(host.removeprefix("[").removesuffix("]"))
        if not address.is_global and not address.is_unspecified and 0 <= int(port) < 65536:
            return str(address), int(port)
    except ValueError:
        pass
    if not text:
        return None
    raise ConfigError(
        say("SCOREKEEPER_METRICS is a private address and a port, such as 127.0.0.1:9100.")
    )


def database_url(setting: str) -> str:
    """The address as SQLAlchemy wants it: a file absolute, PostgreSQL with its driver."""
    scheme, _, rest = setting.partition("://")
    if scheme in {"postgres", "postgresql", "postgresql+psycopg"}:
        return f"postgresql+psycopg://{rest}"
    if setting in {"sqlite://", "sqlite:///:memory:"}:
        return "sqlite://"
    path = setting.removeprefix(SQLITE_PREFIX)
    if not path or "://" in path:
        raise ConfigError(
            say("SCOREKEEPER_DATABASE is a file, or begins with sqlite:/// or postgresql://.")
        )
    return SQLITE_PREFIX + str(Path(path).expanduser().absolute())


def database_file(url: str) -> Path | None:
    """The file that holds the database, or None if it is on a server or in memory."""
    return Path(url.removeprefix(SQLITE_PREFIX)) if url.startswith(SQLITE_PREFIX) else None


def configured_database_file(environ: Mapping[str, str]) -> Path | None:
    """The file of this environment's database, which may not be there; None if on a server."""
    return database_file(database_url(from_environment(environ)["SQLALCHEMY_DATABASE_URI"]))


def ensure_database_folder(file: Path) -> None:
    """The folder of this file exists and can be written, or CannotStart says why not. A file that
    others may read, as older versions made it, is closed to them.
    """
    folder = file.parent
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        probe = folder / f".{secrets.token_hex(8)}"
        probe.touch()
        probe.unlink()
        restrict_file_permissions(file)
    except OSError as error:
        reason = error.strerror or "it is not writable"
        raise ConfigError(
            say(
                "The matches cannot be kept in {folder}: {reason}. Give another place"
                " in SCOREKEEPER_DATABASE, or start from another folder.",
                folder=str(folder),
                reason=reason,
            )
        ) from None


def restrict_file_permissions(file: Path) -> None:
    """The database and what SQLite keeps beside it, where they are ours to say so."""
    for part in (file, *(file.with_name(f"{file.name}{end}") for end in ("-wal", "-shm"))):
        with suppress(FileNotFoundError, PermissionError):
            mode = part.stat().st_mode & 0o777
            if mode & OTHERS_PERMISSION_BITS:
                part.chmod(mode & ~OTHERS_PERMISSION_BITS)
