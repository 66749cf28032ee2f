"""No more workers collect tests at the same time than there are processors."""

import fcntl

import pytest

from tests import collecting

AT_ONCE = fcntl.LOCK_EX | fcntl.LOCK_NB


@pytest.mark.parametrize(("worker", "place"), [("gw0", 0), ("gw1", 1), ("gw2", 0), ("gw5", 1)])
def test_a_worker_waits_for_the_place_of_a_processor_until_another_has_collected(
    tmp_path, monkeypatch, worker, place
):
    monkeypatch.setenv("PYTEST_XDIST_WORKER", worker)
    monkeypatch.setattr(collecting, "FOLDER", tmp_path)
    monkeypatch.setattr(collecting.os, "cpu_count", lambda: 2)
    collecting.pytest_load_initial_conftests()

    with (tmp_path / f"collecting-{place}").open() as file:
        with pytest.raises(BlockingIOError):
            fcntl.flock(file, AT_ONCE)
        collecting.pytest_collection_finish()
        fcntl.flock(file, AT_ONCE)


def test_a_run_without_workers_waits_for_nothing(tmp_path, monkeypatch):
    monkeypatch.delenv("PYTEST_XDIST_WORKER", raising=False)
    monkeypatch.setattr(collecting, "FOLDER", tmp_path)
    collecting.pytest_load_initial_conftests()

    assert not list(tmp_path.iterdir())
