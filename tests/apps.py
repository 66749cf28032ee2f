"""What the apps of a run work out once, as one server would: routes and templates."""

import hashlib
from pathlib import Path

from jinja2 import FileSystemBytecodeCache
from werkzeug.routing import Rule

from scorekeeper import paths
from scorekeeper.web import indentation, templating


def compiled():
    """Templates, each compiled once for all apps of all runs, until any of them changes: parts are
    compiled with the page they stand in.
    """
    digest = hashlib.sha256(Path(templating.__file__).read_bytes())
    digest.update(Path(indentation.__file__).read_bytes())
    for file in sorted(paths.templates_dir().rglob("*.html")):
        digest.update(file.read_bytes())
    folder = Path(__file__).parent / "__pycache__" / f"templates-{digest.hexdigest()[:16]}"
    folder.mkdir(parents=True, exist_ok=True)
    return FileSystemBytecodeCache(str(folder))


COMPILED = compiled()
BUILDERS = {}


class Pages(templating.Environment):
    """Where an app's templates come from."""

    def __init__(self, app, **options):
        super().__init__(app, **options, bytecode_cache=COMPILED)


class Route(Rule):
    """A route; how its addresses are put together follows from what it is written as, and takes
    nine tenths of the time in which an app is made.
    """

    def _compile_builder(self, append_unknown=True):
        written = (self.rule, *self._trace, repr(self.defaults), append_unknown)
        if written not in BUILDERS:
            BUILDERS[written] = super()._compile_builder(append_unknown)
        return BUILDERS[written]
