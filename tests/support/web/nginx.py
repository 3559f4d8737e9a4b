"""nginx with the site file that operators get, as an unprivileged user, and servers on PostgreSQL behind it.

Only what names a machine is another in the file: the addresses of the servers, the ports, the certificate and the log.
Where nginx is missing, tests skip with a sentence, or fail where PAREO_REQUIRE_ALL=1.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from pareo.app.accounts.accounts import Accounts
from pareo.store import open_store
from support.execution import wait_until
from support.paths import ROOT
from support.web.server import ServerProcess, start_event

_AROUND = """
worker_processes 1;
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log warn;
events {{ worker_connections 256; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/site.conf;
}}
"""


def require_nginx() -> str:
    """The program, or the end of the test."""
    program = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")
    if program is None or shutil.which("openssl") is None:
        message = "nginx or openssl is not installed (Debian: apt-get install nginx-light openssl)"
        if os.environ.get("PAREO_REQUIRE_ALL") == "1":
            pytest.fail(message)
        pytest.skip(message)
    return program


def free_ports(count: int) -> list[int]:
    probes = [socket.socket() for _ in range(count)]
    try:
        for probe in probes:
            probe.bind(("127.0.0.1", 0))
        return [int(probe.getsockname()[1]) for probe in probes]
    finally:
        for probe in probes:
            probe.close()


def site_file(folder: Path, servers: Sequence[int], plain: int, secure: int) -> str:
    """The file of `deploy/`, for servers and ports of this machine."""
    text = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    known = re.findall(r"^ +server (\S+) .*;\n", text, re.MULTILINE)
    for at, address in enumerate(known):
        if at < len(servers):
            text = text.replace(address, f"127.0.0.1:{servers[at]}")
        else:
            text = re.sub(rf"^ +server {re.escape(address)} .*;\n", "", text, flags=re.MULTILINE)
    for before, after in (
        ("listen 80;", f"listen 127.0.0.1:{plain};"),
        ("listen 443 ssl", f"listen 127.0.0.1:{secure} ssl"),
        ("/etc/ssl/play.example.org/fullchain.pem", f"{folder}/cert.pem"),
        ("/etc/ssl/play.example.org/privkey.pem", f"{folder}/key.pem"),
        ("error_log /var/log/nginx/error.log crit;", f"error_log {folder}/error.log warn;"),
    ):
        assert text.count(before) == 1, before
        text = text.replace(before, after)
    return text


class Nginx:
    """In front of servers on these ports; `port` takes TLS, with the certificate `folder/cert.pem`."""

    def __init__(self, folder: Path, servers: Sequence[int]) -> None:
        self.program, self.folder = require_nginx(), folder
        self.plain, self.port = free_ports(2)
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            [
                "openssl",
                "req",
                "-x509",
                "-newkey",
                "rsa:2048",
                "-nodes",
                "-days",
                "2",
                "-subj",
                "/CN=play.example.org",
                "-addext",
                "subjectAltName=DNS:play.example.org",
                "-keyout",
                str(folder / "key.pem"),
                "-out",
                str(folder / "cert.pem"),
            ],
            check=True,
            capture_output=True,
        )
        (folder / "site.conf").write_text(site_file(folder, servers, self.plain, self.port))
        (folder / "nginx.conf").write_text(_AROUND.format(folder=folder))
        unprivileged: dict[str, Any] = {}
        if os.geteuid() == 0:
            for path in (folder, *folder.iterdir()):
                shutil.chown(path, "nobody")
            unprivileged = {"user": "nobody", "group": "nogroup", "extra_groups": []}
        self.process = subprocess.Popen(
            [self.program, "-e", str(folder / "error.log"), "-c", str(folder / "nginx.conf")], **unprivileged
        )
        wait_until(lambda: self._answers() or self.process.poll() is not None)
        assert self.process.poll() is None, self.error_log

    @property
    def error_log(self) -> str:
        log = self.folder / "error.log"
        return log.read_text(encoding="utf-8") if log.exists() else ""

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=2):
                return True
        except OSError:
            return False

    def stop(self) -> None:
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=60)


NAME = "play.example.org"


@dataclass
class Site:
    """nginx, the servers behind it, and a token and a session of the owner."""

    address: str
    token: str
    session: str
    ports: list[int]
    servers: list[ServerProcess]
    front: Nginx
    trust: ssl.SSLContext
    drain: float = 1.0
    failed: list[str] = field(default_factory=list)

    def start(self, at: int) -> ServerProcess:
        return ServerProcess(
            self.address, port=self.ports[at], names=[NAME], proxies=["127.0.0.1"], log=True, drain=self.drain
        )

    def ask(self, method: str, path: str, body: object = None, **headers: str) -> tuple[int, dict[str, str], str]:
        sent = {"host": NAME, "authorization": f"Bearer {self.token}"}
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        data = None if body is None else json.dumps(body)
        with closing(SiteConnection(self.front.port, self.trust)) as connection:
            connection.request(method, path, data, sent | ({"content-type": "application/json"} if data else {}))
            answer = connection.getresponse()
            return answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read().decode()

    def lines(self, at: int) -> list[dict[str, object]]:
        """What a server logged."""
        return [json.loads(line) for line in list(self.servers[at].lines) if line.startswith("{")]


class SiteConnection(http.client.HTTPSConnection):
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
def serve_site(address: str, players: int = 16, *, drain: float = 1.0) -> Iterator[Site]:
    """The event being played, on the database of this address."""
    require_nginx()
    token, session = start_event(address, players)
    _protect(address, session)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="pareo-nginx-")))
        folder.chmod(0o755)
        ports = free_ports(2)
        front = Nginx(folder, ports)
        stack.callback(front.stop)
        trust = ssl.create_default_context(cafile=folder / "cert.pem")
        site = Site(address, token, session, ports, [], front, trust, drain)
        site.servers = [site.start(at) for at in range(2)]
        stack.callback(lambda: [one.kill() for one in site.servers])
        for one in site.servers:
            one.wait_for(r"Pareo is ready: (\S+)")
        yield site
