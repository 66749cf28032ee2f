"""A software authenticator, which creates passkeys and signs challenges as a browser does."""

import hashlib
import json
import secrets

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

PRESENT, VERIFIED, NEW = 0x01, 0x04, 0x40


class Authenticator:
    """One passkey with a P-256 key, used from one origin."""

    def __init__(self, origin="http://localhost"):
        self.origin = origin
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = secrets.token_bytes(16)
        self.used = 0  # signature counter; passkeys that sync between phones always report 0

    def make(self, question):
        """Return the JSON response to these registration options."""
        numbers = self.key.public_key().public_numbers()
        x, y = (number.to_bytes(32, "big") for number in (numbers.x, numbers.y))
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        named = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + public
        data = self.about(question["rp"]["id"], NEW) + named
        statement = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self.client("webauthn.create", question)
        return self.answer(clientDataJSON=client, attestationObject=statement)

    def sign(self, question):
        """Return the JSON response to these sign-in options."""
        data, client = self.about(question["rpId"]), self.client("webauthn.get", question)
        signed = data + hashlib.sha256(client).digest()
        signature = self.key.sign(signed, ec.ECDSA(SHA256()))
        return self.answer(clientDataJSON=client, authenticatorData=data, signature=signature)

    def about(self, host, more=0):
        flags = bytes([PRESENT | VERIFIED | more])
        return hashlib.sha256(host.encode()).digest() + flags + self.used.to_bytes(4, "big")

    def client(self, kind, question):
        said = {"type": kind, "challenge": question["challenge"], "origin": self.origin}
        return json.dumps(said).encode()

    def answer(self, **parts):
        name = bytes_to_base64url(self.id)
        response = {key: bytes_to_base64url(part) for key, part in parts.items()}
        return json.dumps({"id": name, "rawId": name, "type": "public-key", "response": response})


def challenge_of(answer):
    """Return, as bytes, the challenge that this response answers."""
    client = json.loads(base64url_to_bytes(json.loads(answer)["response"]["clientDataJSON"]))
    return base64url_to_bytes(client["challenge"])
