"""Secrets and codes: how they are made, how people may type them, and the little that is kept.

Codes use Crockford's thirty-two: ten digits and the letters but I, L, O and U, so that nothing
looks like something else. Whoever types an O or an l is understood all the same.
"""

import hashlib
import re
import secrets

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LOOK_ALIKES = str.maketrans("OIL", "011")
JOIN_CODE_LENGTH, RECOVERY_CODE_LENGTH = (
    8,
    25,
)  # characters of a code to join, and of the one for recovery
SECRET_BYTES = 24  # bytes of chance in a link or a cookie: 192 bits


def new_secret() -> str:
    """A secret for a link or a cookie, of letters that an address may hold."""
    return secrets.token_urlsafe(SECRET_BYTES)


def new_code(length: int = JOIN_CODE_LENGTH) -> str:
    """A code to be read out or printed: five bits of chance in each character."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def parse_code(text: str) -> str | None:
    """The code somebody typed, in whatever case and with whatever between; None if it is none."""
    code = re.sub(r"[\s.–—-]", "", text).upper().translate(LOOK_ALIKES)
    fits = len(code) in {JOIN_CODE_LENGTH, RECOVERY_CODE_LENGTH} and set(code) <= set(ALPHABET)
    return code if fits else None


def format_code(code: str) -> str:
    """The code as it is read out: K7MQ 4TXP, or five groups of five."""
    size = 4 if len(code) == JOIN_CODE_LENGTH else 5
    return " ".join(code[at : at + size] for at in range(0, len(code), size))


def token_hash(secret: str) -> str:
    """What is stored of a secret. It is long and made by chance, so once through is enough."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()
