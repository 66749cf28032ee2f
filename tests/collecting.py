"""A plugin of `make test` that limits how many workers collect the tests at the same time.

There are more workers than processors, so collecting takes no longer if some workers wait. In a
fresh checkout, all workers would otherwise compile the same modules at the same time. Workers that
wait find these modules already compiled, so collecting takes half as long.
"""

import fcntl
import os
from pathlib import Path

import pytest

FOLDER = Path(__file__).with_name("__pycache__")
LOCKED = []  # the file that this worker keeps locked while it collects


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests():
    """In a worker, wait before pytest imports conftest.py, the first test module."""
    worker = os.environ.get("PYTEST_XDIST_WORKER")  # for example, "gw3"
    if worker is not None:
        wait_for_place(int(worker.removeprefix("gw")) % os.cpu_count())


def wait_for_place(number):
    FOLDER.mkdir(exist_ok=True)
    LOCKED.append((FOLDER / f"collecting-{number}").open("w"))
    fcntl.flock(LOCKED[-1], fcntl.LOCK_EX)


def pytest_collection_finish():
    while LOCKED:
        LOCKED.pop().close()
