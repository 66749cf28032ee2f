"""Find the row types: a call such as `select_rows(Device, Devices)` names a type and its table."""

import ast
import importlib
from pathlib import Path

from scorekeeper.db.base import Base

PACKAGE = Path(__file__).resolve().parents[1] / "scorekeeper"
TREES = {
    ".".join(file.relative_to(PACKAGE.parent).with_suffix("").parts): ast.parse(file.read_text())
    for file in sorted(PACKAGE.rglob("*.py"))
}


def calls():
    """Yield (module, node) of every call in the package."""
    for module, tree in TREES.items():
        yield from ((module, node) for node in ast.walk(tree) if isinstance(node, ast.Call))


def row_types():
    """Return (row type, class of its table) of each call of `select_rows`."""
    return [
        tuple(getattr(importlib.import_module(module), argument.id) for argument in node.args)
        for module, node in calls()
        if isinstance(node.func, ast.Name) and node.func.id == "select_rows"
    ]


def table_classes():
    return set(Base.__subclasses__())
