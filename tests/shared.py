"""Values that are computed once per test run, and shared by all processes of the run."""

import os
import pickle
from functools import cache, wraps
from hashlib import sha256

folder = None  # the temporary folder of this run, set by conftest.py


def shared(function):
    """Cache a function's results, like `functools.cache`, but for all processes of this run.

    The arguments must have the same `repr` in all processes. If two processes need the same value
    at the same time, both compute it.
    """

    @cache
    @wraps(function)
    def load_or_compute(*args, **options):
        called = f"{function.__module__}.{function.__qualname__} {args} {sorted(options.items())}"
        if folder is None:
            return function(*args, **options)
        file = folder / f"shared-{sha256(called.encode()).hexdigest()}"
        if file.exists():
            return pickle.loads(file.read_bytes())
        value = function(*args, **options)
        written = file.with_suffix(f".{os.getpid()}")
        written.write_bytes(pickle.dumps(value))
        written.replace(file)
        return value

    return load_or_compute
