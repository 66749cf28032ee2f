"""A phone's permission in a league: viewer, scorer or owner."""

from enum import StrEnum


class Right(StrEnum):
    """A phone's permission in a league. Each permission includes those listed before it."""

    VIEWER = "viewer"  # view pages
    SCORER = "scorer"  # start matches, save answers, correct, record payments, run club nights
    OWNER = "owner"  # everything else, such as changing seasons, importing and removing phones


RIGHTS_IN_ORDER = list(Right)


def is_right_sufficient(has: Right | None, need: Right) -> bool:
    """Return whether `has` is `need` or a higher permission.

    `has` is None if the phone has no access.
    """
    return has is not None and RIGHTS_IN_ORDER.index(has) >= RIGHTS_IN_ORDER.index(need)
