"""Generate, parse and format secrets and codes, and hash them for storage.

Codes use Crockford's base 32: the digits, and all letters except I, L, O and U. No two of these
characters look alike. A typed O is read as 0, and a typed I or L is read as 1.
"""

import hashlib
import re
import secrets

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LOOK_ALIKES = str.maketrans("OIL", "011")
JOIN_CODE_LENGTH, RECOVERY_CODE_LENGTH = 8, 25  # characters
SECRET_BYTES = 24  # random bytes in a link or a cookie: 192 bits


def new_secret() -> str:
    """Return a random, URL-safe secret for a link or a cookie."""
    return secrets.token_urlsafe(SECRET_BYTES)


def new_code(length: int = JOIN_CODE_LENGTH) -> str:
    """Return a random code to read out or print, with five random bits per character."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def parse_code(text: str) -> str | None:
    """Return the code in the typed text, or None if the text is not a code.

    Case, spaces, dots and dashes are ignored.
    """
    code = re.sub(r"[\s.–—-]", "", text).upper().translate(LOOK_ALIKES)
    fits = len(code) in {JOIN_CODE_LENGTH, RECOVERY_CODE_LENGTH} and set(code) <= set(ALPHABET)
    return code if fits else None


def format_code(code: str) -> str:
    """Return the code in groups, such as K7MQ 4TXP.

    A recovery code has five groups of five characters.
    """
    size = 4 if len(code) == JOIN_CODE_LENGTH else 5
    return " ".join(code[start : start + size] for start in range(0, len(code), size))


def token_hash(secret: str) -> str:
    """Return the SHA-256 hex digest that is stored instead of a secret or a code.

    Links and cookies do not need a slow hash, because they have 192 random bits. Join codes have
    only 40 random bits, but expire after 15 minutes.
    """
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
