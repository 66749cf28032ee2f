"""Caches of templates, URL rules and file hashes, which let test apps start faster."""

import hashlib
from functools import cache
from importlib.metadata import version
from pathlib import Path

from jinja2 import FileSystemBytecodeCache
from werkzeug.routing import Rule

from scorekeeper import app
from scorekeeper.web import assets, indentation, templating


class LoadedTemplates(FileSystemBytecodeCache):
    """A bytecode cache on disk that reads each compiled template once per process."""

    def __init__(self, folder):
        super().__init__(folder)
        self.loaded = {}

    def load_bytecode(self, bucket):
        which = bucket.key, bucket.checksum
        if which not in self.loaded:
            super().load_bytecode(bucket)
            self.loaded[which] = bucket.code
        bucket.code = self.loaded[which]

    def dump_bytecode(self, bucket):
        super().dump_bytecode(bucket)
        self.loaded[bucket.key, bucket.checksum] = bucket.code


def bytecode_cache():
    """Return a Jinja bytecode cache on disk, which all apps of all test runs share.

    The name of the cache's folder contains a digest of Jinja's version and of the modules that set
    up the Jinja environment. If one of them changes, all templates are compiled again.
    """
    hashed = hashlib.sha256(version("jinja2").encode())
    for module in (app, indentation, templating):
        hashed.update(Path(module.__file__).read_bytes())
    digest = hashed.hexdigest()
    folder = Path(__file__).parent / "__pycache__" / f"templates-{digest[:16]}"
    folder.mkdir(parents=True, exist_ok=True)
    return LoadedTemplates(str(folder))


HASHES = cache(assets.hash_files)


def hash_files(folder):
    """Return the result of `assets.hash_files`, which runs once per folder in each process."""
    return dict(HASHES(folder))


TEMPLATE_OPTIONS = {"bytecode_cache": bytecode_cache()}
COMPILED = {}


class Route(Rule):
    """A URL rule that reuses the compiled functions of an equal rule in another app.

    Without this class, nine tenths of the time to create an app would be spent on compiling rules.
    """

    def compile(self):
        methods = tuple(sorted(self.methods or ()))
        written = self.rule, self.endpoint, methods, repr(self.defaults), self.subdomain
        if written not in COMPILED:
            super().compile()
            COMPILED[written] = {n: value for n, value in vars(self).items() if n != "map"}
        vars(self).update(COMPILED[written])
