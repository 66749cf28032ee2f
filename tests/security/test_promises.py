"""The tests that docs/security.md names exist, and each promise names one."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs/security.md").read_text()
FILES = {path.relative_to(ROOT).as_posix(): path for path in ROOT.glob("tests/**/test_*.py")}
# In backticks: a file, a function in a file, or a function alone.
NAMED = re.compile(r"`((?:tests/[\w/]*)?test_\w+\.py)?(?:::)?(test_\w+)?`")


def functions(path):
    return set(re.findall(r"^def (test_\w+)\(", path.read_text(), re.MULTILINE))


def files_called(name):
    return [path for there, path in FILES.items() if there == name or there.endswith(f"/{name}")]


def named_tests():
    """Return the set of pairs (file or "", function or "") that the document names."""
    return {pair for pair in NAMED.findall(DOCUMENT) if any(pair)}


def test_every_test_file_named_in_the_security_document_exists():
    files = {file for file, _ in named_tests() if file}

    assert len(files) > 20
    for file in files:
        assert files_called(file), file


def test_every_test_function_named_in_the_security_document_exists():
    everywhere = {name for path in FILES.values() for name in functions(path)}
    pairs = {(file, function) for file, function in named_tests() if function}

    assert len(pairs) > 20
    for file, function in pairs:
        there = set().union(*map(functions, files_called(file))) if file else everywhere
        assert function in there, (file, function)


def rows(heading):
    """Return the rows of the first table below this heading, each as a list of cells."""
    text = DOCUMENT.partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    table = re.search(r"(?:^\|.*\n)+", text, re.MULTILINE)[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table]


def test_every_promise_names_a_test():
    promises = rows("What we promise")
    assert len(promises) > 10
    assert [row[0] for row in promises if not re.search("`tests?[/_]", row[1])] == []


def test_every_cell_about_stolen_things_names_test_functions():
    stolen = rows("Stolen data and devices")
    assert len(stolen) > 5
    assert [row[0] for row in stolen if not NAMED.search(row[3])] == []


def test_every_chapter_of_the_standard_names_a_test():
    chapters = rows("Against OWASP ASVS 5.0")
    assert len(chapters) > 10
    assert [row[0] for row in chapters if not re.search("`tests?[/_]", row[2])] == []
