"""A process that has imported everything and can start a real server immediately.

It reads commands from stdin and prints `done` after each command. `start` forks a server on the
given listening socket, and `kill` ends that server and its workers with SIGKILL. They are also
killed when stdin ends, so that no server is left behind if the tests are killed. The socket stays
open between two servers, so connections wait in its queue, as they do while a machine restarts.
After `fill`, the server cannot write to files, as on a full disk.
"""

import os
import resource
import signal
import sys
from pathlib import Path

from scorekeeper.db import connections
from scorekeeper.server import engines
from scorekeeper.server.database_app import create_migrated_app
from scorekeeper.server.gunicorn_app import Server


def main(listener):
    app = create_migrated_app()
    connections.dispose_before_fork(engines.engine_of(app))  # as `serve` does
    print("done", flush=True)
    server = None
    for word in sys.stdin:
        if word == "start\n":
            server = os.fork()
            if server == 0:
                run(app, listener)
            os.setpgid(server, server)  # the child may be killed before its own call
        elif word == "fill\n":
            fill_disk(server)
        elif server:
            kill(server)
            server = None
        print("done", flush=True)
    if server:
        kill(server)


def kill(server):
    """Kill this server and its workers."""
    os.killpg(server, signal.SIGKILL)
    os.waitpid(server, 0)


def fill_disk(server):
    """Prevent this server and its workers from writing to files, as on a full disk."""
    workers = Path(f"/proc/{server}/task/{server}/children").read_text().split()
    for pid in (server, *map(int, workers)):
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (0, resource.RLIM_INFINITY))


def run(app, listener):
    os.setpgid(0, 0)
    silence = os.open(os.devnull, os.O_RDWR)
    os.dup2(silence, 0)
    os.dup2(silence, 1)
    try:
        Server(app, os.dup(listener), "").run()
    finally:
        os._exit(1)


if __name__ == "__main__":
    main(int(sys.argv[1]))
