"""`pareo receipt`: what it writes is what a stranger needs."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path


def test_the_receipt_and_the_script_that_checks_it(pareo, field, tmp_path: Path) -> None:
    slug = field("swiss", 6)
    for words in (("pair", slug), ("publish", slug, "--yes")):
        pareo(*words)
    paper, script, bundle = (str(tmp_path / name) for name in ("r.json", "check_receipt.py", "cup.pareo"))
    said = pareo("receipt", slug, "--round", "1", "-o", paper, "--script", script).out
    assert "main, round 1. No round would have been better" in said
    assert pareo("receipt", slug, "--round", "1").out.encode() == Path(paper).read_bytes()
    pareo("export", slug, "pareo", "-o", bundle)
    for file, proved in ((paper, "no round costs less"), (bundle, "Every byte is as it was written.")):
        checked = subprocess.run([sys.executable, "-I", script, file], capture_output=True, text=True, check=True)
        assert proved in checked.stdout
    assert "the same pairs come out" in pareo("receipt", "--check", paper).out


def test_a_round_that_is_drawn_again_must_be_the_same(pareo, field, tmp_path: Path) -> None:
    slug, paper = field("swiss", 6), tmp_path / "r.json"
    for words in (("pair", slug), ("publish", slug, "--yes"), ("receipt", slug, "--round", "1", "-o", str(paper))):
        pareo(*words)
    data = json.loads(paper.read_bytes())
    (a, b), (c, d) = data["pairs"][:2]
    data["pairs"][:2] = [[a, c], [b, d]]
    paper.write_text(json.dumps(data))
    assert "comes out differently" in pareo("receipt", "--check", str(paper), code=None).err
    paper.write_text("[]")
    assert "This is not a receipt" in pareo("receipt", "--check", str(paper), code=None).err
