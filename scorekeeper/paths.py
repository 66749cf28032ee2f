"""Where the files lie that are not Python: templates, static files, migrations, rule pages.

In a wheel they are inside the package, in a checkout beside it.
"""

from pathlib import Path

PACKAGE = Path(__file__).resolve().parent


def templates() -> Path:
    return place("templates")


def static() -> Path:
    return place("static")


def migrations() -> Path:
    return place("migrations")


def rule_pages() -> Path:
    return place("docs/rules")


def place(name: str) -> Path:
    packed = PACKAGE / name
    return packed if packed.is_dir() else PACKAGE.parent / name
