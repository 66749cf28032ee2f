"""The table of imports of old results. It records whether the results of each file count.

Times are seconds since 1970.
"""

from enum import StrEnum
from typing import Any

from sqlalchemy import BigInteger, ForeignKey, Index, LargeBinary, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.db import json_shapes
from scorekeeper.db.base import Base
from scorekeeper.db.column_types import EnumText, list_column, object_column
from scorekeeper.db.tables import WITHOUT_ROWID


class ImportState(StrEnum):
    """The state of an import of old results."""

    PREVIEWED = "looked through"  # nothing is written
    WRITTEN = "written"  # its matches count
    UNDONE = "undone"  # its matches are deleted
    UNREADABLE = "unreadable"  # the stored state is damaged; never stored


class ImportJobs(Base):
    """An import of old results from one file. It can be undone only as a whole.

    `data` is the file until its matches are written, and `choices` are the user's choices for it.
    `lines`, `bad`, `matches` and `done` are the numbers of accepted lines, rejected lines, matches,
    and matches written. `ranges` lists the first and last match id of each transaction, because
    older versions used several transactions per import. `newcomers` are the ids of the players that
    the import added. `at` is when the file was uploaded or, later, when its matches were written.
    """

    __tablename__ = "import"

    league_id: Mapped[int] = mapped_column(ForeignKey("league.id"), primary_key=True)
    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    name: Mapped[str]
    key: Mapped[str]
    state: Mapped[ImportState] = mapped_column(EnumText(ImportState, ImportState.UNREADABLE))
    data: Mapped[bytes | None] = mapped_column(LargeBinary)
    choices: Mapped[dict[str, Any]] = object_column(json_shapes.ImportChoicesShape)
    lines: Mapped[int]
    bad: Mapped[int]
    matches: Mapped[int]
    done: Mapped[int]
    ranges: Mapped[list[list[int]]] = list_column(json_shapes.ID_RANGES)
    newcomers: Mapped[list[int]] = list_column(json_shapes.IDS)
    at: Mapped[int] = mapped_column(BigInteger)
    undone_at: Mapped[int | None] = mapped_column(BigInteger)

    __table_args__ = (
        UniqueConstraint("league_id", "key"),
        Index(None, "league_id", "state", "id"),
        WITHOUT_ROWID,
    )
