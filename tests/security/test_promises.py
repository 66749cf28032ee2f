"""The tests that docs/security.md names exist."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_every_test_file_named_in_the_security_document_exists():
    named = set(
        re.findall(r"`(?:tests/[\w/]*)?test_\w+\.py`", (ROOT / "docs/security.md").read_text())
    )
    there = {path.relative_to(ROOT).as_posix() for path in ROOT.glob("tests/**/test_*.py")}

    assert len(named) > 20
    for name in (each.strip("`") for each in named):
        assert any(path == name or path.endswith(f"/{name}") for path in there), name
