"""The keys with which rematches are started, so that all phones start the same one."""

PREFIX = "again "


def rematch_key(match: int, version: int, number: int) -> str:
    """The key of the rematch with this number, from 1, of a match in this version."""
    key = f"{PREFIX}{match} {version}"
    return key if number == 1 else f"{key} {number}"


def earlier_match(key: str) -> int | None:
    """The id of the match that a match with this key is a rematch of, or None."""
    first = key.removeprefix(PREFIX).partition(" ")[0]
    return int(first) if key.startswith(PREFIX) and first.isdecimal() else None
