"""Loading documents that must be refused."""

import pytest

from scorekeeper.match.strict_json import InvalidDocuments
from scorekeeper.transfer.league_json import VERSION
from scorekeeper.transfer.league_json.row_check import ImportConflict
from tests.transfer.leagues import brought, encoded, written


def refusal(app, document, version=VERSION):
    """Check that a document is refused and changes nothing, and return the error message."""
    before = written(app)
    text = document if isinstance(document, bytes) else encoded(document, version)
    with pytest.raises((InvalidDocuments, ImportConflict)) as refused:
        brought(app, text)
    assert written(app) == before
    assert str(refused.value).endswith(".")
    return str(refused.value)
