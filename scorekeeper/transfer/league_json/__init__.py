"""Everything of a league as one document: written as a stream, read as a stream, brought in whole.

What stands in it is described in docs/export.md and docs/export.schema.json. Nothing that follows
from the log is in it: that is computed anew where it comes in.
"""

FORMAT = "scorekeeper league"
VERSION = 2  # of the document; a newer one is refused, older ones are read
