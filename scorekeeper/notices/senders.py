"""Threads that send waiting messages, so that a slow push service delays only its own messages.

Each host gets its messages one at a time, in the order in which they were added. The hosts take
turns. Some of the threads send only to hosts that were quick the last time. Messages to quick hosts
therefore do not wait for slow or unknown hosts, however many there are.
"""

import time
from collections import OrderedDict, deque
from collections.abc import Callable
from threading import Condition, Thread, current_thread
from typing import Generic, TypeVar

MAX_THREADS = 8
MAX_SLOW_SENDERS = 4  # threads that send to hosts that were slow the last time or are unknown
SLOW_AFTER_S = 2.0  # seconds; a host that takes longer for a message counts as slow
# Hosts remembered as quick. All browsers together use about five push services.
MAX_QUICK_HOSTS = 100
WaitingMessage = TypeVar("WaitingMessage")


class Senders(Generic[WaitingMessage]):
    """The waiting messages by host, and at most MAX_THREADS threads that `send` them.

    A thread starts when a message is added for a host to which no thread sends, and ends when it
    finds no message to send. `send` must not raise an exception. At most `limit` messages wait.
    """

    def __init__(self, send: Callable[[WaitingMessage], None], limit: int) -> None:
        self.send, self.limit = send, limit
        self.waiting: OrderedDict[str, deque[WaitingMessage]] = OrderedDict()
        self.busy: set[str] = set()  # hosts to which a thread is sending a message now
        self.quick: OrderedDict[str, None] = OrderedDict()  # hosts that were quick the last time
        self.threads: list[Thread] = []
        self.changed = Condition()

    def add(self, host: str, message: WaitingMessage) -> bool:
        """Send this message soon. Returns False if too many are waiting."""
        with self.changed:
            if sum(map(len, self.waiting.values())) >= self.limit:
                return False
            self.waiting.setdefault(host, deque()).append(message)
            self.threads = [each for each in self.threads if each.is_alive()]
            if not self.threads:  # for example after a fork
                self.busy.clear()
            if host not in self.busy and len(self.threads) < MAX_THREADS:
                self.threads.append(Thread(target=self.run, name="notices", daemon=True))
                self.threads[-1].start()
        return True

    def run(self) -> None:
        while (next_message := self.next()) is not None:
            host, message = next_message
            started = time.monotonic()
            self.send(message)
            with self.changed:
                self.busy.discard(host)
                self.remember(host, is_quick=time.monotonic() - started < SLOW_AFTER_S)

    def remember(self, host: str, *, is_quick: bool) -> None:
        """Remember whether a host was quick. Call with the lock held."""
        self.quick.pop(host, None)
        if is_quick:
            self.quick[host] = None
            if len(self.quick) > MAX_QUICK_HOSTS:
                self.quick.popitem(last=False)

    def next(self) -> tuple[str, WaitingMessage] | None:
        """Return the next message and its host.

        If there is no message for this thread, remove the thread from the list and return None.
        """
        with self.changed:
            host = next((each for each in self.waiting if self.may_send_to(each)), None)
            if host is None:
                self.threads.remove(current_thread())
                self.changed.notify_all()
                return None
            message = self.waiting[host].popleft()
            if self.waiting[host]:
                self.waiting.move_to_end(host)
            else:
                del self.waiting[host]
            self.busy.add(host)
            return host, message

    def may_send_to(self, host: str) -> bool:
        if host in self.busy:
            return False
        return host in self.quick or len(self.busy - self.quick.keys()) < MAX_SLOW_SENDERS

    @property
    def is_idle(self) -> bool:
        return not self.waiting and not self.busy

    def wait(self, timeout: float) -> bool:
        """Wait up to `timeout` seconds, and return whether every message has been sent."""
        with self.changed:
            return self.changed.wait_for(lambda: self.is_idle, timeout)
