"""Documents quote labels in italics, exactly as on pages, and their links have existing targets."""

import re

from tests.catalogue import ROOT, catalogue

DOCUMENTS = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]
CODE = re.compile(r"```.*?```|`[^`]*`", re.DOTALL)
ITALICS = re.compile(r"(?<![*\w])\*([^*]+)\*(?![*\w])")
LINK = re.compile(r"\]\(([^\s()]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
NOT_LABELS = {
    "What would change our mind:": "begins the last sentence of a decision",
    "Unreleased": "a heading of the changelog",
    "Tonight": "the earlier name of a tab",
    "⋯": "a symbol, which is not translated",
    "Phones that were removed later have access again": "stressed",
    "Each worker": "stressed",
    "n": "a number in a calculation",
}


def italics():
    """Yield (file:line, text) of all italic texts of the documents, on one line each."""
    for file in DOCUMENTS:
        text = CODE.sub(lambda code: "\n" * code[0].count("\n"), file.read_text("utf-8"))
        for found in ITALICS.finditer(text):
            line = text.count("\n", 0, found.start()) + 1
            yield f"{file.relative_to(ROOT)}:{line}", " ".join(found[1].split())


def test_every_label_that_the_documents_quote_is_on_a_page():
    labels = {label for message in catalogue() for label in message}
    quoted = list(italics())

    assert len(quoted) > 100
    assert [each for each in quoted if each[1] not in labels and each[1] not in NOT_LABELS] == []
    assert NOT_LABELS.keys() <= {text for _, text in quoted}  # remove texts that are not used


def anchors(file):
    """Return the anchors of a document's headings, as GitHub names them."""
    text = re.sub(r"```.*?```", "", file.read_text("utf-8"), flags=re.DOTALL)
    return {
        re.sub(r"[^\w -]", "", found.lower()).replace(" ", "-") for found in HEADING.findall(text)
    }


def test_links_in_documents_lead_to_a_file_and_a_heading():
    others = [ROOT / "CONTRIBUTING.md", ROOT / "tests" / "README.md"]
    documents = [*DOCUMENTS, *others, *(ROOT / "docs" / "rules").glob("*.md")]
    links = [
        (file, link)
        for file in documents
        for link in LINK.findall(CODE.sub("", file.read_text("utf-8")))
        if "://" not in link
    ]
    broken = []
    for file, link in links:
        path, _, anchor = link.partition("#")
        target = file.parent / path if path else file
        if not target.exists() or (anchor and anchor not in anchors(target)):
            broken.append(f"{file.relative_to(ROOT)}: {link}")

    assert len(links) > 100
    assert broken == []
