"""Queries that return the rows of a table as frozen dataclasses.

Pages keep these objects in caches and use them without a connection.
"""

from dataclasses import fields
from typing import Any

from sqlalchemy import ColumnElement, Select, select

from scorekeeper.db.base import Base


def select_rows(
    row_type: type[Any], table: type[Base], **computed: ColumnElement[Any]
) -> Select[*tuple[Any, ...]]:
    """Select the fields of `row_type` in order, so that `row_type(*row)` builds an object.

    A field is the column of the same name, or the expression in `computed`. Columns that are not
    fields, such as the digest of a secret, are not read.
    """
    names = [field.name for field in fields(row_type)]
    return select(*(computed[name] if name in computed else getattr(table, name) for name in names))
