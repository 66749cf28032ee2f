"""A fixture for tests of matches' pictures."""

import pytest

from scorekeeper.web.match.context import load_match
from scorekeeper.web.stats.pictures.match_picture import build_match_picture


@pytest.fixture
def card(app):
    """A function that builds the card from which a match's picture is drawn."""

    def made(phone):
        with app.test_request_context():
            return build_match_picture(load_match(app.extensions["scorekeeper.log"], phone.match))

    return made
