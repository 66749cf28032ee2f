"""Measure the peak memory of exporting and importing leagues, from small to large."""

import os
import subprocess
import sys
import time
from pathlib import Path

from bench import report
from bench.decade import Decade
from bench.serving import ROOT

MAX_RATIO = 1.25  # highest allowed ratio of the memory for the largest and the smallest league
MAX_IMPORTED = 10_000  # matches, at most: imports are slow, because they check every answer


def measure(leagues: list[Decade]) -> None:
    report.heading("Export and import of a whole league")
    exported = {league.matches: export_memory(league) for league in leagues}
    few, many = min(exported), max(exported)
    report.target(
        f"memory for exporting {many} matches against {few}",
        exported[many] / exported[few],
        MAX_RATIO,
    )
    imported = {
        league.matches: import_memory(league)
        for league in leagues
        if league.matches <= MAX_IMPORTED
    }
    few, many = min(imported), max(imported)
    report.target(
        f"memory for importing {many} matches against {few}",
        imported[many] / imported[few],
        MAX_RATIO,
    )


def export_memory(league: Decade) -> float:
    """Export the league and return the peak memory in MB."""
    began = time.monotonic()
    peak = run(league.folder, "export", "league.jsonl")
    seconds, size = time.monotonic() - began, (league.folder / "league.jsonl").stat().st_size
    report.figure(
        f"exporting {league.matches} matches",
        f"{seconds:.1f} s, {size / 1e6:.1f} MB, {peak:.0f} MB of memory",
    )
    return peak


def import_memory(league: Decade) -> float:
    """Import the exported document into an empty league and return the peak memory in MB."""
    folder = league.folder / "again"
    folder.mkdir()
    began = time.monotonic()
    peak = run(folder, "import", str(league.folder / "league.jsonl"))
    seconds = time.monotonic() - began
    report.figure(
        f"importing {league.matches} matches", f"{seconds:.1f} s, {peak:.0f} MB of memory"
    )
    return peak


# The process reads its own peak: the value that the kernel reports to a parent (ru_maxrss) can
# include the parent's memory from before the exec.
WITH_MEMORY = """
import sys
from scorekeeper.cli.main import main
status = main(sys.argv[1:])
print(next(line for line in open("/proc/self/status") if line.startswith("VmHWM")).split()[1])
sys.exit(status)
"""


def run(folder: Path, *arguments: str) -> float:
    """Run a `scorekeeper` command in this folder and return its peak memory in MB."""
    known = {name: value for name, value in os.environ.items() if "SCOREKEEPER" not in name}
    done = subprocess.run(
        [sys.executable, "-c", WITH_MEMORY, *arguments],
        cwd=folder,
        text=True,
        check=True,
        env=known | {"PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
    )
    return int(done.stdout.split()[-1]) / 1000
