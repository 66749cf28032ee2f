"""Working through a whole league at once, and how often Python looks for circles of objects."""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager

ProgressCallback = Callable[[int], None]  # told how much is done
GC_THRESHOLD = 50_000  # objects made between two looks: some MB at most, if all were circles


def no_progress(done: int) -> None:
    """Progress that is not shown."""


@contextmanager
def gc_disabled() -> Iterator[None]:
    """Do not look for circles of objects meanwhile: here are millions of objects and no circles,
    and looking takes a quarter of the time.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def raise_gc_threshold() -> None:
    """For a server. An answer makes thousands of objects and hardly a circle; as Python comes, it
    looks several times during each, which takes a seventh of the time of a save.
    """
    freeze_gc_heap()
    gc.set_threshold(GC_THRESHOLD)


def freeze_gc_heap() -> None:
    """What is in memory now stays for long: from here on it is passed over when circles are looked
    for. A look at the books of a large league would hold up everybody for seconds, again and again.
    """
    gc.collect()
    gc.freeze()
