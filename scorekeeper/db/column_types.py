"""Types of columns: enums stored by their value, and digests of secrets."""

from enum import StrEnum
from typing import Annotated, Any

from sqlalchemy import Dialect, String
from sqlalchemy.orm import mapped_column
from sqlalchemy.types import TypeDecorator

# The SHA-256 of a secret (runtime/tokens.py). Queries compare it and never return it.
Digest = Annotated[str, mapped_column(info={"is_secret": True})]


class ImportState(StrEnum):
    """The state of an import of old results."""

    PREVIEWED = "looked through"  # nothing is written
    WRITTEN = "written"  # its matches count
    UNDONE = "undone"  # its matches are deleted


class PublicLinkKind(StrEnum):
    """What a public link shows."""

    MATCH = "match"
    FEED = "feed"  # of results, for feed readers
    SEASON = "season"
    CURRENT_SEASON = "current season"  # whichever season is current when the page is opened
    EVENING = "evening"
    LAST_EVENING = "last evening"  # the latest evening on which a match ended


class EnumText(TypeDecorator[StrEnum]):
    """A text column that holds the values of an enum and returns its members."""

    impl = String
    cache_ok = True

    def __init__(self, kind: type[StrEnum]) -> None:
        super().__init__()
        self.kind = kind

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        return None if value is None else str(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> StrEnum | None:
        return None if value is None else self.kind(value)
