"""Setup for all tests: fixtures, faster Flask classes and the Hypothesis profile."""

import gc
import os
from pathlib import Path

import pytest
from flask import Flask
from hypothesis import HealthCheck, settings

from scorekeeper.runtime.gc_tuning import gc_disabled, raise_gc_threshold
from scorekeeper.web import assets
from tests import sample, shared
from tests.app_caches import TEMPLATE_OPTIONS, Route, hash_files
from tests.browser import version
from tests.faults import seeds
from tests.members import Member

Flask.jinja_options = TEMPLATE_OPTIONS
Flask.url_rule_class = Route
Flask.test_client_class = Member
assets.hash_files = hash_files
pytest_plugins = ["tests.databases", "tests.league_fixtures"]

# Every run uses the same examples. There is no deadline, because the machine may be busy.
settings.register_profile(
    "here", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("here")


raise_gc_threshold()


def pytest_report_header():
    return f"Chromium: {version.version()}, FAULTS_SEED={seeds.SEED}"


@pytest.fixture(scope="session", autouse=True)
def shared_folder(tmp_path_factory):
    """Let all workers share values in the temporary folder of this run."""
    folder = tmp_path_factory.getbasetemp()
    shared.folder = folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """Switch off garbage collection, which otherwise takes 5% of the time for collecting tests."""
    with gc_disabled():
        return (yield)


def pytest_collection_finish():
    gc.freeze()  # thousands of tests stay in memory until the end


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    """Choose the tests if only a sample of them runs, and put the slowest tests first.

    If the slowest tests ran last, one worker would still be running them after all others had
    finished. The sort is stable, so all other tests keep their order. The sample is chosen from the
    tests that `-k` selects. With `-k gin`, a gin case of each function that has one is therefore
    run.
    """
    if sample.IS_SAMPLE:
        items[:], others = sample.split_items(items, Path(__file__).parent)
        config.hook.pytest_deselected(items=others)
    items.sort(key=lambda item: item.get_closest_marker("fault") is None)
