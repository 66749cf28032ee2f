"""The JSON schema of a line of an export, generated from the types that the import checks.

`python -m scorekeeper.transfer.league_json.schema > docs/export.schema.json` writes the file.
"""

import json
import sys
from typing import Any

import msgspec

from scorekeeper.transfer.league_json.json_types import BODIES, ValidText
from scorekeeper.transfer.league_json.sections import END_TYPE, HEADER_TYPE, LOG, SECTIONS

REFERENCE = "#/$defs/{name}"


def line_schema() -> dict[str, Any]:
    """Return the schema of one line.

    A row of the log has a separate schema for each kind of entry.
    """
    rows = [HEADER_TYPE, *(section.row_type for section in SECTIONS), END_TYPE]
    _, definitions = msgspec.json.schema_components(
        [*rows, *BODIES.values()], schema_hook=text_schema, ref_template=REFERENCE
    )
    entry = definitions.pop(LOG.name)
    entries = {
        f"{LOG.name}-{body.__name__}": entry
        | {
            "title": kind,
            "properties": entry["properties"]
            | {"kind": {"enum": [kind]}, "body": reference(body.__name__)},
        }
        for kind, body in BODIES.items()
    }
    lines = [each.__name__ for each in rows if each is not LOG.row_type]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A line of a league exported by Scorekeeper",
        "description": "The columns are described in export.md.",
        "anyOf": [reference(name) for name in [*lines, *entries]],
        "$defs": definitions | entries,
    }


def reference(name: str) -> dict[str, str]:
    return {"$ref": REFERENCE.format(name=name)}


def text_schema(kind: type) -> dict[str, Any]:
    """Return the JSON schema of a type derived from ValidText (the `schema_hook` of msgspec)."""
    if issubclass(kind, ValidText):
        return dict(kind.schema)
    raise NotImplementedError


if __name__ == "__main__":
    sys.stdout.write(json.dumps(line_schema(), ensure_ascii=False, indent=2) + "\n")
