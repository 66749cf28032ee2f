"""Build a TrueType file with a few letters, each of which is a filled box.

The tables are described in the OpenType specification, version 1.9.1.
"""

import struct
from collections.abc import Sequence

UNITS_PER_EM = 1000
MISSING_WIDTH, LETTER_WIDTH = 500, 1000  # units


def build_typeface(letters: str) -> bytes:
    """Return a typeface with these letters. Their boxes differ in height."""
    outlines = [b"", *(box_outline(300 + 100 * number) for number in range(len(letters)))]
    ends = [sum(map(len, outlines[:number])) for number in range(len(outlines) + 1)]
    widths = [MISSING_WIDTH, *(LETTER_WIDTH for _ in letters)]
    tables = {
        b"cmap": character_map(letters),
        b"glyf": b"".join(outlines),
        b"head": header(),
        b"hhea": struct.pack(">L3hH11hH", 0x10000, 900, -100, 0, 1000, *[0] * 11, len(outlines)),
        b"hmtx": b"".join(struct.pack(">Hh", width, 0) for width in widths),
        b"loca": struct.pack(f">{len(ends)}L", *ends),
        b"maxp": struct.pack(">L14H", 0x10000, len(outlines), 4, 1, 0, 0, 2, *[0] * 8),
    }
    return join_tables(tables)


def box_outline(height: int) -> bytes:
    """Return a glyph with one contour of four points, each relative to the point before."""
    sizes = struct.pack(">5h", 1, 0, 0, LETTER_WIDTH, height)
    points = struct.pack(">4h4h", 0, 0, LETTER_WIDTH, 0, 0, height, 0, -height)
    return sizes + struct.pack(">HH4B", 3, 0, *[1] * 4) + points


def character_map(letters: str) -> bytes:
    """Return a `cmap` table in format 12: groups of characters, each with its first glyph."""
    order = sorted(enumerate(letters, start=1), key=lambda each: each[1])
    groups = b"".join(struct.pack(">3L", ord(each), ord(each), glyph) for glyph, each in order)
    subtable = struct.pack(">HHLLL", 12, 0, 16 + len(groups), 0, len(letters)) + groups
    return struct.pack(">HHHHL", 0, 1, 3, 10, 12) + subtable


def header() -> bytes:
    box = (0, 0, LETTER_WIDTH, UNITS_PER_EM)
    return struct.pack(
        ">LLLLHHqq4hHH3h",
        *(0x10000, 0x10000, 0, 0x5F0F3CF5, 0, UNITS_PER_EM, 0, 0),
        *(*box, 0, 8, 2, 1, 0),
    )


def join_tables(tables: dict[bytes, bytes]) -> bytes:
    """Return the typeface file.

    Its directory comes first, and each table begins at a multiple of four bytes.
    """
    directory = struct.pack(">LHHHH", 0x10000, len(tables), 0, 0, 0)
    at = len(directory) + 16 * len(tables)
    padded: Sequence[bytes] = [table + bytes(-len(table) % 4) for table in tables.values()]
    for (name, table), whole in zip(tables.items(), padded, strict=True):
        directory += struct.pack(">4sLLL", name, 0, at, len(table))
        at += len(whole)
    return directory + b"".join(padded)
