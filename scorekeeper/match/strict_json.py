"""Strict parsing of untrusted JSON, such as match documents.

Python's parser accepts input that other parsers reject or read differently, such as NaN and
duplicate keys. This module refuses such input, and text that is not UTF-8. Otherwise, another
program could read a different number and compute a different score.
"""

import json
from typing import Any, NoReturn

from scorekeeper.messages import Message, UserError, say

# Descriptions of syntax errors, by the beginning of Python's error message.
SYNTAX_ERRORS = {
    "Expecting value": say("a value is missing"),
    "Expecting ',' delimiter": say("a comma is missing"),
    "Expecting ':' delimiter": say("a colon is missing"),
    "Expecting property name": say("a name in double quotes is missing"),
    "Illegal trailing comma": say("there is a comma after the last item"),
    "Unterminated string": say("a closing quotation mark is missing"),
    "Invalid control character": say("a string contains a line break or a control character"),
    "Invalid \\": say("a string contains an invalid escape sequence"),
    "Extra data": say("there is extra text at the end"),
}


class InvalidDocuments(UserError):
    """The bytes are not valid JSON, or contain no match documents. The message gives the reason."""


def parse_documents(data: bytes) -> Any:
    """Parse one JSON object or a list of objects in UTF-8. Raises InvalidDocuments."""
    parsed = parse_json(data)
    for number, entry in enumerate(parsed if isinstance(parsed, list) else [parsed], start=1):
        if not isinstance(entry, dict):
            place = say("Item {n} of the list", n=number)
            raise InvalidDocuments(
                say(
                    "{place} is not a match document. A match document is an object with the field "
                    "“game”.",
                    place=place if isinstance(parsed, list) else say("This JSON"),
                )
            )
    return parsed


def parse_json(data: bytes) -> Any:
    """Parse JSON in UTF-8, with or without a byte order mark. Raises InvalidDocuments."""
    try:
        return json.loads(
            data.decode("utf-8-sig"),
            parse_constant=reject_constant,
            object_pairs_hook=reject_duplicate_keys,
        )
    except InvalidDocuments:
        raise
    except UnicodeDecodeError as error:
        reason = say("This is not UTF-8 text: byte {n} is invalid.", n=error.start + 1)
        raise InvalidDocuments(reason) from None
    except json.JSONDecodeError as error:
        raise InvalidDocuments(
            say(
                "This is not JSON. Line {line}, column {column}: {reason}.",
                reason=syntax_error_reason(error),
                line=error.lineno,
                column=error.colno,
            )
        ) from None
    except RecursionError:
        raise InvalidDocuments(
            say("This JSON is nested too deeply for a match document.")
        ) from None
    except ValueError:  # Python limits an integer to 4300 digits
        raise InvalidDocuments(say("This JSON contains a number with too many digits.")) from None


def syntax_error_reason(error: json.JSONDecodeError) -> Message:
    """Return what is wrong with the text, worded as the end of a sentence."""
    reasons = (reason for start, reason in SYNTAX_ERRORS.items() if error.msg.startswith(start))
    return next(reasons, say("the syntax is invalid"))


def reject_constant(word: str) -> NoReturn:
    raise InvalidDocuments(say("This is not valid JSON: {word} is not allowed.", word=word))


def reject_duplicate_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for name, value in pairs:
        if name in values:
            reason = say("This JSON has the key {name} twice in one object.", name=json.dumps(name))
            raise InvalidDocuments(reason)
        values[name] = value
    return values


def to_json_bytes(answer: Any) -> bytes:
    """Return indented JSON in UTF-8.

    A lone surrogate in a name is written as its escape sequence.
    """
    text = json.dumps(answer, ensure_ascii=False, indent=2)
    return text.encode("utf-8", errors="backslashreplace") + b"\n"
