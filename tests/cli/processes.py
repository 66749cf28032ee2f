"""Runs the command `scorekeeper` in a process of its own."""

import subprocess
import sys


def scorekeeper(*arguments, **options):
    command = [sys.executable, "-m", "scorekeeper", *arguments]
    return subprocess.run(command, capture_output=True, check=False, timeout=60, **options)
