"""Letting phones in: the running server listens on this machine's network addresses too, and stops again.

Contract: nothing restarts. A server that was started for this machine alone keeps its own address; in addition, the
same application is served on each address of the network, on the same port, and while it is open the server answers for
these names (`names`). That phones are wanted is kept in the database, so that a crash in the middle of the day lets
them in again and a command line can switch a running server; after `KEPT_HOURS` it is forgotten. A laptop that changes
its network is followed; one that is on several is open on each, and somebody may say which one the codes lead to.
`open`, `close` and `prefer` are called from worker threads; everything else happens on the event loop.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import socket
import struct
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field, replace

from pareo.app.base.server_log import log_line
from pareo.core.text.addresses import is_loopback_address
from pareo.core.text.errors import NotFound, PareoError, Refused
from pareo.web.host_names import HostNames, machine_names

Stop = Callable[[], Awaitable[None]]
Listen = Callable[[str], Awaitable[Stop]]  # the address → how to stop listening there

NOTE = "phones"  # key of a server note: since when phones are wanted, and the address that was chosen
KEPT_HOURS = 18.0
LOOK_SECONDS = 2.0
MOST_ADDRESSES = 4
SWITCH_SECONDS = 60.0


# Networks inside this machine and tunnels out of it: no phone is on them.
_INSIDE = (
    "docker",
    "br-",
    "veth",
    "virbr",
    "vmnet",
    "vboxnet",
    "lxc",
    "lxd",
    "cni",
    "podman",
    "tun",
    "tap",
    "wg",
    "utun",
    "zt",
)
_ASK_ADDRESS = {"linux": 0x8915, "darwin": 0xC0206921}  # SIOCGIFADDR


def own_addresses() -> list[str]:
    """The addresses of this machine on its networks, the one it goes out by first. No packet is sent."""
    addresses: list[str] = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        probe.connect(("192.0.2.1", 9))
        addresses.append(str(probe.getsockname()[0]))
    addresses += [address for name, address in interfaces() if not name.startswith(_INSIDE)]
    with contextlib.suppress(OSError):
        addresses += [str(at[4][0]) for at in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    outside = [at for at in map(ipaddress.ip_address, dict.fromkeys(addresses)) if not at.is_loopback]
    usable = [at for at in outside if not at.is_unspecified]
    return [str(at) for at in sorted(usable, key=lambda at: at.is_link_local)][:MOST_ADDRESSES]


def interfaces() -> Iterator[tuple[str, str]]:
    """(name, address) of each network this machine is on: its own hotspot too, which leads nowhere else. Nothing on
    Windows, where looking up the machine's own name gives them."""
    request = _ASK_ADDRESS.get(sys.platform)
    if sys.platform == "win32" or request is None:
        return
    import fcntl  # noqa: PLC0415  (not everywhere)

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            with contextlib.suppress(OSError):  # it has no address
                answer = fcntl.ioctl(probe.fileno(), request, struct.pack("256s", name.encode()[:15]))
                yield name, socket.inet_ntoa(answer[20:24])


@dataclass(slots=True)
class LanListener:
    """Listens for phones on the addresses of the network. `fixed`: the server was started for the network; there is
    nothing to switch."""

    fixed: bool = False
    note: Callable[[], str] = str
    keep: Callable[[str], None] = lambda _text: None
    ready: Callable[[], bool] = lambda: True  # may it be opened: has the owner a password?
    now: Callable[[], float] = time.time
    addresses: Callable[[], list[str]] = own_addresses
    _port: int = 0
    _listen: Listen | None = None
    _loop: asyncio.AbstractEventLoop | None = None
    _open: dict[str, Stop] = field(default_factory=dict)
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    _names: HostNames | None = None
    _chosen: str = ""  # the address that codes lead to, of several

    @property
    def can_switch(self) -> bool:
        """Is there a server here that can listen elsewhere too?"""
        return self._listen is not None and not self.fixed

    @property
    def is_open(self) -> bool:
        return self.fixed or bool(self._open)

    @property
    def home(self) -> str:
        """Where phones find the server; empty while they cannot."""
        return next(iter(self.homes), "")

    @property
    def homes(self) -> list[str]:
        """Every address it is open on, the one that codes lead to first."""
        if not self._open:
            return []
        here = [address for address in dict.fromkeys((self._chosen, *self.addresses())) if address in self._open]
        return [f"http://{address}{'' if self._port == 80 else f':{self._port}'}" for address in here]

    def names(self, own: HostNames) -> HostNames:
        """The names that the server answers for now: its own, and while phones are let in those on the network."""
        if not self._open:
            return own
        if self._names is None:
            own_home = own.home()
            home = own.home if own_home and not is_loopback_address(own_home) else lambda: self.home
            self._names = replace(own, names=own.names | machine_names(), open=True, home=home, _seen=set())
        return self._names

    # --- switching, from a worker thread ------------------------------------------------------------------------------

    def open(self) -> None:
        """Lets phones in; Refused where that cannot be."""
        if self.fixed:
            return
        if self._listen is None or self._loop is None:
            raise Refused(
                "phones-elsewhere", "This server was started by another program: open it to the network from there."
            )
        if not self.addresses():
            raise Refused(
                "phones-no-network", "This computer is not on a network: join the Wi-Fi first, or start a hotspot."
            )
        self.keep(str(int(self.now())))
        asyncio.run_coroutine_threadsafe(self._follow(), self._loop).result(SWITCH_SECONDS)
        if not self._open:
            self.keep("")
            raise Refused(
                "phones-port",
                "Another program is using port {port}: stop it, or start Pareo with a different --port.",
                port=self._port,
            )

    def close(self) -> None:
        """Shuts phones out again; who works on this machine notices nothing."""
        if self.fixed or self._loop is None:
            raise Refused("phones-fixed", "This server was started for the network: stop it to keep phones out.")
        self.keep("")
        asyncio.run_coroutine_threadsafe(self._follow(), self._loop).result(SWITCH_SECONDS)

    def prefer(self, address: str) -> None:
        """From now on QR codes lead to this one of the server's addresses."""
        if address not in self._open:
            raise NotFound("phones-address", "This computer no longer has the address {address}.", address=address[:40])
        self._chosen = address
        self.keep(f"{self.note().partition(' ')[0]} {address}")

    # --- on the event loop --------------------------------------------------------------------------------------------

    async def run(self, port: int, listen: Listen) -> None:
        """Runs for the life of the server: opens, closes and follows the network as it is wanted."""
        self._loop, self._port, self._listen = asyncio.get_running_loop(), port, listen
        try:
            while True:
                with contextlib.suppress(PareoError, OSError):  # while the database is away it stays as it is
                    await self._follow()
                await asyncio.sleep(LOOK_SECONDS)
        finally:
            for stop in self._open.values():
                await stop()
            self._open.clear()

    async def _follow(self) -> None:
        """Opens and closes listeners until they are those of `_addresses_to_open`."""
        async with self._turn:
            wanted = await asyncio.to_thread(self._addresses_to_open)
            if wanted != list(self._open):
                self._names = None
            for address in [a for a in self._open if a not in wanted]:
                await self._open.pop(address)()
            for address in wanted:
                if address not in self._open and self._listen is not None:
                    try:
                        self._open[address] = await self._listen(address)
                    except (OSError, Refused) as problem:
                        log_line(f"Phones cannot be let in at {address}: {problem}")

    def _addresses_to_open(self) -> list[str]:
        """The addresses to listen on now. (Reads the database: not on the loop.)"""
        since, _, self._chosen = self.note().partition(" ")
        try:
            fresh = bool(since) and -60 <= self.now() - float(since) < KEPT_HOURS * 3600
        except ValueError:
            fresh = False
        return self.addresses() if fresh and self.ready() else []
