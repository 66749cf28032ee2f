"""Rows as queries return them: one frozen dataclass for each table.

Pages keep these objects in caches and use them without a connection.
"""

from dataclasses import fields
from typing import Any

from sqlalchemy import ColumnElement, Select, select

from scorekeeper.db.base import Base


def select_rows(
    row_type: type[Any], table: type[Base], **computed: ColumnElement[Any]
) -> Select[*tuple[Any, ...]]:
    """Select the fields of `row_type`, in their order: a row is `row_type(*row)`.

    A field is the column of the same name, or the expression in `computed`. A column that is not a
    field, such as the digest of a secret, is not read.
    """
    names = [field.name for field in fields(row_type)]
    return select(*(computed[name] if name in computed else getattr(table, name) for name in names))
