"""A phone at a club night, with or without a token."""

from tests.web.phone import Phone


class Newcomer(Phone):
    """A phone with this token. Without a token, the phone belongs to no league."""

    def __init__(self, app, token=None):
        super().__init__(app)
        self.client.token = token
