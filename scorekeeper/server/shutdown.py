"""Stop a server process: end streams, send queued notifications, and exit quickly on Ctrl-C."""

import _thread
import logging
import os
import signal
import time
from typing import Any

from flask import Flask
from gunicorn.workers.base import Worker

from scorekeeper.live.hub import Hub
from scorekeeper.notices.notifier import Notifier
from scorekeeper.web.extension_keys import NOTIFIER_KEY

NOTICES_TIMEOUT_S = 3  # for queued notifications, after the requests in progress
INTERRUPT_TIMEOUT_S = 0.3  # for requests in progress after Ctrl-C
logger = logging.getLogger(__name__)


def end_streams_on_stop(worker: Worker, hub: Hub) -> None:
    """Close all streams on SIGTERM, because the worker would wait for them to end."""

    def stop(*signalled: Any) -> None:
        worker.handle_exit(*signalled)
        # Call `close` in a thread, because the interrupted code may hold the lock that it needs.
        _thread.start_new_thread(hub.close, ())

    signal.signal(signal.SIGTERM, stop)


def send_queued_notices(app: Flask) -> None:
    """Send the notifications that are still queued when the worker has finished its requests."""
    notifier: Notifier | None = app.extensions.get(NOTIFIER_KEY)
    if notifier is not None and not notifier.deliveries.drain(NOTICES_TIMEOUT_S):
        logger.warning("The server stopped before it could send all notifications.")


def exit_on_ctrl_c(worker: Worker) -> None:
    """Replace the worker's handlers for Ctrl-C, because gunicorn's handlers can deadlock.

    The terminal signals the worker and the master, and the master signals the worker again.
    gunicorn's handler takes a lock each time, so if the second signal interrupts the handler, the
    handler waits for itself.
    """
    for number in (signal.SIGINT, signal.SIGQUIT):
        signal.signal(number, lambda *_: exit_soon(worker))


def exit_soon(worker: Worker) -> None:
    """Exit after INTERRUPT_TIMEOUT_S, because a stalled client would keep the worker running."""
    worker.alive = False
    # Start a raw thread, because the interrupted code may hold locks of `threading`.
    _thread.start_new_thread(exit_after_timeout, ())


def exit_after_timeout() -> None:
    time.sleep(INTERRUPT_TIMEOUT_S)
    os._exit(0)
