"""What the apps of one run work out once, as one server would: routes and templates."""

from jinja2 import BytecodeCache
from werkzeug.routing import Rule

from scorekeeper.web import drawing


class Compiled(BytecodeCache):
    """Templates, each compiled once for all apps."""

    def __init__(self):
        self.kept = {}

    def load_bytecode(self, bucket):
        if bucket.key in self.kept:
            bucket.bytecode_from_string(self.kept[bucket.key])

    def dump_bytecode(self, bucket):
        self.kept[bucket.key] = bucket.bytecode_to_string()


COMPILED = Compiled()
BUILDERS = {}


class Pages(drawing.Environment):
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
