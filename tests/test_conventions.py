"""Conventions for modules: which imports are allowed and where, and docstrings."""

import ast
import re
import subprocess
import sys
from functools import cache

from tests.modules import MODULES, ROOT, tree

# A package may import the packages on the lines above its own. Packages on one line do not import
# each other. Within a package there is no limit. docs/architecture.md describes the packages.
ORDER = """
messages paths rights runtime
clock
rules
errors
stats club
match
config
web
web.match
db
live access league
transfer notices
web.shared
web.access web.ops
web.seasons
web.stats web.transfer
web.league
web.public
server
cli app
"""
LINES = [line.split() for line in ORDER.split("\n") if line]
PLACE = {name: number for number, line in enumerate(LINES) for name in line}

# The packages below the pages of a match, which need only the standard library.
BELOW_PAGES = (
    *("messages", "errors", "rights", "config", "paths", "runtime", "clock"),
    *("rules", "stats", "club", "match"),
)
# Packages whose functions depend on nothing but their arguments.
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
# Packages whose functions take a Store, an engine or a connection, but no application, request or
# session.
WITHOUT_FLASK = ("db", "live", "access", "league", "transfer", "notices")
FLASK_PACKAGES = {"flask", "flask_migrate", "flask_sqlalchemy", "werkzeug"}
FOR_PAGES = {"flask", "jinja2", "markdown_it", "markupsafe", "werkzeug", "wtforms"}

# Modules that may be imported inside a function. The reason is stated at each import.
LAZY = {
    "scorekeeper",
    "scorekeeper.app",
    "scorekeeper.cli.main",
    "scorekeeper.access.webauthn_adapter",
    "scorekeeper.notices.encryption",
}
# Modules whose blueprint is not named after the module and its package. Their endpoints begin with
# the word that the whole site uses for these pages.
NAMED_BLUEPRINTS = {
    "scorekeeper.web.match.routes": "matches",  # contains the routes of the whole package
    "scorekeeper.web.transfer.index": "transfer",  # the package's first page
    "scorekeeper.web.league.club.nights": "club",  # the package's first page
}
# A comment that switches off a rule of ruff or mypy on its line.
EXCEPTION = r"# (?:noqa|type: ignore).*?[\]\d]"


def package(module, known=PLACE):
    """Return the longest name in `known` that contains this module, or None if none does."""
    name = module.removeprefix("scorekeeper.")
    while name not in known and "." in name:
        name = name.rpartition(".")[0]
    return name if name in known else None


def for_types_only(module):
    """Return the ids of the nodes under `if TYPE_CHECKING`, which are not executed."""
    return {
        id(node)
        for block in ast.walk(tree(module))
        if isinstance(block, ast.If) and getattr(block.test, "id", None) == "TYPE_CHECKING"
        for node in ast.walk(block)
    }


@cache
def imports(module):
    """Return (line, name) of each module that is imported when this one is imported."""
    return list(found_imports(module))


def found_imports(module):
    ignored = for_types_only(module)
    ignored |= {id(node) for node in inside_functions(module)}
    for node in ast.walk(tree(module)):
        if id(node) in ignored:
            continue
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}:{node.lineno} has a relative import: use full names"
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield node.lineno, inner if inner in MODULES else node.module


def inside_functions(module):
    for function in ast.walk(tree(module)):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            for node in ast.walk(function):
                if isinstance(node, ast.Import | ast.ImportFrom):
                    yield node


ENTRANCES = {"scorekeeper", "scorekeeper.__main__"}


def test_a_module_imports_only_packages_above_its_own():
    modules = sorted(set(MODULES) - ENTRANCES)
    assert [each for each in modules if package(each) is None] == []  # name it in ORDER

    upwards = [
        f"{module}:{line} imports {name}"
        for module in modules
        for line, name in imports(module)
        if name.startswith("scorekeeper.")
        and (theirs := package(name)) != (mine := package(module))
        and not PLACE[theirs] < PLACE[mine]
    ]

    assert upwards == []


def outside(packages, allowed):
    """Return the imports in these packages that are neither from Scorekeeper nor allowed."""
    return [
        f"{module}:{line} imports {name}"
        for module in modules_of(packages)
        for line, name in imports(module)
        if (first := name.partition(".")[0]) != "scorekeeper" and first not in allowed
    ]


def modules_of(packages):
    known = {*PLACE, *packages}
    return [module for module in MODULES if package(module, known) in packages]


def test_packages_below_the_pages_import_only_the_standard_library():
    assert outside(BELOW_PAGES, sys.stdlib_module_names) == []


def test_pure_packages_import_nothing_for_time_randomness_or_io():
    assert outside(PURE, sys.stdlib_module_names - NOT_PURE) == []


def test_packages_of_the_match_pages_import_no_database_library():
    allowed = (sys.stdlib_module_names - {"sqlite3"}) | FOR_PAGES

    assert outside(WITHOUT_DATABASE, allowed) == []


def test_database_and_league_packages_import_neither_flask_nor_web():
    violations = [
        f"{module}:{line} imports {name}"
        for module in modules_of(WITHOUT_FLASK)
        for line, name in imports(module)
        if name.partition(".")[0] in FLASK_PACKAGES or package(name) in ("web", "web.match")
    ]

    assert violations == []


MACHINE_ZONE = re.compile(
    r"localtime\(|mktime\(|\btoday\(\)|now\(\)\.|ctime\(|time\.strftime\([^,]*\)"
)


def test_only_the_clock_of_a_league_decides_which_day_it_is():
    modules = [module for module in MODULES if MACHINE_ZONE.search(MODULES[module].read_text())]

    assert modules == ["scorekeeper.runtime.time_zones"]


def test_imports_are_at_the_top_of_their_module():
    inside = [
        f"{module}:{node.lineno}"
        for module in sorted(set(MODULES) - LAZY)
        for node in inside_functions(module)
    ]

    assert inside == []


def test_every_module_has_a_docstring():
    assert [module for module in MODULES if not ast.get_docstring(tree(module))] == []


def blueprints():
    """Return {module: name of its blueprint} for each module that has a blueprint."""
    return {
        module: node.args[0].value
        for module in MODULES
        for node in ast.walk(tree(module))
        if isinstance(node, ast.Call) and getattr(node.func, "id", None) == "Blueprint"
    }


def test_a_blueprint_has_the_name_of_its_module():
    found = blueprints()
    differing = {}
    for module, name in found.items():
        above, own = module.split(".")[-2:]
        if name not in (own, f"{above}_{own}"):
            differing[module] = name

    assert len(found) > len(NAMED_BLUEPRINTS)
    assert differing == NAMED_BLUEPRINTS


def test_every_exception_to_a_rule_has_its_reason_on_the_line():
    folders = ("scorekeeper", "tests", "bench", "migrations")
    lines = [
        line
        for folder in folders
        for file in sorted((ROOT / folder).rglob("*.py"))
        for line in file.read_text().splitlines()
    ]
    exceptions = [line for line in lines if re.search(EXCEPTION, line)]

    assert len(exceptions) > 20
    assert [line for line in exceptions if not re.search(EXCEPTION + r"  # \w", line)] == []
    assert [line for line in lines if re.search(r"# fmt: (?:skip|off)$", line)] == []


def test_no_test_imports_from_another_test():
    """Helpers are in modules of their own."""
    imported = re.compile(r"^ *from (tests\.(?:\w+\.)*test_\w+) import", re.MULTILINE)
    violations = [
        (str(file.relative_to(ROOT)), module)
        for file in sorted((ROOT / "tests").rglob("*.py"))
        for module in imported.findall(file.read_text())
    ]

    assert violations == []


def test_the_architecture_document_lists_every_package():
    text = (ROOT / "docs" / "architecture.md").read_text()
    named = set(re.findall(r"^\| `([\w./]+?)(?:/|\.py)?` \|", text, re.MULTILINE))
    folders = {name for name, file in MODULES.items() if file.name == "__init__.py"}
    packages = {name.removeprefix("scorekeeper.").replace(".", "/") for name in folders}

    assert {each for each in packages if not each.startswith("rules/")} - named == {"scorekeeper"}


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
