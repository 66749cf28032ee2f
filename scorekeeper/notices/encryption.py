"""Encryption of messages for a browser (RFC 8291), and the server's signature (RFC 8292).

Both use the `cryptography` package (the extra `notices`). Importing it takes time and memory, so
each function imports it at first use, and a server without notifications never does.
"""

import base64
import json
from functools import lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

RECORD_SIZE = 4096  # bytes; the whole message is one record
PADDED_LENGTH = 1024  # bytes; all notifications have the same length, so the length reveals nothing
KEY_BYTES, NONCE_BYTES, SALT_BYTES = 16, 12, 16
LAST_RECORD = b"\x02"  # ends the text; only padding follows
MAX_SIGNING_KEYS = 64  # leagues whose key is kept in memory


@lru_cache(1)
def is_available() -> bool:
    """Return whether the extra `notices` is installed."""
    return find_spec("cryptography") is not None


def to_base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64url(text: str) -> bytes:
    """Return the bytes of base64url text, with or without padding.

    Raises ValueError if the text is not base64url.
    """
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


# ---------------------------------------------------------------- keys


def new_private_key() -> str:
    """Return a new private key for the curve P-256: a 32-byte number, encoded as base64url."""
    from cryptography.hazmat.primitives.asymmetric import ec

    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return to_base64url(number.to_bytes(32))


def decode_private_key(text: str) -> "EllipticCurvePrivateKey":
    from cryptography.hazmat.primitives.asymmetric import ec

    return ec.derive_private_key(int.from_bytes(from_base64url(text)), ec.SECP256R1())


@lru_cache(MAX_SIGNING_KEYS)
def signing_key(text: str) -> "EllipticCurvePrivateKey":
    """Return the private key that signs a league's messages, decoded from base64url."""
    return decode_private_key(text)


def public_key(private: str) -> str:
    """Return the public key of a private key: an uncompressed 65-byte point, as base64url."""
    return to_base64url(point(signing_key(private)))


def point(private: "EllipticCurvePrivateKey") -> bytes:
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    return private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def is_public_key(data: bytes) -> bool:
    """Return whether `data` is the encoding of a point on the curve P-256."""
    from cryptography.hazmat.primitives.asymmetric import ec

    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), data)
    except ValueError:
        return False
    return True


# ---------------------------------------------------------------- encryption


def encrypt(
    text: bytes, browser_key: bytes, auth: bytes, *, sender: str, salt: bytes, length: int = 0
) -> bytes:
    """Return the body of a message (content encoding aes128gcm), padded to `length` bytes of text.

    `browser_key` (65 bytes) and `auth` (16 bytes) are from the subscription. `sender` is a
    private key and `salt` is 16 bytes. Use a new `sender` and a new `salt` for each message.
    """
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM

    private = decode_private_key(sender)
    own_point, curve = point(private), ec.SECP256R1()
    browser = ec.EllipticCurvePublicKey.from_encoded_point(curve, browser_key)
    shared = private.exchange(ec.ECDH(), browser)
    secret = hkdf(auth, shared, b"WebPush: info\0" + browser_key + own_point, 32)
    key = hkdf(salt, secret, b"Content-Encoding: aes128gcm\0", KEY_BYTES)
    nonce = hkdf(salt, secret, b"Content-Encoding: nonce\0", NONCE_BYTES)
    head = salt + RECORD_SIZE.to_bytes(4) + len(own_point).to_bytes(1) + own_point
    padded = (text + LAST_RECORD).ljust(length, b"\0")
    return head + AESGCM(key).encrypt(nonce, padded, None)


def hkdf(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    from cryptography.hazmat.primitives.hashes import SHA256
    from cryptography.hazmat.primitives.kdf.hkdf import HKDF

    return HKDF(algorithm=SHA256(), length=length, salt=salt, info=info).derive(secret)


# ---------------------------------------------------------------- the signature


def vapid_header(private: str, audience: str, contact: str, expires: int) -> str:
    """Return the `Authorization` header of a message to a push service with the origin `audience`.

    `contact` is an address where the service can reach the operator of this server. The signature
    is valid until `expires` (seconds since 1970).
    """
    from cryptography.hazmat.primitives.asymmetric import ec, utils
    from cryptography.hazmat.primitives.hashes import SHA256

    signed = f"{json_part({'typ': 'JWT', 'alg': 'ES256'})}." + json_part(
        {"aud": audience, "exp": expires, "sub": contact}
    )
    der = signing_key(private).sign(signed.encode(), ec.ECDSA(SHA256()))
    r, s = utils.decode_dss_signature(der)
    signature = to_base64url(r.to_bytes(32) + s.to_bytes(32))
    return f"vapid t={signed}.{signature}, k={public_key(private)}"


def json_part(content: dict[str, Any]) -> str:
    return to_base64url(json.dumps(content, separators=(",", ":")).encode())
