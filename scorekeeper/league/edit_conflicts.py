"""Compare edits that two people make at the same time.

A form sends back the values that it showed. If a submitted value differs from the shown value, the
sender has changed it. If the stored value differs from the shown value, another person has saved a
change since then.
"""

from collections.abc import Mapping
from typing import NamedTuple


class EditComparison(NamedTuple):
    """The parts that the sender changed.

    The parts in `conflicts` were also changed by someone else.
    """

    changed: tuple[str, ...]
    conflicts: tuple[str, ...]


def compare_edits(
    shown: Mapping[str, object], submitted: Mapping[str, object], stored: Mapping[str, object]
) -> EditComparison:
    """Compare the values that a form showed with the submitted and the stored values, by part.

    A part that both people set to the same value does not count as changed.
    """
    changed = tuple(
        name for name in submitted if submitted[name] not in (shown[name], stored[name])
    )
    return EditComparison(changed, tuple(name for name in changed if stored[name] != shown[name]))
