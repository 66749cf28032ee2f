"""What is logged tells no secret: neither a link's nor the one in a phone's cookie.

Flask names the path of a request that went wrong, gunicorn what it could not read of one that
was malformed or cut off. Either may hold a link or a cookie.
"""

import re
from logging import Filter, LogRecord, getLogger

SECRETS = re.compile(r"(\bjoin/|\bshown/|scorekeeper-[\w-]+=)[^/\s?;,'\"]+")
LOGS = ("scorekeeper", "gunicorn.error")


class Discreet(Filter):
    """Takes secrets out of a line before anybody writes it."""

    def filter(self, record: LogRecord) -> bool:
        said = record.getMessage()
        hidden = SECRETS.sub(r"\1…", said)
        if hidden != said:
            record.msg, record.args = hidden, ()
        return True


DISCREET = Discreet()


def be_discreet() -> None:
    """From now on, in this process and those forked from it."""
    for name in LOGS:
        getLogger(name).addFilter(DISCREET)
