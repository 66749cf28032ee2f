"""What a phone may do in a league: view, keep score, or own it."""

from enum import StrEnum


class Right(StrEnum):
    """The right of a phone in a league. Each right includes the rights listed before it."""

    VIEWER = "viewer"  # view pages
    SCORER = "scorer"  # start matches, save answers, correct, undo, record payments
    OWNER = "owner"  # seasons, names, import and export, phones and invitations


RIGHTS_IN_ORDER = list(Right)


def is_right_sufficient(has: Right | None, need: Right) -> bool:
    """Return whether `has` is `need` or a higher right; None means no right."""
    return has is not None and RIGHTS_IN_ORDER.index(has) >= RIGHTS_IN_ORDER.index(need)
