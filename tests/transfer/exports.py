"""Functions that export and import a league, and that read and write its document."""

import io
import json

from scorekeeper.server import engines
from scorekeeper.transfer.league_json import VERSION
from scorekeeper.transfer.league_json.document import FIRST_IN_LINES
from scorekeeper.transfer.league_json.dump import dump_league
from scorekeeper.transfer.league_json.load import load_league
from scorekeeper.transfer.league_json.sections import SECTION_BY_NAME, SECTIONS, UNREADABLE


def without_newer_sections(whole):
    """Return a decoded document without the sections that versions 1 and 2 did not have."""
    newer = {section.name for section in SECTIONS if section.since > 2}
    return {name: rows for name, rows in whole.items() if name not in newer}


def export_league(app):
    """Return the whole league as a document in bytes."""
    return b"".join(dump_league(engines.store_of(app)))


def import_league(app, text):
    """Import this league document and return the load report."""
    text = text.encode() if isinstance(text, str) else text
    return load_league(engines.store_of(app), io.BytesIO(text))


def decode_document(text):
    """Return a document as one object: the header, and a list of rows for each section."""
    head, *rows, end = map(json.loads, text.splitlines())
    assert end == {"section": "end"}
    whole = {**head, **{section.name: [] for section in SECTIONS if section is not UNREADABLE}}
    for row in rows:
        whole.setdefault(row.pop("section"), []).append(row)
    return whole


def encode_document(whole, version=VERSION, **layout):
    """Encode a league that has the form of `decode_document` as a document of this version."""
    whole = {**whole, "version": version} if whole["version"] == VERSION else whole
    if version < FIRST_IN_LINES:
        newer = {section.name for section in SECTIONS if section.since > version}
        whole = {name: rows for name, rows in whole.items() if rows or name not in newer}
        return json.dumps(whole, **layout).encode()
    names = [name for name in whole if name in SECTION_BY_NAME and isinstance(whole[name], list)]
    lines = [{name: value for name, value in whole.items() if name not in names}]
    for name in sorted(names, key=[section.name for section in SECTIONS].index):
        lines += [{"section": name, **row} for row in whole[name]]
    return b"".join(
        json.dumps(line, **layout).encode() + b"\n" for line in (*lines, {"section": "end"})
    )
