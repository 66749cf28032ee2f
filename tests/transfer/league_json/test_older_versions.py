"""Exports written by older releases can still be loaded without loss."""

import json
from pathlib import Path

import pytest

from scorekeeper.server import engines
from scorekeeper.transfer import integrity
from scorekeeper.transfer.league_json import VERSION
from tests.transfer.exports import decode_document, export_league, import_league

DOCUMENTS = sorted((Path(__file__).parents[1] / "documents").iterdir())


def document_as_object(text):
    """Return a document of any version as one object."""
    try:
        return json.loads(text)
    except json.JSONDecodeError:  # one object per line
        return decode_document(text)


def sections(text):
    return {name: rows for name, rows in document_as_object(text).items() if isinstance(rows, list)}


def test_there_is_an_export_of_each_version():
    versions = [document_as_object(file.read_text())["version"] for file in DOCUMENTS]

    assert versions == list(range(1, VERSION + 1))


@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda file: file.stem)
def test_every_value_of_an_older_export_is_kept(app, file):
    before = sections(file.read_text())

    import_league(app, file.read_text())

    after = sections(export_league(app))
    assert all(before[name] for name in ("seasons", "kept", "payments", "log"))
    for section, rows in before.items():
        same = [
            {name: row[name] for name in old} for old, row in zip(rows, after[section], strict=True)
        ]
        assert same == rows
    assert integrity.findings(engines.store_of(app)) == []
