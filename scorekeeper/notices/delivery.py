"""The queue of notifications. One thread per process prepares them after the change is saved.

Other threads send them (`senders`). `put` never waits. If the queue is full, the notification is
dropped, because a late notification is of no use. A message that a push service could not accept is
sent again, at most twice.
"""

import heapq
import itertools
import logging
import queue
import time
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Lock, Thread
from typing import NamedTuple
from urllib.parse import urlsplit

from scorekeeper.db.store import Store
from scorekeeper.notices import sending, subscriptions
from scorekeeper.notices.senders import Senders
from scorekeeper.notices.sending import DeliveryOutcome, PushMessage, Reply
from scorekeeper.notices.subscriptions import PushSubscription

MAX_WAITING = 1000  # the limit of each queue: jobs, messages, and messages to send again
RETRY_DELAYS_S = (5.0, 60.0)  # seconds before the second and the third attempt
NOTICE_DROPPED = "Too many notifications are waiting, so one was dropped."
logger = logging.getLogger(__name__)


class Delivery(NamedTuple):
    """A message to one phone, and the number of failed attempts to send it."""

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
        self.senders = Senders(self.attempt, MAX_WAITING)
        self.retries: list[tuple[float, int, Delivery]] = []  # a heap, ordered by due time
        self.numbers = itertools.count()
        self.lock = Lock()  # guards `thread`
        self.retries_lock = Lock()
        self.thread: Thread | None = None

    def put(self, job: Callable[[], None]) -> None:
        """Run `job` in the thread soon, or drop it if too many are waiting."""
        try:
            self.jobs.put_nowait(job)
        except queue.Full:
            logger.warning(NOTICE_DROPPED)
            return
        with self.lock:
            if self.thread is None or not self.thread.is_alive():  # for example after a fork
                self.thread = Thread(target=self.run, name="notices", daemon=True)
                self.thread.start()

    def drain(self, timeout: float) -> bool:
        """Wait up to `timeout` seconds, and return whether nothing is left to send.

        Messages that have to be sent again later are not awaited.
        """
        if self.thread is None:
            return True
        until, done = time.monotonic() + timeout, Event()
        try:
            self.jobs.put(done.set, timeout=timeout)
        except queue.Full:
            return False
        if not done.wait(until - time.monotonic()):
            return False
        self.senders.wait(until - time.monotonic())
        with self.retries_lock:
            return self.senders.is_idle and not self.retries

    def run(self) -> None:
        while True:
            job = self.next_job()
            try:
                job()
            except Exception:
                logger.exception("A notification was not sent.")
            finally:
                self.jobs.task_done()

    def next_job(self) -> Callable[[], None]:
        """Wait for the next job and return it.

        Meanwhile, messages that could not be sent are tried again when they are due.
        """
        while (pause := self.send_again()) is not None:
            try:
                return self.jobs.get(timeout=pause)
            except queue.Empty:
                continue
        return self.jobs.get()

    def send_again(self) -> float | None:
        """Send the messages that are due, and return the seconds until the next one, or None."""
        with self.retries_lock:
            while self.retries:
                pause = self.retries[0][0] - time.monotonic()
                if pause > 0:
                    return pause
                self.send(heapq.heappop(self.retries)[2])
        return None

    def send(self, delivery: Delivery) -> None:
        """Send a message soon, or drop it if too many are waiting."""
        if not self.senders.add(urlsplit(delivery.subscription.endpoint).netloc, delivery):
            logger.warning(NOTICE_DROPPED)

    def attempt(self, delivery: Delivery) -> None:
        """Send a message now, and keep it if it has to be sent again. Never raises an exception.

        If the phone was removed or its subscription changed while the message waited, the message
        is dropped. If the browser has cancelled the subscription, the subscription is deleted.
        """
        try:
            device = delivery.subscription.device_id
            if subscriptions.subscription_of(delivery.store, device) != delivery.subscription:
                return
            reply = sending.send(
                delivery.subscription,
                delivery.message,
                subscriptions.vapid_key(delivery.store),
                to_loopback=self.to_loopback,
            )
            self.handle(delivery, reply)
        except Exception:
            logger.exception("A notification was not sent.")

    def handle(self, delivery: Delivery, reply: Reply) -> None:
        subscription = delivery.subscription
        if reply.outcome is DeliveryOutcome.GONE:
            subscriptions.unsubscribe(delivery.store, subscription.device_id, subscription.endpoint)
        elif reply.outcome is DeliveryOutcome.RETRY and delivery.failed < len(self.delays):
            due = time.monotonic() + max(self.delays[delivery.failed], reply.retry_after)
            self.keep(due, delivery._replace(failed=delivery.failed + 1))
        elif reply.outcome is not DeliveryOutcome.SENT:
            logger.warning("The push service did not accept a notification: %s", reply.reason)

    def keep(self, due: float, delivery: Delivery) -> None:
        """Keep a message until it is due, or drop it if too many messages are kept."""
        with self.retries_lock:
            if len(self.retries) < MAX_WAITING:
                heapq.heappush(self.retries, (due, next(self.numbers), delivery))
        with suppress(queue.Full):  # a full queue keeps the thread awake
            self.jobs.put_nowait(lambda: None)  # wakes the thread if it waits without a timeout
