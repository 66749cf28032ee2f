"""House rules that a machine can check: imports, templates, static files, pinned packages."""

import ast
import hashlib
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "scorekeeper"

# A package may import the packages on the lines above its own. Packages on one line do not import
# each other; within a package there is no limit. docs/architecture.md describes the packages.
ORDER = """
messages paths rights runtime
clock errors
rules
stats club
match
config
web
web.match
db
live access league
transfer notices
web.shared
web.auth web.ops
web.seasons
web.stats web.transfer
web.league
web.public
server
cli app
"""
LINES = [line.split() for line in ORDER.split("\n") if line]
PLACE = {name: number for number, line in enumerate(LINES) for name in line}

# Their functions depend on nothing but their arguments.
PURE = (
    "messages",
    "errors",
    "rights",
    "rules",
    "stats",
    "club",
    "match",
    "transfer.results_csv",
    "runtime.csv_writer",
)
WITHOUT_DATABASE = ("config", "paths", "runtime", "web", "web.match", "app")

# Modules that would make the results depend on time, chance or the outside world.
NOT_PURE = {
    *("asyncio", "datetime", "glob", "http", "io", "logging", "os", "pathlib", "random"),
    *("secrets", "shutil", "socket", "sqlite3", "subprocess", "tempfile", "time", "urllib"),
    "uuid",
}
# Their functions take a Store, an engine or a connection: no application, request or session.
WITHOUT_FLASK = ("db", "live", "access", "league", "transfer", "notices")
FLASK_PACKAGES = {"flask", "flask_migrate", "flask_sqlalchemy", "werkzeug"}
FOR_PAGES = {"flask", "jinja2", "markdown_it", "markupsafe", "werkzeug", "wtforms"}

# Modules that may be imported inside a function; the reason is stated at each import.
LAZY = {
    "scorekeeper",
    "scorekeeper.app",
    "scorekeeper.cli.main",
    "scorekeeper.access.webauthn_adapter",
    "scorekeeper.notices.encryption",
}


def module_name(file):
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


MODULES = {module_name(file): file for file in sorted(PACKAGE.rglob("*.py"))}
TREES = {name: ast.parse(file.read_text()) for name, file in MODULES.items()}


def package(module, known=PLACE):
    """Return the longest of the `known` names that this module belongs to, or None."""
    name = module.removeprefix("scorekeeper.")
    while name not in known and "." in name:
        name = name.rpartition(".")[0]
    return name if name in known else None


def for_types_only(tree):
    """Return the ids of the nodes under `if TYPE_CHECKING`, which are not executed."""
    return {
        id(node)
        for block in ast.walk(tree)
        if isinstance(block, ast.If) and "TYPE_CHECKING" in ast.unparse(block.test)
        for node in ast.walk(block)
    }


def imports(module):
    """Yield (line, name) of each module that is imported when this one is imported."""
    tree = TREES[module]
    ignored = for_types_only(tree) | {id(node) for node in inside_functions(tree)}
    for node in ast.walk(tree):
        if id(node) in ignored:
            continue
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}:{node.lineno} imports by dots: write the name out"
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield node.lineno, inner if inner in MODULES else node.module


def inside_functions(tree):
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            for node in ast.walk(function):
                if isinstance(node, ast.Import | ast.ImportFrom):
                    yield node


ENTRANCES = {"scorekeeper", "scorekeeper.__main__"}


@pytest.mark.parametrize("module", sorted(set(MODULES) - ENTRANCES))
def test_a_module_imports_only_packages_above_its_own(module):
    mine = package(module)
    assert mine is not None, f"{module} is in no package yet: name it in ORDER"

    upwards = [
        f"{module}:{line} imports {name}"
        for line, name in imports(module)
        if name.startswith("scorekeeper.")
        and (theirs := package(name)) != mine
        and not PLACE[theirs] < PLACE[mine]
    ]

    assert upwards == []


def outside(module):
    return {
        (line, name.partition(".")[0])
        for line, name in imports(module)
        if not name.startswith("scorekeeper")
    }


def modules_of(packages):
    known = {*PLACE, *packages}
    return [module for module in MODULES if package(module, known) in packages]


@pytest.mark.parametrize("module", modules_of(PURE))
def test_pure_packages_import_nothing_for_time_randomness_or_io(module):
    allowed = sys.stdlib_module_names - NOT_PURE

    assert [found for found in outside(module) if found[1] not in allowed] == []


@pytest.mark.parametrize("module", modules_of(WITHOUT_DATABASE))
def test_packages_of_the_match_pages_import_no_database_library(module):
    allowed = (sys.stdlib_module_names - {"sqlite3"}) | FOR_PAGES

    assert [found for found in outside(module) if found[1] not in allowed] == []


@pytest.mark.parametrize("module", modules_of(WITHOUT_FLASK))
def test_database_and_league_packages_import_neither_flask_nor_web(module):
    found = [
        f"{module}:{line} imports {name}"
        for line, name in imports(module)
        if name.partition(".")[0] in FLASK_PACKAGES or package(name) in ("web", "web.match")
    ]

    assert found == []


MACHINE_ZONE = re.compile(
    r"localtime\(|mktime\(|\btoday\(\)|now\(\)\.|ctime\(|time\.strftime\([^,]*\)"
)


@pytest.mark.parametrize("module", sorted(set(MODULES) - {"scorekeeper.runtime.time_zones"}))
def test_only_the_clock_of_a_league_decides_which_day_it_is(module):
    assert MACHINE_ZONE.findall(MODULES[module].read_text()) == []


@pytest.mark.parametrize("module", sorted(set(MODULES) - LAZY))
def test_imports_are_at_the_top_of_their_module(module):
    assert [node.lineno for node in inside_functions(TREES[module])] == []


@pytest.mark.parametrize("module", MODULES)
def test_every_module_has_a_docstring(module):
    assert ast.get_docstring(TREES[module]), f"{module} does not say what it is for"


def test_the_architecture_document_lists_every_package():
    text = (ROOT / "docs" / "architecture.md").read_text()
    named = set(re.findall(r"^\| `([\w./]+?)(?:/|\.py)?` \|", text, re.MULTILINE))
    folders = {name for name, file in MODULES.items() if file.name == "__init__.py"}
    packages = {name.removeprefix("scorekeeper.").replace(".", "/") for name in folders}

    assert {each for each in packages if not each.startswith("rules/")} - named == {"scorekeeper"}


NOT_OUR_TEXT = (".min.js", ".png", ".ico", ".webp", ".woff2", ".ttf")


def tracked():
    """Yield (name, text) of every file in the repository that is neither vendored nor binary."""
    listing = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if listing.returncode:
        pytest.skip("this copy has no history, so nothing says which files belong to it")
    for name in listing.stdout.splitlines():
        file = ROOT / name
        if file.is_file() and not name.endswith(
            (".min.js", ".png", ".ico", ".webp", ".woff2", ".ttf")
        ):
            yield name, file.read_text()


# The brackets keep the patterns from matching this file.
REGISTRIES = re.compile(r"py[p]i\.|python[h]osted|npm[j]s|deb[.]debia[n]|registr[y]\.[a-z]")
ONE_MACHINE = re.compile(r"(^|[^\w.])/(wor[k]|far[m]|roo[t]|hom[e]/\w+|User[s]/\w+)/")


@pytest.mark.parametrize("pattern", [REGISTRIES, ONE_MACHINE], ids=["registry", "machine"])
def test_no_file_contains_a_package_registry_or_a_machine_specific_path(pattern):
    found = [
        f"{name}:{number}: {line.strip()[:80]}"
        for name, text in tracked()
        for number, line in enumerate(text.splitlines(), start=1)
        if pattern.search(line)
    ]

    assert found == []


def blank(found):
    """Return as many empty lines as were matched, so that line numbers stay the same."""
    return "\n" * found.group().count("\n")


TEMPLATES = {
    file.relative_to(ROOT).as_posix(): file.read_text()
    for file in sorted((ROOT / "templates").rglob("*.html"))
}
MARKUP = {
    name: re.sub(r"{([%#{]).*?[%#}]}", blank, text, flags=re.DOTALL)
    for name, text in TEMPLATES.items()
}
INLINE = {
    "a style": r"<style|\sstyle\s*=",
    "a script": r"<script(?![^>]*\ssrc=)",
    "a handler": r"\son[a-z]+\s*=|hx-on\b|javascript:",
    "an expression": r"""hx-(vals|headers)\s*=\s*["']\s*js:|hx-trigger\s*=\s*["'][^"']*\[""",
    "an older htmx": r"hx-ext|hx-vars|sse-connect|htmx:[a-z]+[A-Z]",
    "an address elsewhere": r"""(src|href|action)\s*=\s*["'](https?:)?//""",
}


@pytest.mark.parametrize("pattern", INLINE.values(), ids=INLINE)
def test_no_template_contains_inline_code_old_htmx_or_external_addresses(pattern):
    found = [
        f"{name}:{number}: {line.strip()[:80]}"
        for name, text in MARKUP.items()
        for number, line in enumerate(text.splitlines(), start=1)
        if re.search(pattern, line)
    ]

    assert found == []


@pytest.mark.parametrize("name", TEMPLATES)
def test_no_template_disables_autoescaping(name):
    assert re.findall(r"\|\s*safe\b|autoescape", TEMPLATES[name]) == []


@pytest.mark.parametrize("name", [name for name in TEMPLATES if "/_" in name])
def test_every_partial_template_documents_its_requirements_at_the_top(name):
    head = TEMPLATES[name].partition("#}")[0]

    assert head.startswith(("{#", "{#-"))
    assert "Needs" in head


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_template_uses_every_macro_it_imports(name):
    text = re.sub(r"{#.*?#}", "", TEMPLATES[name], flags=re.DOTALL)
    imported = ", ".join(re.findall(r"{% from \S+ import ([^%]+) %}", text))

    assert [one for one in re.findall(r"\w+", imported) if f"{one}(" not in text] == []


SCRIPTS = {file.name: file.read_text() for file in sorted((ROOT / "static" / "js").glob("*.js"))}
IMPORT = re.compile(r'^import (?:\{ (.+) \}|\* as (\w+)) from "\./([\w-]+\.js)";$', re.MULTILINE)


def exports(script):
    found = re.findall(
        r"^export (?:async )?(?:function|const|let|class) ([$\w]+)", SCRIPTS[script], re.MULTILINE
    )
    return set(found)


@pytest.mark.parametrize("name", SCRIPTS)
def test_script_imports_are_exported_by_their_module_and_used(name):
    body = IMPORT.sub("", SCRIPTS[name])
    assert len(re.findall(r"^import\b", SCRIPTS[name], re.MULTILINE)) == len(
        IMPORT.findall(SCRIPTS[name])
    )

    for names, module, other in IMPORT.findall(SCRIPTS[name]):
        wanted = set(re.findall(rf"\b{module}\.(\w+)", body)) if module else set(names.split(", "))
        assert wanted
        assert wanted <= exports(other), other
        for each in wanted if names else ():
            assert re.search(rf"(?<![\w$]){re.escape(each)}(?![\w$])", body), f"{each} is not used"


@pytest.mark.parametrize("name", SCRIPTS)
def test_scripts_have_no_circular_imports(name):
    seen, waiting = set(), [name]
    while waiting:
        found = {other for _, _, other in IMPORT.findall(SCRIPTS[waiting.pop()])}
        assert name not in found
        waiting += found - seen
        seen |= found


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_starts_with_a_comment_and_has_at_most_300_lines(name):
    assert SCRIPTS[name].startswith("// ")
    assert SCRIPTS[name].count("\n") <= 300


def test_every_script_is_used_by_a_template():
    pages = "".join(TEMPLATES.values())

    assert [
        name
        for name in SCRIPTS
        if f'"js/{name}"' not in pages and f'"{name.removesuffix(".js")}"' not in pages
    ] == []


def test_every_static_file_used_by_a_template_exists():
    asked = {
        (name, file)
        for name, text in TEMPLATES.items()
        for file in re.findall(r"""asset\(["']([^"']+)["']\)""", text)
    }

    assert asked
    assert [one for one in sorted(asked) if not (ROOT / "static" / one[1]).is_file()] == []


def test_every_documentation_picture_is_used_in_a_markdown_file():
    pages = "".join(text for name, text in tracked() if name.endswith(".md"))
    pictures = [file.name for file in (ROOT / "docs" / "pictures").iterdir()]

    assert pictures
    assert [name for name in sorted(pictures) if f"pictures/{name}" not in pages] == []


@pytest.mark.parametrize("folder", ["static/vendor", "scorekeeper/web/stats/fonts"])
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


def test_match_pages_respond_without_database_libraries():
    blocked = ["sqlalchemy", "flask_sqlalchemy", "flask_migrate", "alembic", "psycopg", "babel"]
    code = (
        f"import sys; sys.modules.update(dict.fromkeys({blocked}));"
        "from scorekeeper import create_app; from scorekeeper.match.log import MemoryLog;"
        "app = create_app({}, log=MemoryLog({}));"
        "print(app.test_client().get('/matches/1').status_code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False
    )

    assert (done.stdout, done.stderr) == ("404\n", "")
