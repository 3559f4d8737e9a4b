"""Addresses that people scan or type."""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit


def is_loopback_address(address: str) -> bool:
    """Does this address lead back to whatever machine opens it? Then it is none for phones (A-61).

    >>> is_loopback_address("http://127.0.0.1:8000/e/cup"), is_loopback_address("http://192.168.1.40/e/cup")
    (True, False)
    """
    try:
        host = urlsplit(address if "://" in address else f"http://{address}").hostname or ""
    except ValueError:
        return True
    try:
        at = ipaddress.ip_address(host)
    except ValueError:
        return host in ("", "localhost") or host.endswith(".localhost")
    return at.is_loopback or at.is_unspecified


def wifi_text(name: str, password: str) -> str:
    """What a QR code says so that a phone joins a Wi-Fi.

    >>> wifi_text("Sala; Norte", "azul:27")
    'WIFI:T:WPA;S:Sala\\\\; Norte;P:azul\\\\:27;;'
    """
    kind = "WPA" if password else "nopass"
    return f"WIFI:T:{kind};S:{_escape(name)};{f'P:{_escape(password)};' if password else ''};"


def _escape(text: str) -> str:
    return "".join(f"\\{sign}" if sign in '\\;,:"' else sign for sign in text)


def network_of(address: str) -> str:
    """Who is behind a client's address: an IPv4 address itself, also where it is written as IPv6; of IPv6 the network,
    of which a device has as many addresses as it likes. Other texts stay as they are."""
    try:
        parsed = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv4Address):
        return str(parsed)
    if parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    return str(ipaddress.ip_network((parsed, 64), strict=False))
