"""Reads the reason of a refused command."""

from scorekeeper.messages import render


def reason_of(refused):
    """Return the first reason of a `Refused` that pytest.raises has caught."""
    return render(refused.value.problems[0].reason, {})
