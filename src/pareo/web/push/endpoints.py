"""Where a phone's messages go: the endpoint that a browser sends, checked, and the connection to it.

An endpoint comes from whoever holds a phone, so it is hostile until proved: https on its usual port at one of the
services that browsers use (the owner's page names them), at most so long; and when something is sent, an address of the
open internet, to which alone the connection is made (no second look-up, no redirection). `PushTransport` is given other
addresses, another port and other certificates by tests only.
"""

from __future__ import annotations

import http.client
import ipaddress
import re
import socket
import ssl
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from pareo.core.text.errors import BadInput
from pareo.web.push.encryption import from_base64url, is_public_key, to_base64url

LONGEST = 1000
# Chrome, Edge and most Android browsers; Firefox; Safari; older Edge
_SERVICES = re.compile(
    r"fcm\.googleapis\.com|([a-z0-9-]+\.){0,3}(push\.services\.mozilla\.com|push\.apple\.com|notify\.windows\.com)"
)
_SECONDS = 10.0
_MOST_ANSWER = 4096


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One browser of one phone, as push services know it, and the language its owner reads."""

    address: str
    key: str  # p256dh
    auth: str
    lang: str

    @property
    def host(self) -> str:
        return urlsplit(self.address).hostname or ""

    @property
    def origin(self) -> str:
        return f"https://{self.host}"


def parse_endpoint(form: Mapping[str, str], lang: str) -> Endpoint:
    """The endpoint in what a browser sent (`endpoint`, `p256dh`, `auth`); BadInput if it is not a valid one."""
    address = form.get("endpoint", "")
    try:
        key, auth = from_base64url(form.get("p256dh", "")[:200]), from_base64url(form.get("auth", "")[:200])
        fits = _is_of_a_service(address) and len(auth) == 16 and is_public_key(key)
    except ValueError:
        fits = False
    if not fits:
        raise BadInput("push-endpoint", "This browser did not name a push service.")
    return Endpoint(address, to_base64url(key), to_base64url(auth), lang)


def _is_of_a_service(address: str) -> bool:
    if not 0 < len(address) <= LONGEST or not address.isascii() or not address.isprintable() or " " in address:
        return False
    parts = urlsplit(address)
    usual = parts.scheme == "https" and parts.port in (None, 443) and not parts.fragment
    return usual and "@" not in parts.netloc and _SERVICES.fullmatch(parts.hostname or "") is not None


def open_addresses(host: str) -> list[str]:
    """The host's addresses; none where one of them is not of the open internet."""
    addresses = [str(at[4][0]) for at in socket.getaddrinfo(host, 443, type=socket.SOCK_STREAM)]
    return list(dict.fromkeys(addresses)) if all(map(_is_open, addresses)) else []


def _is_open(text: str) -> bool:
    address = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(address, ipaddress.IPv6Address):  # an IPv4 address in disguise counts as what it is
        hidden = address.ipv4_mapped or address.sixtofour or (address.teredo and address.teredo[1])
        if hidden:
            return _is_open(str(hidden))
    return address.is_global and not address.is_multicast and not address.is_reserved


class _PinnedConnection(http.client.HTTPSConnection):
    """A connection to an address that was checked before, with the certificate of the host's name."""

    def __init__(self, host: str, at: str, port: int, context: ssl.SSLContext) -> None:
        super().__init__(host, timeout=_SECONDS, context=context)
        self._at, self._to_port, self._with = at, port, context

    def connect(self) -> None:
        plain = socket.create_connection((self._at, self._to_port), self.timeout)
        try:
            self.sock = self._with.wrap_socket(plain, server_hostname=self.host)
        except BaseException:
            plain.close()
            raise


PushRequest = tuple[str, Mapping[str, str], bytes]  # address, headers, body


@dataclass(frozen=True, slots=True)
class PushTransport:
    """Posts messages to push services."""

    addresses: Callable[[str], list[str]] = open_addresses
    port: int = 443
    context: Callable[[], ssl.SSLContext] = field(default=ssl.create_default_context)

    def post(self, host: str, parcels: Iterable[PushRequest], on_answer: Callable[[int, int], None]) -> None:
        """Sends requests one after the other on one connection; `on_answer(which, status)` for each that was answered.
        OSError or HTTPException where the service cannot be reached."""
        at = next(iter(self.addresses(host)), None)
        if at is None:
            raise OSError(f"{host} is not an address of the open internet")
        connection = _PinnedConnection(host, at, self.port, self.context())
        try:
            for which, (address, headers, body) in enumerate(parcels):
                parts = urlsplit(address)
                connection.request(
                    "POST", f"{parts.path or '/'}{f'?{parts.query}' if parts.query else ''}", body, dict(headers)
                )
                answer = connection.getresponse()
                if len(answer.read(_MOST_ANSWER)) == _MOST_ANSWER:
                    connection.close()  # the rest is not for us; the next message connects anew
                on_answer(which, answer.status)
        finally:
            connection.close()
