"""Asks the public lists of known holes about everything Pareo needs: `make audit`.

Exit code 0: all were asked about, and none is known; 1: some are; 2: it could not be asked, or not about all, which is
said and is no pass.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, distribution
from typing import Any

_NAME = re.compile(r"[A-Za-z0-9._-]+")


def required_versions(name: str, versions: dict[str, str]) -> dict[str, str]:
    """Versions of a package and of whatever it needs, as installed here."""
    key = re.sub(r"[-_.]+", "-", name).lower()
    if key in versions:
        return versions
    try:
        one = distribution(name)
    except PackageNotFoundError:  # for other systems
        return versions
    versions[key] = one.version
    for requirement in one.requires or ():
        match = _NAME.match(requirement)
        if match is not None and "extra ==" not in requirement:
            required_versions(match[0], versions)
    return versions


def ask_audit(packages: dict[str, str]) -> list[dict[str, Any]] | None:
    """What the lists say of each package; None where nobody could be asked."""
    requirements = "".join(f"{name}=={version}\n" for name, version in sorted(packages.items()))
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pip_audit",
            "--no-deps",
            "--disable-pip",
            "--progress-spinner",
            "off",
            "--format",
            "json",
            "-r",
            "/dev/stdin",
        ],
        input=requirements,
        capture_output=True,
        text=True,
        check=False,
    )
    try:
        return list(json.loads(done.stdout)["dependencies"])
    except (ValueError, KeyError):
        return None


def judge_audit(rows: list[dict[str, Any]] | None) -> tuple[int, list[str]]:
    """The exit code, and what to say. A package that was skipped was not asked about."""
    if rows is None:
        return 2, ["NOT ASKED: the list of known holes cannot be reached from here, or pip-audit is not installed."]
    holes = [
        f"{row['name']} {row['version']}: {one['id']}, mended in {', '.join(one['fix_versions']) or 'no version'}"
        for row in rows
        for one in row.get("vulns", ())
    ]
    skipped = [row["name"] for row in rows if row.get("skip_reason")]
    lines = [f"HOLE {hole}" for hole in holes]
    if skipped:
        lines.append(f"NOT ASKED about {len(skipped)} of {len(rows)}: {', '.join(skipped)}.")
    if not lines:
        lines.append(f"No hole is known in any of the {len(rows)}.")
    return (1 if holes else 2 if skipped else 0), lines


def main() -> int:
    packages = required_versions("pareo", {})
    packages.pop("pareo", None)
    print(f"{len(packages)} packages are needed: " + ", ".join(f"{n} {v}" for n, v in sorted(packages.items())))
    code, lines = judge_audit(ask_audit(packages))
    print("\n".join(lines))
    return code


if __name__ == "__main__":
    sys.exit(main())
