"""Export and import a whole league as one document in JSON Lines.

The document is written and read as a stream, and imported completely or not at all. Its format is
described in docs/export.md and docs/export.schema.json. It holds no derived data, which the import
recomputes from the log.
"""

FORMAT = "scorekeeper league"
# The version of the format. Raise it once per release, if an older app could not read a document of
# the new one: a column, section or kind of log entry is new or has another meaning. Newer versions
# are refused, older ones can be read (`Section.added`).
VERSION = 4
# In `Section.added`, for a column that was added before the release of this version: some documents
# of this version lack it.
DURING_THIS_VERSION = VERSION + 1
