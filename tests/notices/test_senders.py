"""The threads that send waiting messages to push services."""

from queue import SimpleQueue
from threading import Event

from scorekeeper.notices.senders import MAX_THREADS, Senders

TIMEOUT = 30  # seconds


def test_any_number_of_slow_hosts_does_not_delay_a_host_that_was_quick_before():
    sent, are_answered = SimpleQueue(), Event()

    def send(message):
        if message.startswith("slow"):
            are_answered.wait(TIMEOUT)
        sent.put(message)

    senders = Senders(send, 100)
    senders.add("quick", "first")
    assert sent.get(timeout=TIMEOUT) == "first"
    assert senders.wait(TIMEOUT)
    slow = {f"slow {n}" for n in range(2 * MAX_THREADS)}
    for each in slow:
        senders.add(each, each)

    senders.add("quick", "second")

    assert sent.get(timeout=TIMEOUT) == "second"
    are_answered.set()
    assert senders.wait(TIMEOUT)
    assert {sent.get_nowait() for _ in slow} == slow


def test_hosts_that_were_quick_once_and_are_slow_now_share_the_other_threads(monkeypatch):
    monkeypatch.setattr("scorekeeper.notices.senders.SLOW_AFTER_S", 0)
    senders = Senders(lambda _message: None, 100)

    senders.add("slow", "first")

    assert senders.wait(TIMEOUT)
    assert not senders.quick
