"""Queries that return the rows of a table as frozen dataclasses.

Pages keep these objects in caches and use them without a connection.
"""

from collections.abc import Collection
from dataclasses import fields
from typing import Any

from sqlalchemy import ColumnElement, Select, select

from scorekeeper.db.base import Base


def select_rows(
    row_type: type[Any],
    table: type[Base],
    *,
    leave_out: Collection[str] = (),
    **computed: ColumnElement[Any],
) -> Select[*tuple[Any, ...]]:
    """Return a SELECT of the fields of `row_type`.

    The columns are in the same order as the fields, so `row_type(*row)` builds an object. Each
    field is read from the column with the same name, or from the expression in `computed`.
    `leave_out` names fields at the end that have defaults and are not read. Columns that are not
    fields, such as the digest of a secret, are not read.
    """
    names = [field.name for field in fields(row_type) if field.name not in leave_out]
    return select(*(computed[name] if name in computed else getattr(table, name) for name in names))
