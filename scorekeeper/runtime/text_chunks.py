"""Join the lines of a download into chunks of bytes."""

from collections.abc import Iterable, Iterator

CHUNK_CHARS = 1 << 16


def encode_chunks(lines: Iterable[str]) -> Iterator[bytes]:
    """Join lines into chunks of about 65,000 characters, encoded as UTF-8."""
    waiting: list[str] = []
    size = 0
    for line in lines:
        waiting.append(line)
        size += len(line)
        if size > CHUNK_CHARS:
            yield "".join(waiting).encode()
            waiting, size = [], 0
    yield "".join(waiting).encode()
