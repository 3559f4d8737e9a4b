"""Tries an installed Pareo: `try.py COMMAND…` (the program, or `chroot ROOT /usr/bin/pareo`, with --folder ROOT).

A chess round is paired, its slips printed as PDF, a backup restored and verified, the pages served. Its environment is
empty: nothing of this machine's Python can help.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

PLAYERS = (("Ana", "Ferrer"), ("Bruno", "Salas"), ("Carla", "Prado"), ("Davi", "Moura"), ("Elena", "Ricci"),
           ("Fabio", "Neri"))
_LINK = re.compile(r"http://\S+/enter/\S+")


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
        done = subprocess.run([*self.command, *words], env=self.environment, capture_output=True, text=True, check=False,
                              timeout=180)
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
        assert "Ferrer" in pairings, pairings
        print("  a chess round is paired")
        self.pareo("print", "slips", "open", "-o", str(self.inside / "slips.pdf"))
        assert (self.outside / "slips.pdf").read_bytes().startswith(b"%PDF"), "no PDF"
        print(f"  slips are printed: {(self.outside / 'slips.pdf').stat().st_size:,} bytes")
        backup = self.pareo("backup").strip()
        self.pareo("restore", backup, str(self.inside / "again.db"))
        assert "Ferrer" in self.pareo("--db", str(self.inside / "again.db"), "pairings", "open")
        self.pareo("--db", str(self.inside / "again.db"), "verify", "open")
        print("  a backup is restored and verified")
        self.serve()

    def serve(self) -> None:
        server = subprocess.Popen([*self.command, "serve", "--port", "0", "--no-open"], env=self.environment, text=True,
                                  stdout=subprocess.PIPE, stdin=subprocess.DEVNULL)
        try:
            assert server.stdout is not None
            link = next(found[0] for line in server.stdout if (found := _LINK.search(line)))
            opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(), urllib.request.ProxyHandler({}))
            assert "Club Open" in opener.open(link, timeout=60).read().decode()
            home = link.rpartition("/enter/")[0]
            pdf = opener.open(f"{home}/console/open/papers/slips.pdf", timeout=120).read()
            assert pdf.startswith(b"%PDF"), pdf[:300]
            assert "Ferrer" in opener.open(f"{home}/e/open/tables", timeout=60).read().decode()
        finally:
            server.terminate()
            server.wait(30)
        print("  the pages are served, and print")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
