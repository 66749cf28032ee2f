"""A streaming JSON parser, which reads a document item by item, with about one row in memory.

An item is a named value of the first object, a row of one of its lists, or a value after that
object, as in JSON Lines. The standard library decodes each item, as strictly as `match.strict_json`
does. This module parses the rest: the first object, its lists, and items that are split between
two chunks.
"""

import codecs
import json
import re
from collections.abc import Iterator
from typing import IO, Any, NamedTuple

from scorekeeper.match.strict_json import (
    InvalidDocuments,
    reject_constant,
    reject_duplicate_keys,
    syntax_error_reason,
)
from scorekeeper.messages import Message, say
from scorekeeper.runtime.progress import ProgressCallback, no_progress

CHUNK_BYTES = 1 << 16
MAX_PIECE_CHARS = 1 << 20  # characters of an item; real ones have a few thousand at most
MAX_WHITESPACE_CHARS = 1 << 20  # characters between two items
MAX_TOKEN_CHARS = 32  # the longest literal, number or escape that the end of a chunk may split
LITERALS = ("true", "false", "null", "-")
INVALID_CHARACTERS = re.compile("[\0\ud800-\udfff]")
WHITESPACE = re.compile(r"[ \t\n\r]*")
DECODER = json.JSONDecoder(parse_constant=reject_constant, object_pairs_hook=reject_duplicate_keys)
OTHER_FORMATS = {
    b"\x1f\x8b": say("This file is compressed (gzip). Unpack it first."),
    b"PK\x03\x04": say(
        "This file is compressed (zip). Unpack it, then choose the file that was inside."
    ),
    b"SQLite format 3\0": say("This file is a database, not an export. Use `scorekeeper restore`."),
}


class StreamItem(NamedTuple):
    """A named value of the first object (`number` is 0), or a row of a list (numbered from 1).

    A list is yielded as an item with number 0 and an empty list as its value, followed by its rows.
    """

    name: str
    number: int
    line: int
    value: Any


def stream_items(reader: "JsonReader") -> Iterator[StreamItem]:
    """Yield all items of the first object, in order.

    Raises InvalidDocuments if the document is not JSON, is cut off, or is not an object.
    """
    reader.expect("{", say("This is not a Scorekeeper export: it is not a JSON object."))
    names: set[str] = set()
    while reader.has_next_item("}", first=not names):
        name, line = reader.name(), reader.line
        if name in names:
            raise InvalidDocuments(
                say("This JSON has the key {name} twice in one object.", name=json.dumps(name))
            )
        names.add(name)
        if reader.next() != "[":
            yield StreamItem(name, 0, line, reader.value())
            continue
        yield StreamItem(name, 0, line, [])
        yield from list_items(reader, name)


def stream_values(reader: "JsonReader") -> Iterator[tuple[int, Any]]:
    """Yield the values after the first object, each with its line.

    Raises InvalidDocuments if one of them is invalid.
    """
    while reader.has_more():
        line = reader.line
        yield line, reader.value()


def list_items(reader: "JsonReader", name: str) -> Iterator[StreamItem]:
    """Yield the rows of a list."""
    reader.expect("[", say("This is not a Scorekeeper export: a list is missing."))
    number = 0
    while reader.has_next_item("]", first=number == 0):
        number += 1
        reader.next()
        line = reader.line
        yield StreamItem(name, number, line, reader.value())


class JsonReader:
    """A reader for JSON files, which reads chunks of 64 KiB.

    Once `next` has been called, `line` is the line number of the next item, counted from 1.
    `progress` is called with the number of bytes read so far. `position` is the index of the next
    character in `text`, and `counted_to` is the index up to which the lines are counted.
    """

    def __init__(self, file: IO[bytes], progress: ProgressCallback = no_progress) -> None:
        self.file, self.progress = file, progress
        self.decode = codecs.getincrementaldecoder("utf-8-sig")().decode
        self.text, self.position, self.line, self.counted_to = "", 0, 1, 0
        self.bytes = 0
        self.is_over = False

    def read_chunk(self) -> bool:
        """Read the next chunk and drop the parsed text. Returns False at the end of the file."""
        if self.is_over:
            return False
        chunk = self.file.read(CHUNK_BYTES)
        self.refuse_other_formats(chunk)
        try:
            text = self.decode(chunk, final=not chunk)
        except UnicodeDecodeError as error:
            raise InvalidDocuments(
                say("This is not UTF-8 text: byte {n} is invalid.", n=self.bytes + error.start + 1)
            ) from None
        self.bytes += len(chunk)
        self.progress(self.bytes)
        self.count_lines()
        self.text, self.position, self.counted_to = self.text[self.position :] + text, 0, 0
        self.is_over = not chunk
        return not self.is_over

    def refuse_other_formats(self, chunk: bytes) -> None:
        for start, sentence in OTHER_FORMATS.items():
            if self.bytes == 0 and chunk.startswith(start):
                raise InvalidDocuments(sentence)

    def count_lines(self) -> None:
        self.line += self.text.count("\n", self.counted_to, self.position)
        self.counted_to = self.position

    def next(self) -> str:
        """Skip whitespace and return the first character of the next item."""
        skipped = 0
        while True:
            after = WHITESPACE.match(self.text, self.position)
            end = after.end() if after else self.position
            skipped += end - self.position
            self.position = end
            if skipped > MAX_WHITESPACE_CHARS:
                raise InvalidDocuments(
                    say("This is not an export: it contains too much white space.")
                )
            if self.position < len(self.text):
                self.count_lines()
                return self.text[self.position]
            if not self.read_chunk():
                raise self.incomplete_file_error()

    def incomplete_file_error(self) -> InvalidDocuments:
        if not self.bytes:
            return InvalidDocuments(say("This file is empty."))
        return InvalidDocuments(
            say("This file is incomplete: it ends on line {line}.", line=self.line)
        )

    def expect(self, sign: str, otherwise: Message) -> None:
        if self.next() != sign:
            raise InvalidDocuments(otherwise)
        self.position += 1

    def has_next_item(self, end: str, *, first: bool) -> bool:
        """Return whether this list or object has another item.

        The comma before the item or, at the end, the closing bracket is consumed.
        """
        sign = self.next()
        if sign == end:
            self.position += 1
            return False
        if not first:
            self.expect(
                ",", say("This is not JSON: a comma is missing on line {line}.", line=self.line)
            )
        return True

    def name(self) -> str:
        """Read a name of the object and the colon after it."""
        if self.next() != '"':
            raise InvalidDocuments(
                say("This is not JSON: a name is missing on line {line}.", line=self.line)
            )
        name = self.value()
        self.expect(
            ":", say("This is not JSON: a colon is missing on line {line}.", line=self.line)
        )
        return str(name)

    def value(self) -> Any:
        """Read one complete value. Raises InvalidDocuments if it is invalid."""
        self.next()
        while True:
            try:
                value, end = DECODER.raw_decode(self.text, self.position)
            except json.JSONDecodeError as error:
                ahead = error.pos - self.position  # `read_further` shifts the text
                if not (self.may_be_truncated(error) and self.read_further()):
                    raise self.syntax_error(error, self.position + ahead) from None
            except RecursionError:
                raise InvalidDocuments(
                    say("This JSON is nested too deeply for an export.")
                ) from None
            except ValueError:  # Python's limit on the digits of an integer
                raise InvalidDocuments(
                    say("This JSON contains a number with too many digits.")
                ) from None
            else:
                # A number at the end of the text read so far may continue in the next chunk.
                if end < len(self.text) or not self.read_chunk():
                    self.refuse_invalid_characters(value, self.text[self.position : end])
                    self.position = end
                    return value

    def may_be_truncated(self, error: json.JSONDecodeError) -> bool:
        """Return whether the error may be caused only by the end of the chunk."""
        near_the_end = error.pos > len(self.text) - MAX_TOKEN_CHARS
        return near_the_end or error.msg.startswith("Unterminated")

    def read_further(self) -> bool:
        """Read further until the unparsed text has doubled, so that few attempts are needed.

        Returns False at the end of the file. Raises InvalidDocuments if the item is already longer
        than MAX_PIECE_CHARS.
        """
        size = len(self.text) - self.position
        if size > MAX_PIECE_CHARS:
            raise InvalidDocuments(say("Line {line} is too long.", line=self.line))
        while len(self.text) - self.position < 2 * size and self.read_chunk():
            pass
        return len(self.text) - self.position > size

    def syntax_error(self, error: json.JSONDecodeError, position: int) -> InvalidDocuments:
        rest = self.text[position:].strip()
        if error.msg.startswith("Unterminated") or any(word.startswith(rest) for word in LITERALS):
            return self.incomplete_file_error()
        self.line += self.text.count("\n", self.counted_to, position)
        reason = syntax_error_reason(error)
        return InvalidDocuments(
            say("This is not JSON. Line {line}: {reason}.", reason=reason, line=self.line)
        )

    def refuse_invalid_characters(self, value: Any, text: str) -> None:
        """Raise InvalidDocuments for escaped NUL or lone surrogates, which databases reject."""
        if "\\u" in text and any(INVALID_CHARACTERS.search(each) for each in strings_in(value)):
            raise InvalidDocuments(
                say("There is an invalid character on line {line}.", line=self.line)
            )

    def has_more(self) -> bool:
        """Skip whitespace, and return whether anything follows."""
        while self.position < len(self.text) or self.read_chunk():
            after = WHITESPACE.match(self.text, self.position)
            self.position = after.end() if after else self.position
            if self.position < len(self.text):
                self.count_lines()
                return True
        return False

    def end(self) -> None:
        """Raise InvalidDocuments if anything but whitespace follows."""
        if self.has_more():
            raise InvalidDocuments(say("This is not JSON: there is extra text at the end."))


def strings_in(value: Any) -> Iterator[str]:
    """Yield all strings in a value, including the names of objects."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for each in value:
            yield from strings_in(each)
    elif isinstance(value, dict):
        yield from value
        for each in value.values():
            yield from strings_in(each)
