"""The types of database rows, read from calls such as `select_rows(Device, Devices)`."""

import ast
import importlib
from functools import cache

from scorekeeper.db.base import Base
from tests.modules import MODULES, tree


def calls(module):
    """Yield the node of every call in this module."""
    yield from (node for node in ast.walk(tree(module)) if isinstance(node, ast.Call))


@cache
def row_types():
    """Return a list of (row type, table class), one pair for each call of `select_rows`."""
    return [
        tuple(getattr(importlib.import_module(module), argument.id) for argument in node.args)
        for module, file in MODULES.items()
        if "select_rows(" in file.read_text()  # most modules need not be parsed
        for node in calls(module)
        if isinstance(node.func, ast.Name) and node.func.id == "select_rows"
    ]


def table_classes():
    return set(Base.__subclasses__())
