"""Export and import a whole league as one document in JSON Lines.

The document is written and read as a stream, and imported completely or not at all. Its format is
described in docs/export.md and docs/export.schema.json. It holds no derived data, which the import
recomputes from the log.
"""

FORMAT = "scorekeeper league"
VERSION = 4  # of the format; newer versions are refused, older ones can be read
