"""Two servers on PostgreSQL behind a real nginx with the site file of `deploy/`, and who asks them."""

from __future__ import annotations

import contextlib
import http.client
import json
import socket
import ssl
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path

from pareo.app.accounts.accounts import Accounts
from pareo.store import open_store
from support.web.nginx import Nginx, free_ports, need_nginx
from support.web.server import Started, playing

NAME = "play.example.org"


@dataclass
class House:
    """nginx, the servers behind it, and a token and a session of the owner."""

    address: str
    token: str
    session: str
    ports: list[int]
    servers: list[Started]
    front: Nginx
    trust: ssl.SSLContext
    drain: float = 1.0
    failed: list[str] = field(default_factory=list)

    def start(self, at: int) -> Started:
        return Started(
            self.address, port=self.ports[at], names=[NAME], proxies=["127.0.0.1"], log=True, drain=self.drain
        )

    def ask(self, method: str, path: str, body: object = None, **headers: str) -> tuple[int, dict[str, str], str]:
        sent = {"host": NAME, "authorization": f"Bearer {self.token}"}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        data = None if body is None else json.dumps(body)
        with closing(Named(self.front.port, self.trust)) as line:
            line.request(method, path, data, sent | ({"content-type": "application/json"} if data else {}))
            answer = line.getresponse()
            return answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read().decode()

    def lines(self, at: int) -> list[dict[str, object]]:
        """What a server logged."""
        return [json.loads(line) for line in list(self.servers[at].lines) if line.startswith("{")]


class Named(http.client.HTTPSConnection):
    """To this machine, under the name of the site."""

    def __init__(self, port: int, trust: ssl.SSLContext) -> None:
        super().__init__(NAME, port, timeout=60, context=trust)
        self._trust = trust

    def connect(self) -> None:
        plain = socket.create_connection(("127.0.0.1", self.port), timeout=60)
        self.sock = self._trust.wrap_socket(plain, server_hostname=NAME)


def _protect(address: str, session: str) -> None:
    """The owner gets a password, without which nothing opens to others."""
    store = open_store(address)
    accounts = Accounts(store.accounts())
    accounts.set_password(accounts.ensure_owner().id, "a long password", keep=session)
    accounts.close()
    store.close()


@contextlib.contextmanager
def open_house(address: str, players: int = 16, *, drain: float = 1.0) -> Iterator[House]:
    """The event being played, on the database of this address."""
    need_nginx()
    token, session = playing(address, players)
    _protect(address, session)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="pareo-nginx-")))
        folder.chmod(0o755)
        ports = free_ports(2)
        front = Nginx(folder, ports)
        stack.callback(front.stop)
        trust = ssl.create_default_context(cafile=folder / "cert.pem")
        house = House(address, token, session, ports, [], front, trust, drain)
        house.servers = [house.start(at) for at in range(2)]
        stack.callback(lambda: [one.end() for one in house.servers])
        for one in house.servers:
            one.said(r"Pareo is ready: (\S+)")
        yield house
