"""Only a few requests run at a time, and no request delays the others for long."""

from io import BytesIO
from threading import Event, Semaphore, Thread

from werkzeug.test import EnvironBuilder, run_wsgi_app

from scorekeeper.web import concurrency
from scorekeeper.web.concurrency import MAX_CONCURRENT_REQUESTS, ConcurrencyLimiter

LONG = 60  # seconds, after which a test fails


class RequestThread(Thread):
    """A thread that sends one request. `body` is the response body."""

    def __init__(self, application, **how):
        super().__init__(daemon=True)
        self.application, self.how, self.body = application, how, None
        self.start()

    def run(self):
        environ = EnvironBuilder(**{"method": "POST", "data": b"a=1", **self.how}).get_environ()
        environ.update(self.how.get("environ_overrides", {}))
        self.body = b"".join(run_wsgi_app(self.application, environ)[0])

    def response_body(self):
        self.join(timeout=LONG)
        return self.body


def respond(start_response, body):
    start_response("200 OK", [])
    return [body]


class Watched:
    """A limiter's semaphore. `attempts` counts the attempts to acquire it."""

    def __init__(self, free):
        self.free, self.attempts = free, Semaphore(0)

    def acquire(self, **how):
        self.attempts.release()
        return self.free.acquire(**how)

    def release(self):
        self.free.release()


def test_a_request_over_the_limit_waits_until_another_finishes(monkeypatch):
    monkeypatch.setattr(concurrency, "SLOT_TIMEOUT_S", LONG * 2)
    steps, begun, go_on = [], Semaphore(0), Event()

    def waits(environ, start_response):
        steps.append("begun")
        begun.release()
        go_on.wait(LONG)
        steps.append("done")
        return respond(start_response, b"done")

    application = ConcurrencyLimiter(waits)
    application.slots = Watched(application.slots)
    threads = [RequestThread(application) for _ in range(MAX_CONCURRENT_REQUESTS + 1)]
    assert all(application.slots.attempts.acquire(timeout=LONG) for _ in threads)
    assert all(begun.acquire(timeout=LONG) for _ in range(MAX_CONCURRENT_REQUESTS))
    go_on.set()

    assert [each.response_body() for each in threads] == [b"done"] * (MAX_CONCURRENT_REQUESTS + 1)
    assert steps[: MAX_CONCURRENT_REQUESTS + 1] == ["begun"] * MAX_CONCURRENT_REQUESTS + ["done"]


def test_a_request_runs_after_the_slot_timeout_if_all_slots_are_taken(monkeypatch):
    monkeypatch.setattr(concurrency, "SLOT_TIMEOUT_S", 0.01)
    go_on = Event()

    def hangs(environ, start_response):
        if environ["PATH_INFO"] == "/stuck":
            go_on.wait(LONG)
        return respond(start_response, b"done")

    application = ConcurrencyLimiter(hangs)
    stuck = [RequestThread(application, path="/stuck") for _ in range(MAX_CONCURRENT_REQUESTS)]
    assert RequestThread(application).response_body() == b"done"

    go_on.set()
    assert [each.response_body() for each in stuck] == [b"done"] * MAX_CONCURRENT_REQUESTS
    assert all(application.slots.acquire(blocking=False) for _ in range(MAX_CONCURRENT_REQUESTS))
    assert not application.slots.acquire(blocking=False)


class Slow(BytesIO):
    """A request body that arrives slowly. Reading it blocks until `go_on` is set."""

    def __init__(self):
        super().__init__(b"a=1")
        self.begun, self.go_on = Event(), Event()

    def read(self, *length):
        self.begun.set()
        self.go_on.wait(LONG)
        return super().read(*length)


def test_requests_with_slow_bodies_do_not_delay_other_requests(monkeypatch):
    monkeypatch.setattr(concurrency, "SLOT_TIMEOUT_S", LONG * 2)

    def reads(environ, start_response):
        return respond(start_response, environ["wsgi.input"].read(int(environ["CONTENT_LENGTH"])))

    application = ConcurrencyLimiter(reads)
    for size in ("3", str(concurrency.MAX_BUFFERED_BODY_BYTES + 1)):
        bodies = [Slow() for _ in range(MAX_CONCURRENT_REQUESTS)]
        slow = [
            RequestThread(
                application, environ_overrides={"wsgi.input": body, "CONTENT_LENGTH": size}
            )
            for body in bodies
        ]
        assert all(body.begun.wait(LONG) for body in bodies)

        assert RequestThread(application).response_body() == b"a=1"
        for body in bodies:
            body.go_on.set()
        assert [each.response_body() for each in slow] == [b"a=1"] * MAX_CONCURRENT_REQUESTS


def test_a_request_that_raises_an_exception_frees_its_slot():
    def breaks(environ, start_response):
        raise RuntimeError

    application = ConcurrencyLimiter(breaks)
    for _ in range(MAX_CONCURRENT_REQUESTS):
        try:
            application(EnvironBuilder().get_environ(), None)
        except RuntimeError:
            continue
    assert application.slots.acquire(blocking=False)
