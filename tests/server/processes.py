"""A real `scorekeeper serve` in a process of its own, on a free port of this machine only."""

import os
import signal
import socket
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parents[2]
CHECKOUT = (sys.executable, "-m", "scorekeeper")
PATIENCE = 60  # seconds until a server that says nothing is taken for dead


def start(folder, *arguments, command=CHECKOUT, stdout=subprocess.PIPE, **settings):
    """The process, in this folder, before it has said anything; its own process group."""
    inherited = {name: value for name, value in os.environ.items() if "SCOREKEEPER" not in name}
    if command is CHECKOUT:
        inherited["PYTHONPATH"] = str(ROOT)
    return subprocess.Popen(
        [*command, "serve", *arguments],
        cwd=folder,
        env=inherited | settings,
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


def refusal(folder, *arguments, **settings):
    """What a server that cannot start says; its status has to be 1.

    On any free port, so that a server that runs here already is not what stops it.
    """
    process = start(folder, "--port", "0", *arguments, **settings)
    printed, complaint = process.communicate(timeout=PATIENCE)
    assert (process.returncode, printed) == (1, ""), complaint
    return complaint


@contextmanager
def serving(folder, *arguments, **options):
    """(process, host, port) of a server that is ready; ended at the end if it still runs."""
    process = start(folder, "--local", "--port", "0", *arguments, **options)
    with process:
        try:
            address = urlsplit(announced(process))
            yield process, address.hostname, address.port
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)


def announced(process):
    """The address it prints once it listens."""
    watchdog = Timer(PATIENCE, process.kill)
    watchdog.start()
    try:
        for line in process.stdout:
            if line.strip().startswith("http://"):
                return line.strip()
    finally:
        watchdog.cancel()
    raise AssertionError(f"The server did not start: {process.stderr.read()}")


@contextmanager
def closed_port():
    """A port of this machine where nobody listens, and nobody can while this lasts."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        yield held.getsockname()[1]


def interrupt(process):
    """Ctrl-C, which a terminal sends to the server and to its workers alike."""
    os.killpg(process.pid, signal.SIGINT)
