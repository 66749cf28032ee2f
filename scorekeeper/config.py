"""Settings of the server, read from environment variables.

SCOREKEEPER_DATABASE    the database: a file, sqlite:///file or postgresql://...
                        (default: scorekeeper-data/scorekeeper.sqlite)
SCOREKEEPER_HOSTS       host names of this server, separated by commas; required if it has a
                        domain name
SCOREKEEPER_STREAMS     maximum number of open event streams, one thread each (default: 512);
                        phones above the limit poll every few seconds
SCOREKEEPER_PROXY       number of trusted reverse proxies, 0 to 3 (default: 0); the client
                        address, scheme and host that they forward are trusted
SCOREKEEPER_HSTS        max-age of Strict-Transport-Security in seconds (default: 0, no header);
                        set it only for a host name that will always use https
SCOREKEEPER_LOG         json: log one line per request to standard error
SCOREKEEPER_METRICS     private address and port of the Prometheus metrics, such as
                        127.0.0.1:9100; only `scorekeeper serve` serves them
SCOREKEEPER_FONTS       additional font files for pictures, separated by commas, for names with
                        letters that the included typeface lacks
"""

import ipaddress
import secrets
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from scorekeeper.errors import ConfigError
from scorekeeper.messages import say
from scorekeeper.runtime.whole_numbers import parse_small_int

OTHERS_PERMISSION_BITS = 0o007  # the permissions of users other than the file's owner and group
DEFAULT_DATABASE = "scorekeeper-data/scorekeeper.sqlite"
MAX_REQUEST_BYTES = 64 * 1024  # a stage with ten players takes about 1,000 bytes
SQLITE_PREFIX = "sqlite:///"


def from_environment(environ: Mapping[str, str]) -> dict[str, Any]:
    """Return Flask's settings from these variables. Raises ConfigError for an invalid value."""
    return {
        "SQLALCHEMY_DATABASE_URI": environ.get("SCOREKEEPER_DATABASE") or DEFAULT_DATABASE,
        "HOSTS": parse_hosts(environ.get("SCOREKEEPER_HOSTS", "")),
        "STREAMS": parse_stream_limit(environ.get("SCOREKEEPER_STREAMS") or "512"),
        "PROXY": parse_proxy_count(environ.get("SCOREKEEPER_PROXY") or "0"),
        "HSTS": parse_hsts_seconds(environ.get("SCOREKEEPER_HSTS") or "0"),
        "LOG": parse_log_format(environ.get("SCOREKEEPER_LOG", "")),
        "METRICS": parse_metrics_address(environ.get("SCOREKEEPER_METRICS", "")),
        "FONTS": parse_fonts(environ.get("SCOREKEEPER_FONTS", "")),
        "MAX_CONTENT_LENGTH": MAX_REQUEST_BYTES,
    }


def parse_hosts(text: str) -> tuple[str, ...]:
    return tuple(name.strip().lower() for name in text.split(",") if name.strip())


def parse_fonts(text: str) -> tuple[Path, ...]:
    return tuple(Path(name.strip()).expanduser() for name in text.split(",") if name.strip())


def parse_proxy_count(text: str) -> int:
    if text not in {"0", "1", "2", "3"}:
        raise ConfigError(
            say(
                "SCOREKEEPER_PROXY must be the number of proxies in front of the server: 0, 1, 2 "
                "or 3."
            )
        )
    return int(text)


def parse_hsts_seconds(text: str) -> int:
    number = parse_small_int(text)
    if number is None:
        raise ConfigError(
            say(
                "SCOREKEEPER_HSTS must be the number of seconds for which browsers use only "
                "https, or 0 to turn this off."
            )
        )
    return number


def parse_stream_limit(text: str) -> int:
    number = parse_small_int(text, digits=5)
    if number is None:
        raise ConfigError(
            say(
                "SCOREKEEPER_STREAMS must be the maximum number of open streams, or 0 to turn "
                "them off."
            )
        )
    return number


def parse_log_format(text: str) -> str:
    if text not in {"", "json"}:
        raise ConfigError(say("SCOREKEEPER_LOG must be json or empty."))
    return text


def parse_metrics_address(text: str) -> tuple[str, int] | None:
    """Return the IP address and port of the metrics, or None if the text is empty.

    Raises ConfigError unless the address is private, because the metrics do not require a login.
    """
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
        say("SCOREKEEPER_METRICS must be a private address and a port, such as 127.0.0.1:9100.")
    )


def database_url(setting: str) -> str:
    """Return a setting as an SQLAlchemy URL, with an absolute file path or the psycopg driver.

    Raises ConfigError for an empty path or any other scheme.
    """
    scheme, _, rest = setting.partition("://")
    if scheme in {"postgres", "postgresql", "postgresql+psycopg"}:
        return f"postgresql+psycopg://{rest}"
    if setting in {"sqlite://", "sqlite:///:memory:"}:
        return "sqlite://"
    path = setting.removeprefix(SQLITE_PREFIX)
    if not path or "://" in path:
        raise ConfigError(
            say(
                "SCOREKEEPER_DATABASE must be a file, or an address that begins with sqlite:/// "
                "or postgresql://."
            )
        )
    return SQLITE_PREFIX + str(Path(path).expanduser().absolute())


def database_file(url: str) -> Path | None:
    """Return the file of an SQLite URL, or None for PostgreSQL or an in-memory database."""
    return Path(url.removeprefix(SQLITE_PREFIX)) if url.startswith(SQLITE_PREFIX) else None


def configured_database_file(environ: Mapping[str, str]) -> Path | None:
    """Return the path of the configured database file, whether or not the file exists.

    Returns None for any other database.
    """
    return database_file(database_url(from_environment(environ)["SQLALCHEMY_DATABASE_URI"]))


def ensure_database_folder(file: Path) -> None:
    """Create the database file's folder, check that it is writable, and restrict file access.

    Other users lose their permissions on the file, because older versions created files that all
    users could read. Raises ConfigError with the reason if a step fails.
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
                "Matches cannot be stored in {folder}: {reason}. Set SCOREKEEPER_DATABASE to a "
                "file elsewhere, or start Scorekeeper in another folder.",
                folder=str(folder),
                reason=reason,
            )
        ) from None


def restrict_file_permissions(file: Path) -> None:
    """Remove other users' permissions from the database file and its -wal and -shm files.

    Missing files, and files that this user is not allowed to change, are skipped.
    """
    for part in (file, *(file.with_name(f"{file.name}{end}") for end in ("-wal", "-shm"))):
        with suppress(FileNotFoundError, PermissionError):
            mode = part.stat().st_mode & 0o777
            if mode & OTHERS_PERMISSION_BITS:
                part.chmod(mode & ~OTHERS_PERMISSION_BITS)
