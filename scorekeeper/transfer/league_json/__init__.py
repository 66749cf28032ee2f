"""Export and import a whole league as one document in JSON Lines.

The document is written and read as a stream, and imported completely or not at all. Its format is
described in docs/export.md and docs/export.schema.json. Derived data is left out, because the
import recomputes it from the log.
"""

FORMAT = "scorekeeper league"
# The version of the format. Raise it, at most once per release, if an older app could not read the
# document because a column, section or kind of log entry was added or has changed its meaning. The
# import refuses newer versions and reads older ones (`Section.added`).
VERSION = 4
# This is used in `Section.added` for columns that were added before this version was released,
# because some documents of this version lack them.
DURING_THIS_VERSION = VERSION + 1
