"""The files for operators say what the program understands, and the page names them."""

from __future__ import annotations

import re
import shlex
import subprocess

import pytest
import yaml

from pareo.serve.commands import serve_command
from support.paths import ROOT

DEPLOY = ROOT / "deploy"
PAGE = (ROOT / "docs" / "operators.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", ["pareo@.service", "compose.yaml"])
def test_servers_are_started_with_options_there_are(name: str) -> None:
    text = (DEPLOY / name).read_text(encoding="utf-8")
    match = re.search(r"pareo serve ([^\n]*)", text)
    assert match is not None
    asked = serve_command.make_context("serve", shlex.split(match[1].replace("%i", "8001")))
    assert asked.params["log"] == "json"
    assert asked.params["drain"] == 5.0
    assert not asked.params["open_browser"]


def test_compose_names_only_what_it_has() -> None:
    """What a builder would refuse: services, secrets, volumes and files that are not there; and its shell is parsed."""
    told = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    services = told["services"]
    for name, service in services.items():
        assert set(service.get("depends_on", ())) <= set(services), name
        assert set(service.get("secrets", ())) <= set(told["secrets"]), name
        assert {mount.partition(":")[0] for mount in service.get("volumes", ())} <= set(told["volumes"]), name
        assert {one["source"] for one in service.get("configs", ())} <= set(told["configs"]), name
        assert service["image"] != "pareo" or any("build" in one for one in services.values())
        if "build" in service:
            assert (DEPLOY / service["build"]["context"] / service["build"]["dockerfile"]).is_file()
        command = service.get("command", "")
        for line in command if isinstance(command, list) else [command]:
            done = subprocess.run(["sh", "-n", "-c", line.replace("$$", "$")], check=False, capture_output=True)
            assert not done.returncode, f"{name}: {done.stderr.decode()}"


def test_nginx_sends_a_post_again_only_with_a_key() -> None:
    text = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    assert text.count("{") == text.count("}")
    usual, again = text.split("location @again")
    assert "non_idempotent" not in usual
    assert "non_idempotent" in again
    assert re.search(r"/live\$ \{\s+proxy_buffering off;\s+proxy_read_timeout 60s;", text)


def test_the_page_names_every_file_of_theirs() -> None:
    files = {path.name for path in DEPLOY.iterdir()} - {"Dockerfile", "pareo-clean.service"}
    assert {name for name in files if name not in PAGE} == set()
