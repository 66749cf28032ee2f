"""A progress bar for long commands. Nothing is shown if standard error is not a terminal."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

ProgressCallback = Callable[[int], None]  # called with the amount done so far
BAR_WIDTH = 30  # characters
REDRAW_INTERVAL_S = 0.1  # minimum seconds between two redraws


def no_progress(done: int) -> None:
    """Do nothing. This is the callback to use when no progress is shown."""


@contextmanager
def progress_bar(total: int) -> Iterator[ProgressCallback]:
    """Yield a callback that draws the bar.

    The callback's argument is the amount done so far, out of `total`.
    """
    if not sys.stderr.isatty():
        yield no_progress
        return
    drawn = 0.0

    def draw(done: int) -> None:
        nonlocal drawn
        if time.monotonic() - drawn > REDRAW_INTERVAL_S:
            drawn = time.monotonic()
            share = min(done, total) / (total or 1)
            print(
                f"\r{'█' * round(BAR_WIDTH * share):░<{BAR_WIDTH}} {share:4.0%}",
                end="",
                file=sys.stderr,
                flush=True,
            )

    try:
        yield draw
    finally:
        print(f"\r{' ' * (BAR_WIDTH + 5)}\r", end="", file=sys.stderr, flush=True)
