"""The content of the share picture for a finished match."""

from typing import NamedTuple

from scorekeeper.web.line_chart import Plot
from scorekeeper.web.stats.pictures.share_image import PlayerChip


class SideRow(NamedTuple):
    """A side's final place, chips, names and total, and its result as text (`description`)."""

    place: str
    chips: tuple[PlayerChip, ...]
    names: tuple[str, ...]
    description: str
    total: int


class MatchPicture(NamedTuple):
    """The content of a picture to share. It is the cache key of the drawn picture."""

    title: tuple[str, ...]  # every second part is a name, which may be cut
    subtitle: str
    rows: tuple[SideRow, ...]
    chart: Plot | None  # None for a match of one deal, whose totals are drawn as bars
    story: tuple[tuple[str, ...], ...]  # sentences in parts, like the title
