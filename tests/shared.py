"""Values that are computed once per run of the tests, and shared by all its processes."""

import os
import pickle
import tempfile
from functools import cache, wraps
from hashlib import sha256
from pathlib import Path

FOLDER_VARIABLE = "SCOREKEEPER_TESTS_SHARED"  # in the environment, which processes inherit


def create_folder():
    """Create the folder of this run and return it, unless this is not the run's first process."""
    if FOLDER_VARIABLE in os.environ:
        return None
    folder = tempfile.TemporaryDirectory(prefix="scorekeeper-tests-")
    os.environ[FOLDER_VARIABLE] = folder.name
    return folder


def remove_folder(folder):
    if folder is not None:
        del os.environ[FOLDER_VARIABLE]
        folder.cleanup()


def shared(function):
    """Cache a function's results, like `functools.cache`, but for all processes of this run.

    The arguments must have the same `repr` in all processes. If two processes need the same value
    at the same time, both compute it.
    """

    @cache
    @wraps(function)
    def load_or_compute(*args, **options):
        called = f"{function.__module__}.{function.__qualname__} {args} {sorted(options.items())}"
        folder = os.environ.get(FOLDER_VARIABLE)
        if folder is None:
            return function(*args, **options)
        file = Path(folder) / sha256(called.encode()).hexdigest()
        if file.exists():
            return pickle.loads(file.read_bytes())
        value = function(*args, **options)
        written = file.with_suffix(f".{os.getpid()}")
        written.write_bytes(pickle.dumps(value))
        written.replace(file)
        return value

    return load_or_compute
