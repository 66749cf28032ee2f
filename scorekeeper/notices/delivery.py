"""The queue of notices: one thread per process prepares and sends them, after the change is saved.

`put` never waits. If the queue is full, the notice is dropped, because a late notice is of no use.
A message that a push service could not accept is sent again, at most twice.
"""

import heapq
import itertools
import logging
import queue
import time
from collections.abc import Callable
from threading import Event, Lock, Thread
from typing import NamedTuple

from scorekeeper.db.store import Store
from scorekeeper.notices import subscriptions
from scorekeeper.notices.sending import Outcome, PushMessage, Reply, send
from scorekeeper.notices.subscriptions import PushSubscription

MAX_WAITING = 1000  # jobs, and also messages to send again
RETRY_DELAYS_S = (5.0, 60.0)  # seconds before the second and the third attempt
logger = logging.getLogger(__name__)


class Delivery(NamedTuple):
    """A message to one phone, and how many attempts have failed."""

    store: Store
    subscription: PushSubscription
    message: PushMessage
    failed: int = 0


class DeliveryQueue:
    """The jobs and messages of one process. The thread starts with the first job.

    `delays` are the pauses in seconds before further attempts. `to_loopback` allows messages to
    this machine, for tests.
    """

    def __init__(
        self, *, delays: tuple[float, ...] = RETRY_DELAYS_S, to_loopback: bool = False
    ) -> None:
        self.delays, self.to_loopback = delays, to_loopback
        self.jobs: queue.Queue[Callable[[], None]] = queue.Queue(MAX_WAITING)
        self.retries: list[tuple[float, int, Delivery]] = []  # a heap, by the time they are due
        self.numbers = itertools.count()
        self.lock = Lock()
        self.thread: Thread | None = None

    def put(self, job: Callable[[], None]) -> None:
        """Run `job` in the thread soon, or drop it if too many are waiting."""
        try:
            self.jobs.put_nowait(job)
        except queue.Full:
            logger.warning("Too many notices are waiting, so one was dropped.")
            return
        with self.lock:
            if self.thread is None or not self.thread.is_alive():  # for example after a fork
                self.thread = Thread(target=self.run, name="notices", daemon=True)
                self.thread.start()

    def drain(self, timeout: float) -> bool:
        """Wait up to `timeout` seconds for the jobs, and return whether nothing is left to send."""
        if self.thread is None:
            return True
        until, done = time.monotonic() + timeout, Event()
        try:
            self.jobs.put(done.set, timeout=timeout)
        except queue.Full:
            return False
        return done.wait(until - time.monotonic()) and not self.retries

    def run(self) -> None:
        while True:
            job = self.next_job()
            try:
                job()
            except Exception:
                logger.exception("A notice was not sent.")
            finally:
                self.jobs.task_done()

    def next_job(self) -> Callable[[], None]:
        """Wait for the next job and return it.

        Meanwhile, messages that could not be sent are tried again when they are due.
        """
        while self.retries:
            pause = self.retries[0][0] - time.monotonic()
            if pause <= 0:
                self.attempt(heapq.heappop(self.retries)[2])
                continue
            try:
                return self.jobs.get(timeout=pause)
            except queue.Empty:
                continue
        return self.jobs.get()

    def attempt(self, delivery: Delivery) -> None:
        """Send a message, and keep it if it has to be sent again. Call only in the thread.

        A phone that was removed while the message waited, or that has changed its notices, does not
        get it.
        """
        try:
            device = delivery.subscription.device_id
            if subscriptions.subscription_of(delivery.store, device) != delivery.subscription:
                return
            reply = send(
                delivery.subscription,
                delivery.message,
                subscriptions.vapid_key(delivery.store),
                to_loopback=self.to_loopback,
            )
            self.handle(delivery, reply)
        except Exception:
            logger.exception("A notice was not sent.")

    def handle(self, delivery: Delivery, reply: Reply) -> None:
        subscription = delivery.subscription
        if reply.outcome is Outcome.GONE:
            subscriptions.unsubscribe(delivery.store, subscription.device_id, subscription.endpoint)
        elif reply.outcome is Outcome.RETRY and delivery.failed < len(self.delays):
            if len(self.retries) < MAX_WAITING:
                due = time.monotonic() + max(self.delays[delivery.failed], reply.retry_after)
                again = delivery._replace(failed=delivery.failed + 1)
                heapq.heappush(self.retries, (due, next(self.numbers), again))
        elif reply.outcome is not Outcome.SENT:
            logger.warning("The push service did not accept a notice: %s", reply.reason)
