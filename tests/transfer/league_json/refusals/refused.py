"""Loading documents that must be refused."""

import pytest

from scorekeeper.match.strict_json import InvalidDocuments
from scorekeeper.transfer.league_json import VERSION
from scorekeeper.transfer.league_json.row_check import ImportConflict
from tests.transfer.exports import encode_document, export_league, import_league


def refusal_of(app, document, version=VERSION):
    """Check that a document is refused and changes nothing, and return the error message."""
    before = export_league(app)
    text = document if isinstance(document, bytes) else encode_document(document, version)
    with pytest.raises((InvalidDocuments, ImportConflict)) as refused:
        import_league(app, text)
    assert export_league(app) == before
    assert str(refused.value).endswith(".")
    return str(refused.value)
