"""Caches that speed up test apps: compiled templates and URL builders, shared by all apps."""

import hashlib
from pathlib import Path

from jinja2 import FileSystemBytecodeCache
from werkzeug.routing import Rule

from scorekeeper.web import indentation


def compiled():
    """Return a Jinja bytecode cache on disk, shared by all apps of all test runs.

    Its folder is named after a digest of the extension that changes templates during compilation.
    """
    digest = hashlib.sha256(Path(indentation.__file__).read_bytes()).hexdigest()
    folder = Path(__file__).parent / "__pycache__" / f"templates-{digest[:16]}"
    folder.mkdir(parents=True, exist_ok=True)
    return FileSystemBytecodeCache(str(folder))


TEMPLATE_OPTIONS = {"bytecode_cache": compiled()}
BUILDERS = {}


class Route(Rule):
    """URL rule that reuses the builder compiled for an equal rule of another app.

    Compiling the builders is nine tenths of the work of creating an app.
    """

    def _compile_builder(self, append_unknown=True):
        written = (self.rule, *self._trace, repr(self.defaults), append_unknown)
        if written not in BUILDERS:
            BUILDERS[written] = super()._compile_builder(append_unknown)
        return BUILDERS[written]
