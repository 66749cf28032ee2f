"""A fixture for tests of matches' pictures."""

import pytest

from scorekeeper.web.extension_keys import LOG_KEY
from scorekeeper.web.match.context import load_match
from scorekeeper.web.stats.pictures.match_picture import build_match_picture


@pytest.fixture
def build_picture(app):
    """A function that builds the content of a match's picture."""

    def build(phone):
        with app.test_request_context():
            return build_match_picture(load_match(app.extensions[LOG_KEY], phone.match))

    return build
