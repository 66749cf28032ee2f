"""The findings of `scorekeeper check`. Each has a problem, advice and, if possible, a repair."""

from enum import StrEnum
from typing import NamedTuple

from scorekeeper.messages import Message, say


class Repair(StrEnum):
    """Repairs that do not lose data."""

    REBUILD = "rebuild"  # recompute the derived rows from the log
    UNMERGE = "unmerge"  # undo a player's merge
    CLEAR = "clear"  # set a reference to NULL
    DELETE = "delete"  # delete a row that is useless without the missing row


class Finding(NamedTuple):
    """A problem, and advice on what to do about it.

    `repair` is the repair that fixes the problem, or None if there is no such repair. `player` is
    the id of the player to unmerge. `forbids_rebuild` is true if a rebuild would lose data.
    """

    problem: Message
    advice: Message
    repair: Repair | None = None
    player: int | None = None
    forbids_rebuild: bool = False


# What pages call the rows of these tables. The tables still have older names.
ROW_NAMES = {
    "kept_result": say("results of closed seasons"),
    "showing": say("public links"),
    "slip": say("submitted values"),
    "terms": say("seasons and stakes of matches"),
}
RESTORE_ADVICE = say("Restore a backup with `scorekeeper restore`.")
REPAIR_ADVICE = say("Run `scorekeeper check --repair` to repair this.")


def table_label(table: str) -> Message:
    """Return the name of a table, with a description of its rows if the name is not clear."""
    rows = ROW_NAMES.get(table)
    return say("{table} ({rows})", table=table, rows=rows) if rows else say("{table}", table=table)
