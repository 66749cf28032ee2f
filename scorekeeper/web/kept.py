"""Pieces of pages that are drawn over and over: the rows of a sheet, which an answer only adds
to, and the chips that nobody has tapped yet.

    {% call once(row, people) %} ...the row... {% endcall %}

draws what is between once for each value of what is named, which must be all that it shows.
"""

from collections.abc import Callable, Hashable

from flask import Flask
from markupsafe import Markup

MOST = 1000  # pieces in memory; a row of five players is about 3 kB


def init_app(app: Flask) -> None:
    app.jinja_env.globals["once"] = Kept().once


class Kept:
    """What was drawn lately, for many threads: at worst two draw the same piece."""

    def __init__(self) -> None:
        self.pieces: dict[Hashable, Markup] = {}

    def once(self, *shown: Hashable, caller: Callable[[], Markup]) -> Markup:
        """The piece that shows these values."""
        piece = self.pieces.get(shown)
        if piece is None:
            if len(self.pieces) >= MOST:
                self.pieces.clear()
            piece = self.pieces[shown] = caller()
        return piece
