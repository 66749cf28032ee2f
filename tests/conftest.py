"""Setup for all tests: fixtures, faster Flask classes and the Hypothesis profile."""

import gc
import os
from pathlib import Path

import pytest
from flask import Flask
from hypothesis import HealthCheck, settings

from scorekeeper.runtime.gc_tuning import raise_gc_threshold
from scorekeeper.web import assets
from tests import sample
from tests.apps import TEMPLATE_OPTIONS, Route, hash_files
from tests.browser import version
from tests.faults import seeds
from tests.members import Member

Flask.jinja_options = TEMPLATE_OPTIONS
Flask.url_rule_class = Route
Flask.test_client_class = Member
assets.hash_files = hash_files
pytest_plugins = ["tests.databases", "tests.league_fixtures"]

# The same examples in every run, and no deadline: the machine may be busy.
settings.register_profile(
    "here", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("here")


raise_gc_threshold()
FOLDER = Path(__file__).parent


def pytest_configure(config):
    """Let each worker of a whole run begin to collect at another file.

    The first one that needs a module compiles it for all. In the same order, all workers would
    compile the same modules at the same time. `pytest_collection_modifyitems` restores the order.
    """
    worker = os.environ.get("PYTEST_XDIST_WORKER")
    if worker and config.args_source is pytest.Config.ArgsSource.TESTPATHS:
        files = [str(file) for file in sorted(FOLDER.rglob("test_*.py"))]
        number, workers = int(worker[2:]), int(os.environ["PYTEST_XDIST_WORKER_COUNT"])
        first = len(files) * number // workers
        config.args[:] = files[first:] + files[:first]


def pytest_report_header():
    return f"Chromium: {version.version()}, FAULTS_SEED={seeds.SEED}"


def pytest_collection_finish():
    gc.freeze()  # thousands of tests stay in memory until the end


def pytest_collection_modifyitems(config, items):
    """Choose the tests of a sample, and sort them by file, with the slowest tests first.

    Otherwise, one worker would be left alone with the slowest at the end.
    """
    if sample.IS_SAMPLE:
        items[:], others = sample.split_items(items, FOLDER)
        config.hook.pytest_deselected(items=others)
    items.sort(key=lambda item: (item.get_closest_marker("fault") is None, item.path))
