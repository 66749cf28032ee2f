"""Paths of the folders with templates, static files, migrations and rule pages.

In a wheel, these folders are inside the package. In a checkout, they are in the folder above it.
"""

from pathlib import Path

PACKAGE_DIR = Path(__file__).resolve().parent


def templates_dir() -> Path:
    return resource_dir("templates")


def static_dir() -> Path:
    return resource_dir("static")


def migrations_dir() -> Path:
    return resource_dir("migrations")


def rule_pages_dir() -> Path:
    return resource_dir("docs/rules")


def resource_dir(name: str) -> Path:
    packed = PACKAGE_DIR / name
    return packed if packed.is_dir() else PACKAGE_DIR.parent / name
