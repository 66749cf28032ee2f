"""The Chromium that the tests drive, for the header of a run and for each failure."""

import os
import subprocess
from functools import cache

CHROMIUM = os.environ.get("CHROMIUM") or "/usr/bin/chromium"


@cache
def version():
    """Return the browser's version and path, or why it cannot be started."""
    try:
        asked = subprocess.run(
            [CHROMIUM, "--version"], capture_output=True, text=True, check=True, timeout=60
        )
    except (OSError, subprocess.SubprocessError) as error:
        return f"none that can be started: {error}"
    return f"{asked.stdout.strip()} ({CHROMIUM})"
