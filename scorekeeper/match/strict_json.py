"""PURE. What strangers send, read strictly: match documents in JSON, one or a list, and numbers.

Python's reader lets through what no other reader agrees on (NaN, a name twice, text that is not
UTF-8); here each is refused, since a number read differently elsewhere is a wrong score.
"""

import json
from typing import Any, NoReturn

from scorekeeper.messages import Told, say


class NotDocuments(Told):
    """Why this is not JSON with match documents, in a sentence."""


def documents(data: bytes) -> Any:
    """The object, or the list of objects, in these bytes; raises NotDocuments."""
    found = parsed(data)
    for number, one in enumerate(found if isinstance(found, list) else [found], start=1):
        if not isinstance(one, dict):
            place = say("Number {n} of the list", n=number)
            raise NotDocuments(
                say(
                    "{place} is not a match document: an object with a game in it.",
                    place=place if isinstance(found, list) else say("This JSON"),
                )
            )
    return found


def parsed(data: bytes) -> Any:
    try:
        return json.loads(
            data.decode("utf-8-sig"), parse_constant=no_constant, object_pairs_hook=no_name_twice
        )
    except NotDocuments:
        raise
    except UnicodeDecodeError as error:
        reason = say("This is not UTF-8 text: byte {n} is wrong.", n=error.start + 1)
        raise NotDocuments(reason) from None
    except json.JSONDecodeError as error:
        raise NotDocuments(
            say(
                "This is not JSON: {reason}, line {line}, column {column}.",
                reason=error.msg,
                line=error.lineno,
                column=error.colno,
            )
        ) from None
    except RecursionError:
        raise NotDocuments(say("This JSON is nested deeper than any match.")) from None
    except ValueError:  # Python's own limit on the digits of a number
        raise NotDocuments(say("This JSON has a number longer than any score.")) from None


def no_constant(word: str) -> NoReturn:
    raise NotDocuments(say("This is not JSON: {word} is not a number.", word=word))


def no_name_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            reason = say("This JSON says {name} twice in one object.", name=json.dumps(name))
            raise NotDocuments(reason)
        found[name] = value
    return found


def small_number(text: str, digits: int = 9) -> int | None:
    """A whole number from 0 up of at most nine digits; None for anything else, however long."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else None


def written(answer: Any) -> bytes:
    """JSON for people and programs; half a character in a name goes out as it came in, \\ud800."""
    text = json.dumps(answer, ensure_ascii=False, indent=2)
    return text.encode("utf-8", errors="backslashreplace") + b"\n"
