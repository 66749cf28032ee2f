"""A stream of live updates, for tests that read it."""


class Stream:
    """An open stream, read event by event."""

    def __init__(self, client, address):
        self.answer = client.get(address)
        self.events = iter(self.answer.response)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.answer.close()

    def next(self):
        return next(self.events).decode().removeprefix("data: ").strip()
