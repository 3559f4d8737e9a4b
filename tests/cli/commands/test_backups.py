"""Backups by command line: taken, listed, restored into a new file, never over an old one."""

from __future__ import annotations

import pytest


def test_a_backup_is_taken_listed_and_restored(pareo, tmp_path):
    pareo("new", "Spring Cup", "--ruleset", "swiss", "--slug", "cup")
    (made,) = pareo.json("backup", "--folder", str(tmp_path / "kept"))
    assert [b["name"] for b in pareo.json("backup", "--folder", str(tmp_path / "kept"), "--list")] == [made["name"]]
    new = tmp_path / "restored.db"
    assert pareo.json("restore", made["path"], str(new)) == {"restored": str(new)}
    pareo.db = new
    assert [e["slug"] for e in pareo.json("list")] == ["cup"]
    code, sentence = pareo.refusal("restore", made["path"], str(new))
    assert "exists" in sentence or "already" in sentence, (code, sentence)


@pytest.mark.req("R-7", "R-9")
def test_folders_used_before_are_listed_and_looked_into(pareo, tmp_path):
    pareo("new", "Spring Cup", "--ruleset", "swiss", "--slug", "cup")
    pareo("players", "add", "cup", "--first", "Ana")
    (made,) = pareo.json("backup", "--folder", str(tmp_path / "stick"))
    assert [b["path"] for b in pareo.json("backup", "--list")] == [made["path"]]
    data = pareo.json("erase", "cup", "1", "--yes")
    assert made["path"] in data["notes"][0]


@pytest.mark.req("R-9")
def test_serve_refuses_a_folder_that_takes_no_files(pareo, tmp_path):
    (tmp_path / "file").write_text("x")
    told = pareo("serve", "--no-open", "--port", "0", "--backups", str(tmp_path / "file" / "copies"), code=1)
    assert str(tmp_path / "file" / "copies") in told.err
