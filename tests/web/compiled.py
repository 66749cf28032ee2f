"""Templates compiled once for all apps of a run, as one server would."""

from jinja2 import BytecodeCache


class Compiled(BytecodeCache):
    """In memory, for this process."""

    def __init__(self):
        self.kept = {}

    def load_bytecode(self, bucket):
        if bucket.key in self.kept:
            bucket.bytecode_from_string(self.kept[bucket.key])

    def dump_bytecode(self, bucket):
        self.kept[bucket.key] = bucket.bytecode_to_string()


COMPILED = Compiled()
