"""Fixtures for corrections: a match of Loba in which Edu was eliminated."""

import pytest

from tests.browser.match_factory import EDU_OUT, LOW, WITHOUT_EDU


@pytest.fixture
def match(table):
    return table.factory.match("loba", LOW, EDU_OUT, WITHOUT_EDU, limit=50, max_reenlist=0)


@pytest.fixture
def address(table, match):
    return f"{table.address}/matches/{match}/rounds/2/correct"
