"""Compare edits that two people make at the same time.

A form sends back the values it was opened with. Where the submitted value differs from those, the
sender changed it. Where the stored value differs from those, another person saved a change
meanwhile.
"""

from collections.abc import Mapping
from typing import NamedTuple


class EditComparison(NamedTuple):
    """Parts that the sender changed, and those of them that somebody else changed too."""

    changed: tuple[str, ...]
    conflicts: tuple[str, ...]


def compare_edits(
    shown: Mapping[str, object], wanted: Mapping[str, object], stored: Mapping[str, object]
) -> EditComparison:
    """Compare the parts of what a form showed, of what it sends, and of what is stored.

    A part that both set to the same value is not changed.
    """
    changed = tuple(name for name in wanted if wanted[name] not in (shown[name], stored[name]))
    return EditComparison(changed, tuple(name for name in changed if stored[name] != shown[name]))
