"""A match's sheet, computed from its log alone."""

from scorekeeper.match.replay import replay


def replayed_sheet(log, match):
    """Return the sheet of a match in a `MemoryLog`, computed without its cached sheet."""
    return replay(log.entries_by_match[match])
