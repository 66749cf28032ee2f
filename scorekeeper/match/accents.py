"""Text without accents, for sorting, searching and comparing names."""

import unicodedata


def without_accents(text: str) -> str:
    """Return the text without combining marks.

    A text that consists only of combining marks is returned unchanged.
    """
    if text.isascii():
        return text
    decomposed = unicodedata.normalize("NFD", text)
    return "".join(sign for sign in decomposed if not unicodedata.combining(sign)) or text
