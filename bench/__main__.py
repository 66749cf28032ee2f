"""`make bench`: measure every target of docs/speed.md in one run on this machine.

The leagues are created in a temporary folder on a disk, not in memory, because saves are durable.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from bench import (
    browser,
    crowd,
    data,
    importing,
    leagues,
    live,
    memory,
    pages,
    painting,
    public,
    recording,
    replaying,
    report,
    seasons,
    slow,
    tapping,
    wire,
)

FEW, SOME, MANY = 100, 1_000, 10_000
PARTS = (
    "recording",
    "pages",
    "replaying",
    "wire",
    "memory",
    "leagues",
    "importing",
    "browser",
    "tapping",
    "painting",
    "live",
    "crowd",
    "slow",
    "public",
    "seasons",
)


def main() -> int:
    words = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    words.add_argument(
        "parts",
        nargs="*",
        metavar="PART",
        help=f"the parts to measure (default: all): {', '.join(PARTS)}",
    )
    words.add_argument(
        "--matches", type=int, default=MANY, help="the number of matches in the large league"
    )
    words.add_argument(
        "--folder", default="/var/tmp", help="the folder in which the leagues are created"
    )
    options = words.parse_args()
    if unknown := set(options.parts) - set(PARTS):
        words.error(f"There is no part called {', '.join(sorted(unknown))}.")
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="scorekeeper-bench-", dir=options.folder) as folder:
        measure(options.parts or PARTS, Path(folder), options.matches)
    print(f"\nDone in {time.monotonic() - began:.0f} s.")
    if report.missed:
        print(f"Targets that were missed: {', '.join(report.missed)}.")
    return 1 if report.missed else 0


def measure(parts: list[str] | tuple[str, ...], folder: Path, matches: int) -> None:
    report.progress(f"creating a league with {FEW} matches")
    small = data.create_league(folder / "small", FEW)
    short: dict[str, Callable[[], None]] = {
        "replaying": replaying.measure,
        "recording": lambda: recording.measure(folder / "recording"),
        "wire": lambda: wire.measure(small),
        "browser": lambda: browser.measure(small),
        "tapping": lambda: tapping.measure(small),
        "painting": lambda: painting.measure(folder / "painting"),
        "memory": lambda: memory.measure(small),
        "leagues": lambda: leagues.measure(folder / "leagues"),
        "importing": lambda: importing.measure(folder / "importing"),
        "live": lambda: live.measure(data.create_league(folder / "live", FEW)),
        "crowd": lambda: crowd.measure(folder / "crowd"),
        "slow": lambda: slow.measure(data.create_league(folder / "slow", SOME)),
        "public": lambda: public.measure(data.create_league(folder / "public", SOME)),
    }
    for part, measured in short.items():
        if part in parts:
            measured()
    if "pages" in parts:
        report.progress(f"creating a league with {matches} matches, which takes a while")
        pages.measure(
            data.create_league(folder / "small again", FEW),
            data.create_league(folder / "large", matches),
        )
    if "seasons" in parts:
        seasons.measure(folder, (FEW, MANY, 10 * MANY) if matches >= MANY else (FEW, matches))


if __name__ == "__main__":
    sys.exit(main())
