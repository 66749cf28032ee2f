"""Start servers as local processes, and send them requests as a phone does."""

import http.client
import os
import signal
import subprocess
import sys
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit

from bench import league_phones

ROOT = Path(__file__).resolve().parents[1]
TIMEOUT_S = 60  # seconds for a server to start, or to respond
GZIP_OR_DEFLATE = zlib.MAX_WBITS + 32  # zlib then recognises the format by itself
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
# The headers of a phone: the encodings that browsers accept on plain http, and the owner's cookie.
PHONE = {"Accept-Encoding": "gzip, deflate", **league_phones.COOKIE}
HTMX = {"HX-Request": "true", "Sec-Fetch-Site": "same-origin"}


class Answer(NamedTuple):
    """A response to a request.

    `packed` is its Content-Encoding. `size` is in bytes and includes the response headers.
    """

    status: int
    body: bytes
    packed: str
    size: int

    @property
    def text(self) -> str:
        return (zlib.decompress(self.body, GZIP_OR_DEFLATE) if self.packed else self.body).decode()


class Phone:
    """A client with one keep-alive connection, like a browser."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.host = urlsplit(address).netloc
        self.connection = http.client.HTTPConnection(self.host, timeout=TIMEOUT_S)

    def get(self, path: str) -> Answer:
        return self.request("GET", path, None, PHONE)

    def visit(self, league: int, path: str) -> Answer:
        """Request a page of another league."""
        mine = {"Cookie": f"scorekeeper-{league}={league_phones.TOKEN}"}
        return self.request("GET", f"/l/{league}{path}", None, {**PHONE, **mine})

    def renew(self, path: str) -> Answer:
        """Request the part that an open page fetches after a save on another phone."""
        return self.request("GET", path, None, {**PHONE, "Scorekeeper-Part": "yes"})

    def post(self, path: str, fields: Mapping[str, object]) -> Answer:
        """Send a form as htmx does."""
        origin = {"Origin": f"http://{self.host}"}
        return self.request("POST", path, urlencode(fields), {**PHONE, **HTMX, **FORM, **origin})

    def request(
        self, method: str, path: str, body: str | None, headers: Mapping[str, str]
    ) -> Answer:
        self.connection.request(method, path, body, dict(headers))
        response = self.connection.getresponse()
        content = response.read()
        head = sum(len(name) + len(value) + 4 for name, value in response.getheaders()) + 19
        if response.status not in (200, 303):
            raise RuntimeError(f"{method} {path} returned the status {response.status}.")
        packed = response.headers.get("Content-Encoding", "")
        return Answer(response.status, content, packed, head + len(content))


@contextmanager
def serving(
    module: str, folder: Path, *arguments: str, **settings: str
) -> Iterator[tuple[str, int]]:
    """Run `python -m module` until the block ends.

    Yields the address of the server and the process id of its worker.
    """
    known = {name: value for name, value in os.environ.items() if "SCOREKEEPER" not in name}
    process = subprocess.Popen(
        [sys.executable, "-m", module, *arguments],
        cwd=folder,
        start_new_session=True,
        env=known | {"PYTHONPATH": str(ROOT)} | settings,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        address = read_address(process)
        Phone(address).get("/")
        yield address, worker_of(process.pid)
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


@contextmanager
def scorekeeper(folder: Path, **settings: str) -> Iterator[tuple[str, int]]:
    """Serve the league of this folder as `scorekeeper serve --local` does, on a free port."""
    with serving("scorekeeper", folder, "serve", "--local", "--port", "0", **settings) as server:
        yield server


def read_address(process: subprocess.Popen[str]) -> str:
    """Return the address that the server prints when it starts listening.

    Raises RuntimeError if the server prints no address within TIMEOUT_S.
    """
    watchdog = Timer(TIMEOUT_S, process.kill)
    watchdog.start()
    try:
        for line in process.stdout or ():
            if line.strip().startswith("http://"):
                return line.strip().rstrip("/")
    finally:
        watchdog.cancel()
    raise RuntimeError("The server did not start.")


def worker_of(master: int) -> int:
    """Return the process id of the only worker of this gunicorn master."""
    children = Path(f"/proc/{master}/task/{master}/children").read_text().split()
    return int(children[0])
