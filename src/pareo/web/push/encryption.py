"""What is sent, encrypted for one browser, and the proof of who sends it.

Contract: `encrypt` works by RFC 8291 (aes128gcm of RFC 8188): only the browser can read it, and all messages are
equally long. `VapidSender` signs by RFC 8292 (VAPID) with a key that follows from the server's own. `cryptography` is
read only here and only when something is sent: it is the extra `pareo[push]`.
"""

from __future__ import annotations

import hashlib
import hmac
import importlib.util
import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey

LENGTH = 1024  # of every message before it is encrypted
_RECORD = 4096
_ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of P-256
_GOOD_FOR = 12 * 3600  # seconds; at most a day


def is_installed() -> bool:
    """Is the extra `pareo[push]` installed?"""
    return importlib.util.find_spec("cryptography") is not None


def to_base64url(data: bytes) -> str:
    """base64url without padding, as browsers write keys."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64url(text: str) -> bytes:
    """The bytes of base64url without padding; ValueError where it is no such text."""
    if not text.isascii() or not all(sign.isalnum() or sign in "-_" for sign in text):
        raise ValueError(text)
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def is_public_key(data: bytes) -> bool:
    """Is it a public key of P-256, uncompressed?"""
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415  (the extra)

    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), data)
    except ValueError:
        return False
    return len(data) == 65


def encrypt(message: bytes, key: bytes, auth: bytes) -> bytes:
    """The encrypted body of a push message for the browser with this public key and this secret."""
    from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415  (the extra)
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # noqa: PLC0415

    own = ec.generate_private_key(ec.SECP256R1())
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), key)
    public = _public_key_bytes(own)
    agreed = _derive_key(own.exchange(ec.ECDH(), theirs), auth, b"WebPush: info\0" + key + public, 32)
    salt = secrets.token_bytes(16)
    secret = _derive_key(agreed, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive_key(agreed, salt, b"Content-Encoding: nonce\0", 12)
    padded = message + b"\2" + bytes(LENGTH - len(message))
    head = salt + _RECORD.to_bytes(4, "big") + bytes([len(public)]) + public
    return head + AESGCM(secret).encrypt(nonce, padded, None)


def _derive_key(secret: bytes, salt: bytes, about: bytes, length: int) -> bytes:
    """HKDF with SHA-256 for one block (RFC 5869)."""
    pseudo_random = hmac.new(salt, secret, hashlib.sha256).digest()
    return hmac.new(pseudo_random, about + b"\1", hashlib.sha256).digest()[:length]


def _public_key_bytes(key: EllipticCurvePrivateKey) -> bytes:
    numbers = key.public_key().public_numbers()
    return b"\4" + numbers.x.to_bytes(32, "big") + numbers.y.to_bytes(32, "big")


@dataclass(frozen=True)
class VapidSender:
    """The identity of the sender (RFC 8292): the same for every server on one database, and after a restart. `seed`: at
    least 40 secret bytes."""

    seed: bytes

    @cached_property
    def _key(self) -> EllipticCurvePrivateKey:
        from cryptography.hazmat.primitives.asymmetric import ec  # noqa: PLC0415  (the extra)

        return ec.derive_private_key(int.from_bytes(self.seed, "big") % (_ORDER - 1) + 1, ec.SECP256R1())

    @cached_property
    def public(self) -> str:
        """The public key that a browser ties its subscription to."""
        return to_base64url(_public_key_bytes(self._key))

    def authorization(self, origin: str, home: str, now: float) -> str:
        """The Authorization header for a push service at this origin; `home`: the contact for the service."""
        from cryptography.hazmat.primitives.asymmetric import ec, utils  # noqa: PLC0415  (the extra)
        from cryptography.hazmat.primitives.hashes import SHA256  # noqa: PLC0415

        claims = {"aud": origin, "exp": int(now) + _GOOD_FOR, "sub": home}
        text = ".".join(to_base64url(json.dumps(part).encode()) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
        r, s = utils.decode_dss_signature(self._key.sign(text.encode(), ec.ECDSA(SHA256())))
        signature = to_base64url(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
        return f"vapid t={text}.{signature}, k={self.public}"
