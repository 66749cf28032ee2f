"""Functions that read the reasons of a refused command from a caught exception."""

from tests.rules.notation import text


def reason_of(refused):
    """Return the first reason of a `Refused`, which `pytest.raises` caught."""
    return text(refused.value.problems[0].reason)


def reasons_of(refused):
    """Return (code, reason) of each problem of a `Refused`."""
    return [(problem.code, text(problem.reason)) for problem in refused.value.problems]
