"""What the server is known by: the only hosts it answers for, and the address that it prints (R-8).

Contract: a page of another site that points its own name at this machine (rebinding) is not answered, and no header
decides what stands on paper. This machine's own addresses count by themselves, loopback always, the others when the
server is open to the network; names are the machine's own and those given (`serve --name`, PAREO_NAMES).
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from pareo.core.text.errors import BadInput

_HOST = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(?::\d{1,5})?")
_SEEN_MOST = 64  # headers remembered as good


@dataclass(frozen=True, slots=True)
class HostNames:
    """The names, without port and in small letters, and where phones find the server (empty: as it was asked for)."""

    names: frozenset[str]
    open: bool = False  # to the network
    home: Callable[[], str] = str
    _seen: set[bytes] = field(default_factory=set)

    def accepts(self, header: bytes) -> bool:
        """May a request have this Host header?"""
        if header in self._seen:
            return True
        if not self._is_ours(header):
            return False
        if len(self._seen) >= _SEEN_MOST:
            self._seen.clear()
        self._seen.add(header)
        return True

    def _is_ours(self, header: bytes) -> bool:
        host = host_of(header.decode("latin-1"))
        try:
            address = ipaddress.ip_address(host)
        except ValueError:
            return host in self.names
        return address.is_loopback or host in self.names or (self.open and _is_of_this_machine(address))


def host_of(text: str) -> str:
    """The host of a header, or of an address that somebody typed; empty if it is none."""
    match = _HOST.fullmatch(text)
    return match[1].strip("[]").rstrip(".").lower() if match else ""


def _is_of_this_machine(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    """Is it an address of ours? Only such a one can be bound. Asked each time: a laptop changes its network."""
    family = socket.AF_INET if address.version == 4 else socket.AF_INET6
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.bind((str(address), 0))
    except OSError:
        return False
    return not address.is_unspecified


def known_names(
    names: Iterable[str], *, open_to_network: bool, host: str = "", home: Callable[[], str] = str, port: int = 0
) -> HostNames:
    """The names of this machine, and those of `names`: each a name or a whole address. The first of these is home."""
    own = {"localhost", host.lower()} | (machine_names() if open_to_network else frozenset())
    addresses = [_parse_address(text.strip(), port) for text in names if text.strip()]
    first = addresses[0][1] if addresses else ""
    return HostNames(
        frozenset({*own, *(name for name, _ in addresses)} - {""}), open_to_network, (lambda: first) if first else home
    )


def machine_names() -> frozenset[str]:
    """What this machine is called on its network."""
    machine = socket.gethostname().lower()
    short = machine.split(".")[0]
    return frozenset({machine, short, f"{short}.local"})


def _parse_address(text: str, port: int) -> tuple[str, str]:
    """(host, whole address) of a name or address that somebody typed; BadInput if it is neither."""
    parts = urlsplit(text if "://" in text else f"http://{text}")
    host = host_of(parts.netloc)
    if not host or parts.scheme not in ("http", "https") or parts.path not in ("", "/") or parts.query:
        raise BadInput("serve-name", "“{name}” is not the name or the address of a server.", name=text[:80])
    ends = f":{port}" if port and "://" not in text and parts.port is None else ""
    return host, f"{parts.scheme}://{parts.netloc}{ends}"
