"""JSON columns that are read as raw text, because damaged text would make a whole query fail."""

import json
from typing import Any

from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement


class RawJson(FunctionElement[Any]):
    """A JSON column that is not decoded, because the stored text may be damaged."""

    inherit_cache = True


@compiles(RawJson)
def compile_raw_json(element: RawJson, compiler: SQLCompiler, **more: Any) -> str:
    return f"CAST({compiler.process(element.clauses, **more)} AS TEXT)"


@compiles(RawJson, "sqlite")
def compile_raw_json_sqlite(element: RawJson, compiler: SQLCompiler, **more: Any) -> str:
    """Read the column as bytes, because text that is not UTF-8 would make the whole query fail."""
    return f"CAST({compiler.process(element.clauses, **more)} AS BLOB)"


DECODE_JSON = json.JSONDecoder().decode  # `json.loads` would first guess the encoding


def decode_raw_json(raw: bytes | str) -> Any:
    """Return the value of a RawJson column. Raises ValueError if the text is damaged."""
    try:
        return DECODE_JSON(raw if isinstance(raw, str) else raw.decode())
    except RecursionError as error:
        raise ValueError from error
