"""A stream of live updates, for tests that read it."""


class Stream:
    """An open stream, read event by event."""

    def __init__(self, client, address):
        self.response = client.get(address)
        self.events = iter(self.response.response)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.response.close()

    def read_event(self):
        return next(self.events).decode().removeprefix("data: ").strip()
