"""nginx with the site file that operators get, as somebody without rights, on a port of this machine alone.

Only what names a machine is another in the file: the addresses of the servers, the ports, the certificate and the log.
Where nginx is missing, tests skip with a sentence, or fail where PAREO_REQUIRE_ALL=1.
"""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from support.execution import wait_until
from support.paths import ROOT

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


def need_nginx() -> str:
    """The program, or the end of the test."""
    found = shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin")
    if found is None or shutil.which("openssl") is None:
        said = "nginx or openssl is not installed (Debian: apt-get install nginx-light openssl)"
        if os.environ.get("PAREO_REQUIRE_ALL") == "1":
            pytest.fail(said)
        pytest.skip(said)
    return found


def free_ports(count: int) -> list[int]:
    probes = [socket.socket() for _ in range(count)]
    try:
        for probe in probes:
            probe.bind(("127.0.0.1", 0))
        return [int(probe.getsockname()[1]) for probe in probes]
    finally:
        for probe in probes:
            probe.close()


def site(folder: Path, servers: Sequence[int], plain: int, secure: int) -> str:
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
        self.program, self.folder = need_nginx(), folder
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
        (folder / "site.conf").write_text(site(folder, servers, self.plain, self.port))
        (folder / "nginx.conf").write_text(_AROUND.format(folder=folder))
        as_somebody: dict[str, Any] = {}
        if os.geteuid() == 0:
            for path in (folder, *folder.iterdir()):
                shutil.chown(path, "nobody")
            as_somebody = {"user": "nobody", "group": "nogroup", "extra_groups": []}
        self.process = subprocess.Popen(
            [self.program, "-e", str(folder / "error.log"), "-c", str(folder / "nginx.conf")], **as_somebody
        )
        wait_until(lambda: self._answers() or self.process.poll() is not None)
        assert self.process.poll() is None, self.told

    @property
    def told(self) -> str:
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
