"""A season of Loba with a review."""

import pytest

from tests.web.loba_matches import add_friends, create_season, play_loba

# Ana wins twice on the first evening, Bruno three times on the second, Ana once on the third.
MATCHES = (
    ("2026-10-01", {"1": 0, "2": 30, "3": 20}),
    ("2026-10-01", {"1": 0, "2": 15}),
    ("2026-10-08", {"1": 30, "2": 0, "3": 40}),
    ("2026-10-08", {"1": 12, "2": 0}),
    ("2026-10-08", {"1": 11, "2": 0}),
    ("2026-10-15", {"1": 0, "2": 14}),
)


@pytest.fixture
def autumn(app):
    """A season of six matches. Ana wins matches 1, 2 and 6, and Bruno wins matches 3, 4 and 5.

    Chus plays in two of these matches, and is second in match 1 and last in match 3.
    """
    add_friends(app)
    autumn = create_season(app)
    for minutes, (evening, left) in enumerate(MATCHES):
        play_loba(app, evening, left, minutes)
    return autumn
