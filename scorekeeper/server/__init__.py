"""The WSGI application with a database, and gunicorn, which serves it."""
