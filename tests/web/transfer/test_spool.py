"""A download is written to a file at full speed, and sent as fast as the client reads it."""

from threading import Event, Thread

import pytest

from scorekeeper.web.transfer import spool
from scorekeeper.web.transfer.spool import DiskFull, Spool, TooSlow, spool_chunks

TIMEOUT_S = 60  # after this time, a test fails
CHUNKS = [b"one", b"two" * 50_000, b"", b"three"]


class Source:
    """A source of chunks that counts the chunks read from it and records whether it was closed."""

    def __init__(self, chunks):
        self.chunks = chunks
        self.closed = Event()
        self.produced = 0

    def __call__(self):
        try:
            for chunk in self.chunks:
                self.produced += 1
                yield chunk
        finally:
            self.closed.set()


def test_a_spooled_download_has_the_same_bytes():
    assert b"".join(spool_chunks(Source(CHUNKS))) == b"".join(CHUNKS)


def test_the_source_is_read_to_its_end_and_closed_while_the_client_is_slow():
    """If the source stayed open, a slow client would keep a database snapshot open."""
    source = Source(CHUNKS * 100)
    sent = spool_chunks(source)
    first = next(sent)

    assert source.closed.wait(TIMEOUT_S)
    assert source.produced == 400
    assert first + b"".join(sent) == b"".join(CHUNKS * 100)


def test_bytes_are_sent_before_the_source_has_ended():
    goes_on = Event()

    def source():
        yield b"one"
        assert goes_on.wait(TIMEOUT_S)
        yield b"two"

    sent = spool_chunks(source)
    assert next(sent) == b"one"
    goes_on.set()
    assert list(sent) == [b"two"]


def test_a_download_that_is_aborted_stops_reading_its_source():
    asked = Event()

    def source():
        yield b"one"
        assert asked.wait(TIMEOUT_S)
        while True:
            yield b"more"

    chunks = Source(source())
    sent = spool_chunks(chunks)
    next(sent)
    sent.close()
    asked.set()

    assert chunks.closed.wait(TIMEOUT_S)


def test_downloads_take_turns_so_that_only_one_of_them_computes():
    working, most = [], []

    def source():
        for _ in range(50):
            working.append(1)
            most.append(len(working))
            sum(range(20_000))  # long enough for another thread to get a turn
            working.pop()
            yield b"x"

    downloads = [spool_chunks(source) for _ in range(4)]
    bodies = []
    readers = [Thread(target=lambda each=each: bodies.append(b"".join(each))) for each in downloads]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()

    assert bodies == [b"x" * 50] * 4
    assert set(most) == {1}


def test_a_download_is_cut_off_after_its_deadline(monkeypatch):
    sent = spool_chunks(Source([b"x" * spool.CHUNK_BYTES] * 3))
    now = spool.time.monotonic()
    assert next(sent)
    monkeypatch.setattr(spool.time, "monotonic", lambda: now + spool.DEADLINE_S + TIMEOUT_S)

    with pytest.raises(TooSlow):
        next(sent)


def test_an_error_of_the_source_is_raised_after_the_bytes_before_it():
    def source():
        yield b"one"
        raise ValueError("No more.")

    sent = spool_chunks(source)

    assert next(sent) == b"one"
    with pytest.raises(ValueError, match=r"No more\."):
        next(sent)


def test_a_download_is_cut_off_when_little_space_is_left_on_the_disk(monkeypatch):
    monkeypatch.setattr(spool, "MIN_FREE_BYTES", 1 << 60)
    full = Spool()
    source = Source(CHUNKS)
    filling = Thread(target=full.fill, args=(source,))
    filling.start()
    filling.join()

    with pytest.raises(DiskFull):
        list(full.read())
    assert (full.written, source.produced) == (0, 1)
    full.close()
