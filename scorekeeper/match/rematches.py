"""Keys of the commands that start a rematch, or replace a match in a round of a club night.

All phones use the same key, so they start the same match.
"""

REMATCH_KEY_PREFIX = "again "
REPLACEMENT_INFIX = " with other players "


def rematch_key(match: int, number: int) -> str:
    """Return the key of rematch `number` (from 1) of a match.

    The key does not contain the version of the match. Otherwise, a phone that taps Rematch after a
    correction would start a second match in addition to the one in progress.
    """
    return f"{REMATCH_KEY_PREFIX}{match} rematch {number}"


def replacement_key(match: int, version: int) -> str:
    """Return the key of the match that replaces `match` in a version of a club night's round."""
    return f"{replacement_prefix(match)}{version}"


def replacement_prefix(match: int) -> str:
    """Return the prefix of the keys of all matches that replace this match."""
    return f"{REMATCH_KEY_PREFIX}{match}{REPLACEMENT_INFIX}"


def is_replacement(key: str) -> bool:
    """Return whether this is the key of a match that replaces another one."""
    return key.startswith(REMATCH_KEY_PREFIX) and REPLACEMENT_INFIX in key


def earlier_match(key: str) -> int | None:
    """Return the id of the earlier match that the key of a rematch or a replacement contains.

    Returns None for any other key.
    """
    match_id = key.removeprefix(REMATCH_KEY_PREFIX).partition(" ")[0]
    return int(match_id) if key.startswith(REMATCH_KEY_PREFIX) and match_id.isdecimal() else None
