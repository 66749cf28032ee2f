"""The application for any WSGI server: `gunicorn wsgi:app`. At home, `make run` is simpler.

A stream occupies a thread, and this file cannot know how many threads the server has. Streams are
therefore off, and phones poll every few seconds, unless SCOREKEEPER_STREAMS is set.
"""

import os

from scorekeeper import create_app
from scorekeeper.runtime.gc_tuning import raise_gc_threshold

app = create_app({} if os.environ.get("SCOREKEEPER_STREAMS") else {"STREAMS": 0})
raise_gc_threshold()
