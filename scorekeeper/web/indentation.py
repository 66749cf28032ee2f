"""Leaves the indentation of templates out of pages: it was a twentieth of a compressed page."""

import re
from collections.abc import Iterable

from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream

WHITESPACE_RUN = re.compile(r"\s*\n\s*| {2,}")


class CollapseWhitespace(Extension):
    """Only what a template says itself; values keep their spaces. Parts of a line stay apart."""

    def filter_stream(self, stream: TokenStream) -> Iterable[Token]:
        for token in stream:
            yield (
                token._replace(value=collapse_whitespace(token.value))
                if token.type == "data"
                else token
            )


def collapse_whitespace(text: str) -> str:
    """One line break or one space in the place of several."""
    return WHITESPACE_RUN.sub(lambda found: "\n" if "\n" in found[0] else " ", text)
