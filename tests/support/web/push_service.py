"""A push service such as browsers have: TLS on this machine, and a browser that decrypts its messages."""

from __future__ import annotations

import contextlib
import json
import secrets
import ssl
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.x509.oid import NameOID

from pareo.web.push.encryption import from_base64url, to_base64url
from pareo.web.push.endpoints import PushTransport

HOST = "updates.push.services.mozilla.com"


def _hkdf(secret: bytes, salt: bytes, about: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, about).derive(secret)


def decrypt(body: bytes, own: ec.EllipticCurvePrivateKey, auth: bytes) -> bytes:
    """What a browser reads: RFC 8291 from the receiver's side, with the library's own HKDF."""
    salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
    theirs, data = body[21 : 21 + length], body[21 + length :]
    assert len(data) <= size
    public = own.public_key().public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    shared = own.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs))
    agreed = _hkdf(shared, auth, b"WebPush: info\0" + public + theirs, 32)
    secret = _hkdf(agreed, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _hkdf(agreed, salt, b"Content-Encoding: nonce\0", 12)
    padded = AESGCM(secret).decrypt(nonce, data, None)
    text, _, rest = padded.rpartition(b"\2")
    assert not rest.strip(b"\0")
    return text


@dataclass(slots=True)
class PushBrowser:
    """A browser that subscribes."""

    path: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: bytes = field(default_factory=lambda: secrets.token_bytes(16))

    @property
    def form(self) -> dict[str, str]:
        """The form that it sends to subscribe."""
        point = self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        return {
            "endpoint": f"https://{HOST}{self.path}",
            "p256dh": to_base64url(point),
            "auth": to_base64url(self.auth),
        }


@dataclass(slots=True)
class PushService:
    """The service. `received`: path, headers and body of each message."""

    certificate: Path
    port: int = 0
    statuses: dict[str, int] = field(default_factory=dict)  # by path; others are taken
    received: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)

    def way(self) -> PushTransport:
        """The way here instead of to the internet."""
        return PushTransport(
            lambda host: ["127.0.0.1"], self.port, lambda: ssl.create_default_context(cafile=self.certificate)
        )

    def messages_for(self, browser: PushBrowser) -> list[Any]:
        return [
            json.loads(decrypt(body, browser.key, browser.auth))
            for path, _, body in self.received
            if path == browser.path
        ]


def check_signature(header: str, origin: str) -> dict[str, Any]:
    """The claims of a VAPID header whose signature is good."""
    token, _, key = header.removeprefix("vapid t=").partition(", k=")
    text, _, signature = token.rpartition(".")
    raw = from_base64url(signature)
    good = utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_base64url(key))
    public.verify(good, text.encode(), ec.ECDSA(hashes.SHA256()))
    head, claims = (json.loads(from_base64url(part)) for part in text.split("."))
    assert head == {"typ": "JWT", "alg": "ES256"}
    assert claims["aud"] == origin
    return dict(claims)


def _certificate(folder: Path) -> Path:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, HOST)])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    path = folder / "service.pem"
    path.write_bytes(
        made.public_bytes(serialization.Encoding.PEM)
        + key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return path


@contextlib.contextmanager
def push_service(folder: Path) -> Iterator[PushService]:
    """A service that runs."""
    service = PushService(_certificate(folder))

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            service.received.append((self.path, {k.lower(): v for k, v in self.headers.items()}, body))
            self.send_response(service.statuses.get(self.path, 201))
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(service.certificate)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    service.port = server.server_address[1]
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield service
    finally:
        server.shutdown()
        server.server_close()
