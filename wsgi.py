"""For any WSGI server: `gunicorn wsgi:app`. At home, `make run` is simpler.

How many threads that server has nobody here knows, so none is kept waiting for what others save:
phones ask every few seconds, unless SCOREKEEPER_STREAMS says otherwise.
"""

import os

from scorekeeper import create_app
from scorekeeper.runtime.gc_tuning import raise_gc_threshold

app = create_app({} if os.environ.get("SCOREKEEPER_STREAMS") else {"STREAMS": 0})
raise_gc_threshold()
