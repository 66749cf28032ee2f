"""For any WSGI server: `gunicorn wsgi:app`. At home, `make run` is simpler."""

from scorekeeper import create_app

app = create_app()
