"""The sample that `make test` runs: which cases of each test function it contains.

Every promise has a test in the sample.
"""

import ast
import re

import pytest

from tests import conftest, sample
from tests.modules import ROOT

pytest_plugins = ["pytester"]

CASES = """
import pytest

@pytest.mark.parametrize("game", ["gin", "loba", "jamon"])
def test_one(game): pass

@pytest.mark.cases(2)
@pytest.mark.parametrize("game", ["gin", "loba", "jamon", "jaguar"])
def test_two(game): pass

@pytest.mark.thorough
def test_long(): pass

def test_plain(): pass
"""


@pytest.fixture
def items(pytester):
    """The tests in `CASES`, once in a folder that is not sampled and once in a sampled folder."""
    pytester.makeini("[pytest]\nmarkers =\n  thorough\n  cases\naddopts = --import-mode=importlib")
    for folder in ("rules", "web"):
        pytester.mkdir(folder)
        (pytester.path / folder / "test_games.py").write_text(CASES)
    return pytester.inline_genitems()[0]


def names(items, folder):
    return [item.name for item in items if item.nodeid.startswith(folder)]


def functions(items, folder):
    return [name.partition("[")[0] for name in names(items, folder)]


def test_in_a_sampled_folder_one_case_or_the_marked_number_is_run(pytester, items):
    chosen, others = sample.split_items(items, pytester.path)

    assert functions(chosen, "web") == ["test_one", "test_two", "test_two", "test_plain"]
    assert sorted(chosen + others, key=items.index) == items


def test_in_other_folders_all_cases_are_run_unless_marked(pytester, items):
    _, others = sample.split_items(items, pytester.path)

    assert functions(others, "rules") == ["test_two", "test_two", "test_long"]


def test_the_cases_are_spread_and_do_not_depend_on_the_other_tests(pytester, items):
    chosen, _ = sample.split_items(items, pytester.path)
    web = [item for item in items if item.nodeid.startswith("web")]
    again, _ = sample.split_items(web, pytester.path)

    games = {re.search(r"\[(.*)\]", name)[1] for name in names(chosen, "web") if "two" in name}
    assert games in ({"gin", "jamon"}, {"loba", "jaguar"})
    assert names(again, "web") == names(chosen, "web")


def test_the_sample_has_a_case_of_each_function_with_the_name_that_is_asked_for(
    pytester, items, monkeypatch
):
    monkeypatch.setattr(sample, "IS_SAMPLE", True)
    monkeypatch.setattr(conftest, "__file__", str(pytester.path / "conftest.py"))
    pytester.makeconftest("from tests.conftest import pytest_collection_modifyitems")

    for game in ("gin", "loba", "jamon"):
        lines = pytester.runpytest_inprocess("--collect-only", "-q", "-k", game, "web").outlines

        assert lines[:2] == [
            f"web/test_games.py::test_one[{game}]",
            f"web/test_games.py::test_two[{game}]",
        ]


def test_the_sample_has_a_test_of_every_promise():
    """Each table row in tests/README.md names a file or folder that has a test in the sample."""
    folder = ROOT / "tests"
    rows = re.findall(
        r"^\| (?!promise|---)(.+) \| (.+) \|$", (folder / "README.md").read_text(), re.MULTILINE
    )
    assert len(rows) > 30
    for promise, places in rows:
        paths = [re.sub("<.+?>", "*", place) for place in re.findall("`(.+?)`", places)]
        patterns = [f"{path}**/test_*.py" if path.endswith("/") else path for path in paths]
        files = [file for pattern in patterns for file in folder.glob(pattern)]

        assert any(map(has_sample, files)), promise


def has_sample(file):
    """Return whether this file has a test function without the mark `thorough`."""
    functions = [
        each for each in ast.parse(file.read_text()).body if isinstance(each, ast.FunctionDef)
    ]
    return any(
        each.name.startswith("test_")
        and "pytest.mark.thorough" not in map(ast.unparse, each.decorator_list)
        for each in functions
    )
