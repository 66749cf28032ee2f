"""All sentences marked for translation in code and templates, extracted with Babel."""

import re
from pathlib import Path

from babel.messages.extract import extract
from jinja2.ext import babel_extract

from tests.shared import shared

ROOT = Path(__file__).resolve().parents[1]
KEYWORDS = {"_": None, "say": None, "n_": (1, 2), "say_n": (1, 2)}
CALL = re.compile(rf"\b({'|'.join(KEYWORDS)})\(")
SETTINGS = {"trim_blocks": "true", "lstrip_blocks": "true"}
PYTHON = sorted((ROOT / "scorekeeper").rglob("*.py"))
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))


def extract_messages(file):
    """Yield (line, messages) for each marked sentence in a file.

    `messages` is (text,) or, if the sentence has a plural, (singular, plural).
    """
    if not CALL.search(file.read_text("utf-8")):
        return  # half of the modules mark nothing, and Babel would split them into tokens
    method = "python" if file.suffix == ".py" else babel_extract
    with file.open("rb") as text:
        for line, message, *_ in extract(method, text, keywords=KEYWORDS, options=SETTINGS):
            yield line, message if isinstance(message, tuple) else (message,)


@shared
def catalogue():
    """Return all messages.

    They are extracted only when a test needs them, because half of the test workers need none.
    """
    return {message for file in (*PYTHON, *TEMPLATES) for _, message in extract_messages(file)}
