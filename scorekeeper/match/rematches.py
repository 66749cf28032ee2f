"""Keys of rematches. All phones use the same key, so they start the same rematch."""

PREFIX = "again "


def rematch_key(match: int, version: int, number: int) -> str:
    """Return the key of rematch `number` (from 1) of a match at this version."""
    key = f"{PREFIX}{match} {version}"
    return key if number == 1 else f"{key} {number}"


def earlier_match(key: str) -> int | None:
    """Return the id of the earlier match from a rematch's key, or None for any other key."""
    first = key.removeprefix(PREFIX).partition(" ")[0]
    return int(first) if key.startswith(PREFIX) and first.isdecimal() else None
