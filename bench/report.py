"""Print targets and figures as lines of a table, and time alternating calls."""

import statistics
import sys
import time
from collections.abc import Callable, Mapping, Sequence

missed: list[str] = []


def target(name: str, value: float, limit: float, unit: str = "×") -> None:
    """Print a value and its limit.

    If the value is over the limit, the name of the target is added to `missed`.
    """
    verdict = "ok" if value <= limit else "over"
    if verdict == "over":
        missed.append(name)
    line(name, f"{value:.2f} {unit}", f"≤ {limit:g} {unit}", verdict)


def figure(name: str, value: str) -> None:
    """Print a value without a target."""
    line(name, value, "", "")


def line(*columns: str) -> None:
    name, value, limit, verdict = columns
    print(f"  {name:<58} {value:>14}   {limit:<11} {verdict}".rstrip(), flush=True)


def heading(text: str) -> None:
    print(f"\n{text}", flush=True)


def progress(text: str) -> None:
    print(f"… {text}", file=sys.stderr, flush=True)


def duration_of(do: Callable[[], object]) -> float:
    """Return the duration of one call, in seconds."""
    began = time.perf_counter()
    do()
    return time.perf_counter() - began


def in_turns(runs: Mapping[str, Sequence[Callable[[], object]]]) -> dict[str, float]:
    """Return the median time of each kind of run, in seconds.

    The kinds alternate, one call each, so that other load on the machine affects them equally.
    """
    times: dict[str, list[float]] = {kind: [] for kind in runs}
    for calls in zip(*runs.values(), strict=True):
        for kind, do in zip(runs, calls, strict=True):
            times[kind].append(duration_of(do))
    return {kind: statistics.median(measured) for kind, measured in times.items()}


def milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms"
