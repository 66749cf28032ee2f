"""A bar in the terminal for what takes long; nothing at all where nobody looks."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from scorekeeper.runtime.gc_tuning import Progress, nobody_looks

WIDTH = 30  # signs
PAUSE = 0.1  # seconds between two drawings


@contextmanager
def bar(whole: int) -> Iterator[Progress]:
    """A function to be told how much of `whole` is done; it draws on standard error."""
    if not sys.stderr.isatty():
        yield nobody_looks
        return
    drawn = 0.0

    def draw(done: int) -> None:
        nonlocal drawn
        if time.monotonic() - drawn > PAUSE:
            drawn = time.monotonic()
            share = min(done, whole) / (whole or 1)
            print(
                f"\r{'█' * round(WIDTH * share):░<{WIDTH}} {share:4.0%}",
                end="",
                file=sys.stderr,
                flush=True,
            )

    try:
        yield draw
    finally:
        print(f"\r{' ' * (WIDTH + 5)}\r", end="", file=sys.stderr, flush=True)
