"""The sample of tests that `make test` runs. `make thorough` and pytest itself run all tests.

The sample leaves out all tests marked `thorough`. In the folders `SAMPLED`, whose tests need a
database, a server or a browser, it contains one case of each test function, or as many as the
function's mark `cases` says. If several functions have the same list of cases, such as the six
games or the two databases, they run different cases.
"""

import os
import sys
from collections import defaultdict
from zlib import crc32

from hypothesis import settings

IS_SAMPLE = "SAMPLE" in os.environ
SAMPLED = frozenset(
    ("browser", "cli", "db", "faults", "league", "live", "notices", "server", "transfer", "web")
)


def sized(whole, sample):
    """Return `sample` if only a sample of the tests runs, otherwise `whole`.

    Both arguments are lists, or both are numbers.
    """
    return sample if IS_SAMPLE else whole


def examples(whole, sample=None):
    """Return a decorator that sets how many examples Hypothesis tries in a test.

    If only a sample of the tests runs, the number is `sample`, otherwise `whole`. Without `sample`,
    the number is always `whole`.
    """
    return settings(max_examples=whole if sample is None else sized(whole, sample))


def split_items(items, tests_folder):
    """Return (tests of the sample, other tests), in the same order as before."""
    functions = defaultdict(list)
    for item in items:
        if not item.get_closest_marker("thorough"):
            functions[function_id(item)].append(item)
    chosen = {case for cases in functions.values() for case in sample_of(cases, tests_folder)}
    return [each for each in items if each in chosen], [
        each for each in items if each not in chosen
    ]


def function_id(item):
    return item.nodeid.partition("[")[0]


def sample_of(cases, tests_folder):
    """Return some cases of one test function, spread evenly over the list of its cases."""
    number, whole = wanted_cases(cases[0], tests_folder), len(cases)
    if number >= whole:
        return cases
    first = crc32(function_id(cases[0]).encode())
    return [cases[(first + place * whole // number) % whole] for place in range(number)]


def wanted_cases(item, tests_folder):
    """Return the maximum number of cases of this test's function in the sample."""
    mark = item.get_closest_marker("cases")
    if mark:
        return mark.args[0]
    folder = item.path.relative_to(tests_folder).parts[0]
    return 1 if folder in SAMPLED else sys.maxsize
