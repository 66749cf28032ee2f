"""A push service on this machine, and the part of a browser that decrypts push messages."""

import base64
import json
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from threading import Event, Thread

from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.hmac import HMAC
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from scorekeeper.notices.subscriptions import PushSubscription

TIMEOUT_S = 10  # for an expected message


def to_text(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def to_bytes(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def mac(key, data):
    code = HMAC(key, SHA256())
    code.update(data)
    return code.finalize()


class Browser:
    """A browser with its own keys, which decrypts messages step by step as in RFC 8291."""

    def __init__(self):
        self.private, self.auth = ec.generate_private_key(ec.SECP256R1()), bytes(range(16))
        self.point = self.private.public_key().public_bytes(
            Encoding.X962, PublicFormat.UncompressedPoint
        )

    def keys(self, endpoint):
        return {"endpoint": endpoint, "p256dh": to_text(self.point), "auth": to_text(self.auth)}

    def subscription(self, device, endpoint, kinds=("turn",)):
        return PushSubscription(
            device,
            **self.keys(endpoint),
            site="https://cards.example",
            kinds=[*kinds],
            details=False,
        )

    def read(self, body):
        """Decrypt a message and return its JSON."""
        salt, size, sender, sealed = body[:16], body[16:20], body[21 : 21 + body[20]], body[86:]
        assert (int.from_bytes(size), len(sender)) == (4096, 65)
        key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        secret = mac(self.auth, self.private.exchange(ec.ECDH(), key))
        secret = mac(salt, mac(secret, b"WebPush: info\0" + self.point + sender + b"\1"))
        content = mac(secret, b"Content-Encoding: aes128gcm\0\1")[:16]
        nonce = mac(secret, b"Content-Encoding: nonce\0\1")[:12]
        text = AESGCM(content).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert text.endswith(b"\2")
        return json.loads(text[:-1])


def claims(header):
    """Check the signature of a server's header, and return the claims and the public key in it."""
    token, key = header.removeprefix("vapid t=").split(", k=")
    signed, _, signature = token.rpartition(".")
    r, s = (int.from_bytes(part) for part in (to_bytes(signature)[:32], to_bytes(signature)[32:]))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), to_bytes(key))
    public.verify(utils.encode_dss_signature(r, s), signed.encode(), ec.ECDSA(SHA256()))
    return json.loads(to_bytes(signed.partition(".")[2])), key


class PushService:
    """A push service that accepts messages. While `open` is not set, it does not respond.

    `statuses` lists the statuses of its next responses. If the list is empty, it responds with 201.
    """

    def __init__(self):
        self.received, self.statuses, self.open = Queue(), [], Event()
        self.arrived = Event()
        self.open.set()
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), handler(self))
        self.thread = Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.02})
        self.thread.start()

    @property
    def address(self):
        return f"http://127.0.0.1:{self.server.server_port}"

    def next(self):
        """Wait for the next message, and return it as (path, headers, body)."""
        return self.received.get(timeout=TIMEOUT_S)

    def stop(self):
        self.open.set()
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


def wait_until_sent(deliveries):
    """Wait until all notifications are sent.

    `deliveries` must send a message again without a delay, because later attempts are not awaited.
    """
    while not deliveries.drain(TIMEOUT_S):
        pass


def handler(service):
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            service.arrived.set()
            service.open.wait(TIMEOUT_S)
            status = service.statuses.pop(0) if service.statuses else 201
            service.received.put((self.path, self.headers, body))
            self.send_response(status)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *arguments):
            """Log nothing, because pytest shows failures."""

    return Handler
