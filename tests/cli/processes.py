"""The command `scorekeeper`, run in a separate process."""

import subprocess
import sys


def scorekeeper(*arguments, **options):
    command = [sys.executable, "-m", "scorekeeper", *arguments]
    return subprocess.run(command, capture_output=True, check=False, timeout=60, **options)
