"""The modules of the package: their files, and their syntax trees, parsed once per process."""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "scorekeeper"


def module_name(file):
    parts = file.relative_to(ROOT).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


MODULES = {module_name(file): file for file in sorted(PACKAGE.rglob("*.py"))}


@cache
def tree(module):
    return ast.parse(MODULES[module].read_text())
