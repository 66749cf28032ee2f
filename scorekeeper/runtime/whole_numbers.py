"""Whole numbers from untrusted text, such as forms, query strings and the command line."""


def parse_small_int(text: str, digits: int = 9) -> int | None:
    """Return a non-negative integer of at most `digits` digits, or None for any other text."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else None
