"""The repository's files: no registry names or long lines, only used pictures, pinned packages."""

import hashlib
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

NOT_OUR_TEXT = (".min.js", ".png", ".ico", ".webp", ".woff2", ".ttf")


def tracked_files():
    """Yield (name, text) of every file in the repository that is neither vendored nor binary."""
    listing = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if listing.returncode:
        pytest.skip("this copy has no Git history, which lists the files of the repository")
    for name in listing.stdout.splitlines():
        file = ROOT / name
        if file.is_file() and not name.endswith(NOT_OUR_TEXT):
            yield name, file.read_text()


# The brackets keep the patterns from matching this file.
REGISTRIES = re.compile(r"py[p]i\.|python[h]osted|npm[j]s|deb[.]debia[n]|registr[y]\.[a-z]")
ONE_MACHINE = re.compile(r"(^|[^\w.])/(wor[k]|far[m]|roo[t]|hom[e]/\w+|User[s]/\w+)/")


@pytest.mark.parametrize("pattern", [REGISTRIES, ONE_MACHINE], ids=["registry", "machine"])
def test_no_file_contains_a_package_registry_or_a_machine_specific_path(pattern):
    violations = [
        f"{name}:{number}: {line.strip()[:80]}"
        for name, text in tracked_files()
        for number, line in enumerate(text.splitlines(), start=1)
        if pattern.search(line)
    ]

    assert violations == []


def test_lines_of_documents_fit_into_120_characters_and_rows_of_tables_into_250():
    """Table rows and pictures cannot be wrapped. If a row gets too long, use sections or a list."""
    long = [
        f"{name}:{number}"
        for name, text in tracked_files()
        if name.endswith(".md")
        for number, line in enumerate(text.splitlines(), 1)
        if len(line) > (250 if line.lstrip().startswith("|") else 120)
        and not line.lstrip().startswith("<")
    ]

    assert long == []


def test_every_documentation_picture_is_used_in_a_markdown_file():
    pages = "".join(text for name, text in tracked_files() if name.endswith(".md"))
    pictures = [file.name for file in (ROOT / "docs" / "pictures").iterdir()]

    assert pictures
    assert [name for name in sorted(pictures) if f"pictures/{name}" not in pages] == []


@pytest.mark.parametrize("folder", ["static/vendor", "scorekeeper/web/stats/pictures/fonts"])
def test_vendored_files_match_the_hashes_in_vendor_md(folder):
    vendor = ROOT / folder
    rows = re.findall(
        r"^\| (\S+) \|.*\b([0-9a-f]{64}) \|$", (vendor / "VENDOR.md").read_text(), re.MULTILINE
    )
    listed = dict(rows)
    present = {
        file.name: hashlib.sha256(file.read_bytes()).hexdigest()
        for file in vendor.iterdir()
        if file.name != "VENDOR.md" and "LICENSE" not in file.name
    }

    assert listed
    assert present == listed


def pins(lock):
    return dict(re.findall(r"^([\w.-]+)==(\S+)", (ROOT / lock).read_text(), re.MULTILINE))


def test_the_tests_and_extras_locks_pin_the_versions_of_requirements_lock():
    theirs = pins("requirements.lock")
    assert theirs
    for lock in ("tests/requirements.lock", "docs/extras.lock"):
        ours = pins(lock)
        assert {name: ours.get(name) for name in theirs} == theirs


def test_every_extra_is_pinned():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"][
        "optional-dependencies"
    ]
    wanted = {re.match(r"[\w-]+", each)[0] for extra in extras.values() for each in extra}

    assert wanted
    assert wanted <= set(pins("docs/extras.lock"))


LOCKS = ("requirements.lock", "tests/requirements.lock", "docs/extras.lock", ".ci/audit.lock")


@pytest.mark.parametrize("lock", LOCKS)
def test_every_pinned_package_has_a_hash_and_no_url(lock):
    text = (ROOT / lock).read_text()

    assert "://" not in text
    for package in re.split(r"\n(?=\S)", text.strip()):
        assert "--hash=sha256:" in package, package.splitlines()[0]


def test_ci_runs_make_test():
    commands = (ROOT / ".ci" / "run").read_text().splitlines()

    assert commands[-1] == "make test"
