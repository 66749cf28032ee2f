"""The tests that docs/security.md names exist, and each promise names a test."""

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


def sections(heading):
    """Return {title: text} of the sections below this heading."""
    _, *parts = DOCUMENT.partition(f"\n## {heading}\n")[2].partition("\n## ")[0].split("\n### ")
    return {title: text for title, _, text in (part.partition("\n") for part in parts)}


def without_tests(parts, pattern):
    """Return the titles of the sections whose paragraph "Tests:" does not contain the pattern."""
    named = re.compile(r"^Tests: (.+?)(?:\n\n|\Z)", re.MULTILINE | re.DOTALL)
    paragraphs = {title: "".join(named.findall(text)) for title, text in parts.items()}
    return [title for title, paragraph in paragraphs.items() if not pattern.search(paragraph)]


A_TEST = re.compile("`tests?[/_]")
A_TEST_FUNCTION = re.compile(r"[`:]test_\w+`")


def test_every_promise_names_a_test():
    promises = sections("What we promise")

    assert len(promises) > 15
    assert without_tests(promises, A_TEST) == []


def test_every_section_about_a_stolen_thing_names_test_functions():
    stolen = sections("Stolen data and devices")

    assert len(stolen) > 5
    assert without_tests(stolen, A_TEST_FUNCTION) == []


def test_every_chapter_of_the_standard_names_a_test():
    chapters = sections("Against OWASP ASVS 5.0")

    assert len(chapters) > 10
    assert without_tests(chapters, A_TEST) == []


def test_every_chapter_of_the_standard_lists_its_requirements_that_are_not_met():
    for title, text in sections("Against OWASP ASVS 5.0").items():
        chapter = re.match(r"V(\d+) ", title)[1]
        listed = text.partition("\nRequirements not met:")[2]
        items = re.findall(r"^- (.+?): ", listed, re.MULTILINE)

        assert items or listed.strip() == "none", title
        for number in ", ".join(items).split(", ") if items else []:
            assert re.fullmatch(rf"{chapter}\.\d+\.\d+", number), (title, number)
