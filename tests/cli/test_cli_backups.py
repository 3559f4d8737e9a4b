"""Backups by command line: taken, listed, restored into a new file, never over an old one."""

from __future__ import annotations


def test_a_backup_is_taken_listed_and_restored(pareo, tmp_path):
    pareo("new", "Spring Cup", "--ruleset", "swiss", "--slug", "cup")
    (made,) = pareo.json("backup", "--folder", str(tmp_path / "kept"))
    assert [b["name"] for b in pareo.json("backup", "--folder", str(tmp_path / "kept"), "--list")] == [made["name"]]
    new = tmp_path / "restored.db"
    assert pareo.json("restore", made["path"], str(new)) == {"restored": str(new)}
    pareo.db = new
    assert [e["slug"] for e in pareo.json("list")] == ["cup"]
    code, sentence = pareo.refused("restore", made["path"], str(new))
    assert "exists" in sentence or "already" in sentence, (code, sentence)
