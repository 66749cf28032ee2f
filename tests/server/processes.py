"""A real `scorekeeper serve` in a separate process, on a free local port."""

import http.client
import os
import signal
import socket
import subprocess
import sys
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Timer
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parents[2]
CHECKOUT = (sys.executable, "-m", "scorekeeper")
TIMEOUT_S = 60  # seconds until a server without output counts as hung
# A server with a graceful timeout of an hour.
PATIENT = (
    sys.executable,
    "-c",
    f"import sys; sys.path.insert(0, {str(ROOT)!r});"
    "from scorekeeper.cli import main; from scorekeeper.server import gunicorn_app;"
    "gunicorn_app.GRACEFUL_TIMEOUT_S = 3600; sys.exit(main.main())",
)


def start(folder, *arguments, command=CHECKOUT, stdout=subprocess.PIPE, **settings):
    """Start a server in this folder and return its process without waiting for it.

    The server has a process group of its own.
    """
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
    """Start a server that must fail with exit status 1, and return its stderr.

    The server may use any free port, so it cannot fail because another server is running.
    """
    process = start(folder, "--port", "0", *arguments, **settings)
    printed, complaint = process.communicate(timeout=TIMEOUT_S)
    assert (process.returncode, printed) == (1, ""), complaint
    return complaint


@contextmanager
def serving(folder, *arguments, **options):
    """Yield (process, host, port) of a server that listens.

    A server that still runs at the end of the block is killed.
    """
    process = start(folder, "--local", "--port", "0", *arguments, **options)
    with process:
        try:
            address = urlsplit(read_address(process))
            yield process, address.hostname, address.port
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)


def read_address(process):
    """Return the address that the server prints when it listens."""
    watchdog = Timer(TIMEOUT_S, process.kill)
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
    """Yield a port on which nothing listens and which stays reserved until the end of the block."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        yield held.getsockname()[1]


def interrupt(process):
    """Send SIGINT to the server and to its workers, as a terminal does for Ctrl-C."""
    os.killpg(process.pid, signal.SIGINT)


def get(host, port, path, **headers):
    with closing(http.client.HTTPConnection(host, port, timeout=TIMEOUT_S)) as connection:
        connection.request("GET", path, headers=headers)
        response = connection.getresponse()
        return response, response.read()


def wait_until_stopped(process):
    """Wait until the server has stopped, and return (exit status, stderr)."""
    complaint = process.communicate(timeout=TIMEOUT_S)[1]
    return process.returncode, complaint
