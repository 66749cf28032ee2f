"""A process that has everything imported and can start the real server again at once.

Reads words on its input: `start` forks a server that listens on the socket it was given, `kill`
ends that server, with all its processes, by SIGKILL. Answers `done` to each. The socket stays
open in between: phones that call meanwhile wait in line, as on a machine that restarts.
"""

import os
import signal
import sys

from scorekeeper.db import engines
from scorekeeper.server.database_app import create_migrated_app
from scorekeeper.server.gunicorn_app import Server


def main(listener):
    app = create_migrated_app()
    engines.dispose_before_fork(engines.engine_of(app))  # as `serve` does
    print("done", flush=True)
    server = None
    for word in sys.stdin:
        if word == "start\n":
            server = os.fork()
            if server == 0:
                run(app, listener)
            os.setpgid(server, server)  # here too: it may be killed before it has got that far
        elif server:
            os.killpg(server, signal.SIGKILL)
            os.waitpid(server, 0)
            server = None
        print("done", flush=True)


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
