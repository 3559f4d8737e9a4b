"""Tries an installed Pareo: `try.py COMMAND…` (the program), or `try.py --root ROOT chroot ROOT /usr/bin/pareo`.

A chess round is paired, its slips printed as PDF, a backup restored and verified, the pages served, a plan
played. Its environment is empty: nothing of this machine's Python can help.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request
from http import HTTPStatus
from pathlib import Path

PLAYERS = (
    ("Ana", "Ferrer"),
    ("Bruno", "Salas"),
    ("Carla", "Prado"),
    ("Davi", "Moura"),
    ("Elena", "Ricci"),
    ("Fabio", "Neri"),
)
_LINK = re.compile(r"http://\S+/enter/\S+")


def need(what: object, otherwise: object) -> None:
    """Ends with a sentence unless something holds."""
    if not what:
        sys.exit(f"FAILED: {otherwise}")


def main(arguments: list[str]) -> int:
    root = Path("/")
    if arguments[:1] == ["--root"]:
        root, arguments = Path(arguments[1]), arguments[2:]
    with tempfile.TemporaryDirectory(dir=root / "tmp" if root != Path("/") else None) as name:
        inside = Path("/") / Path(name).relative_to(root)
        environment = {"HOME": str(inside), "PATH": "/usr/bin:/bin", "PAREO_DB": str(inside / "try.db")}
        if os.name == "nt":
            environment |= {key: os.environ[key] for key in ("SYSTEMROOT", "TEMP", "TMP", "APPDATA")}
        Trial(arguments, environment, Path(name), inside).run()
    return 0


class Trial:
    """One program and one empty folder."""

    def __init__(self, command: list[str], environment: dict[str, str], outside: Path, inside: Path) -> None:
        self.command, self.environment, self.outside, self.inside = command, environment, outside, inside

    def pareo(self, *words: str) -> str:
        command_line = [*self.command, *words]
        done = subprocess.run(
            command_line, env=self.environment, capture_output=True, text=True, check=False, timeout=180
        )
        if done.returncode:
            sys.exit(f"pareo {' '.join(words)} failed ({done.returncode}):\n{done.stdout}{done.stderr}")
        return done.stdout

    def run(self) -> None:
        print(f"  {self.pareo('--version').strip()}")
        self.pareo("new", "Club Open", "--ruleset", "chess-fide", "--rounds", "3", "--slug", "open")
        for first, last in PLAYERS:
            self.pareo("players", "add", "open", "--first", first, "--last", last)
        for words in (("pair",), ("publish", "--yes"), ("start", "--yes")):
            self.pareo(words[0], "open", *words[1:])
        pairings = self.pareo("pairings", "open")
        need("Ferrer" in pairings, pairings)
        print("  a chess round is paired")
        self.pareo("print", "slips", "open", "-o", str(self.inside / "slips.pdf"))
        need((self.outside / "slips.pdf").read_bytes().startswith(b"%PDF"), "no PDF")
        print(f"  slips are printed: {(self.outside / 'slips.pdf').stat().st_size:,} bytes")
        backup = self.pareo("backup").strip()
        self.pareo("restore", backup, str(self.inside / "again.db"))
        need("Ferrer" in self.pareo("--db", str(self.inside / "again.db"), "pairings", "open"), "nobody is in it")
        self.pareo("--db", str(self.inside / "again.db"), "verify", "open")
        print("  a backup is restored and verified")
        self.serve()

    def serve(self) -> None:
        server = subprocess.Popen(
            [*self.command, "serve", "--port", "0", "--no-open"],
            env=self.environment,
            text=True,
            stdout=subprocess.PIPE,
            stdin=subprocess.DEVNULL,
        )
        try:
            link = next(match[0] for line in server.stdout or () if (match := _LINK.search(line)))
            opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(), urllib.request.ProxyHandler({}))
            need("Club Open" in opener.open(link, timeout=60).read().decode(), "the console is empty")
            home = link.rpartition("/enter/")[0]
            pdf = opener.open(f"{home}/console/open/papers/slips.pdf", timeout=120).read()
            need(pdf.startswith(b"%PDF"), pdf[:300])
            public = opener.open(f"{home}/e/open/tables", timeout=60).read().decode()
            need("Ferrer" in public, "the public page is empty")
            need("<ol" in opener.open(f"{home}/guide/chess-open", timeout=60).read().decode(), "there is no guide")
            picture = opener.open(f"{home}/guide/pictures/en/now.png", timeout=60).read()
            need(picture.startswith(b"\x89PNG"), "the guide has no pictures")
            self.check_receipt(
                opener.open(f"{home}/check_receipt.py", timeout=60).read(),
                opener.open(f"{home}/api/v1/public/events/open/receipt?round=1", timeout=60).read(),
            )
            self.play_days(opener, f"{home}/api/v1/plan?ruleset=swiss&players=16&days=50")
        finally:
            server.terminate()
            server.wait(30)
        print("  the pages are served, and print")

    def play_days(self, opener: urllib.request.OpenerDirector, address: str) -> None:
        """Asks for a plan, whose days are played by a child process, which is the program itself."""
        for _ in range(60):
            with opener.open(address, timeout=60) as answer:
                if answer.status == HTTPStatus.OK:
                    print(f"  {json.load(answer)['days']} days of a plan are played beside the server")
                    return
            time.sleep(1)
        sys.exit("FAILED: no plan after a minute")

    def check_receipt(self, script: bytes, receipt: bytes) -> None:
        """Checks a receipt with the Python of this machine, as a stranger would."""
        (self.outside / "check_receipt.py").write_bytes(script)
        (self.outside / "receipt.json").write_bytes(receipt)
        done = subprocess.run(
            [sys.executable, "-I", "check_receipt.py", "receipt.json"],
            cwd=self.outside,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        need(done.returncode == 0 and "fixed at creation" in done.stdout, done.stdout + done.stderr)
        print("  its receipt is checked by the script it serves")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
