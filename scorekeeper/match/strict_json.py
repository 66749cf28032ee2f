"""PURE. What strangers send, read strictly: match documents in JSON, one or a list, and numbers.

Python's reader lets through what no other reader agrees on (NaN, a name twice, text that is not
UTF-8); here each is refused, since a number read differently elsewhere is a wrong score.
"""

import json
from typing import Any, NoReturn

from scorekeeper.messages import UserError, say


class InvalidDocuments(UserError):
    """Why this is not JSON with match documents, in a sentence."""


def parse_documents(data: bytes) -> Any:
    """The object, or the list of objects, in these bytes; raises NotDocuments."""
    found = parse_json(data)
    for number, one in enumerate(found if isinstance(found, list) else [found], start=1):
        if not isinstance(one, dict):
            place = say("Number {n} of the list", n=number)
            raise InvalidDocuments(
                say(
                    "{place} is not a match document: an object with a game in it.",
                    place=place if isinstance(found, list) else say("This JSON"),
                )
            )
    return found


def parse_json(data: bytes) -> Any:
    try:
        return json.loads(
            data.decode("utf-8-sig"),
            parse_constant=reject_constant,
            object_pairs_hook=reject_duplicate_keys,
        )
    except InvalidDocuments:
        raise
    except UnicodeDecodeError as error:
        reason = say("This is not UTF-8 text: byte {n} is wrong.", n=error.start + 1)
        raise InvalidDocuments(reason) from None
    except json.JSONDecodeError as error:
        raise InvalidDocuments(
            say(
                "This is not JSON: {reason}, line {line}, column {column}.",
                reason=error.msg,
                line=error.lineno,
                column=error.colno,
            )
        ) from None
    except RecursionError:
        raise InvalidDocuments(say("This JSON is nested deeper than any match.")) from None
    except ValueError:  # Python's own limit on the digits of a number
        raise InvalidDocuments(say("This JSON has a number longer than any score.")) from None


def reject_constant(word: str) -> NoReturn:
    raise InvalidDocuments(say("This is not JSON: {word} is not a number.", word=word))


def reject_duplicate_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            reason = say("This JSON says {name} twice in one object.", name=json.dumps(name))
            raise InvalidDocuments(reason)
        found[name] = value
    return found


def parse_small_int(text: str, digits: int = 9) -> int | None:
    """A whole number from 0 up of at most nine digits; None for anything else, however long."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else None


def to_json_bytes(answer: Any) -> bytes:
    """JSON for people and programs; half a character in a name goes out as it came in, \\ud800."""
    text = json.dumps(answer, ensure_ascii=False, indent=2)
    return text.encode("utf-8", errors="backslashreplace") + b"\n"
