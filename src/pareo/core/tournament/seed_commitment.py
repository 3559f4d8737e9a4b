"""The commitment to all draws: one Merkle root over the seeds of every pod × round × draft, fixed at creation.

Each published round then shows its seed and the path from it to the root, so that anybody can check during the event
that the seed was fixed before it began. A path holds hashes of other seeds, and no seed can be computed from its hash.
Rounds and drafts beyond the tree have no path: they are checked when the secret is published.

    leaf   SHA-256(00 ‖ pod ␟ round ␟ draft ␟ seed)    in the order of pods, rounds from 0, drafts from 1
    node   SHA-256(01 ‖ left ‖ right)                  a node without a neighbour goes up as it is

A leaf says of which draw it is: whoever knows only the root cannot be shown the seed of another draw instead, in a tree
that is said to have other pods or fewer drafts.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256

from pareo.core.model.draws import Draws
from pareo.core.model.ruleset import Ruleset
from pareo.core.rules.pods import pod_id

ROUNDS, DRAFTS, SECTIONS = 20, 3, 4


def pods_ahead(ruleset: Ruleset) -> tuple[str, ...]:
    """Every pod that an event of these rules can form: neighbouring divisions, their sections, second days and cuts."""
    alone, joint = ["main"], []
    if ruleset.divisions is not None:
        order = [division.id for division in ruleset.divisions.divisions]
        runs = [tuple(order[i:j]) for i in range(len(order)) for j in range(i + 1, len(order) + 1)]
        alone += [pod_id(ruleset.divisions, run) for run in runs if len(run) == 1]
        joint = [pod_id(ruleset.divisions, run) for run in runs if len(run) > 1]
        joint += [f"{division}-cut" for division in order]
    sections = [f"{pod}-{n}" for pod in alone for n in range(1, SECTIONS + 1)] if ruleset.sections else []
    days = [f"{pod}-day2" for pod in (*alone, *joint)] if ruleset.second_day is not None else []
    cuts = [f"{pod}-cut" for pod in (*alone, *joint)]
    return tuple(dict.fromkeys((*alone, *joint, *sections, *days, *cuts)))


def commit(secret: str, pods: Sequence[str], rounds: int = ROUNDS, drafts: int = DRAFTS) -> Draws:
    """The commitment of an event with this secret."""
    return _cached_commit(secret, tuple(pods), rounds, drafts)


@lru_cache(maxsize=64)  # whoever checks a journal asks again
def _cached_commit(secret: str, pods: tuple[str, ...], rounds: int, drafts: int) -> Draws:
    root = _tree_rows(_leaves(secret, Draws("", pods, rounds, drafts)))[-1][0].hex()
    return Draws(root, pods, rounds, drafts)


def path_to_root(secret: str, draws: Draws, pod: str, round_no: int, draft: int) -> list[str] | None:
    """The sibling hashes on the path from a draw's seed up to the root; None for a draw beyond the tree."""
    index = draws.place(pod, round_no, draft)
    if index is None:
        return None
    path = []
    for row in _tree_rows(_leaves(secret, draws))[:-1]:
        if index ^ 1 < len(row):
            path.append(row[index ^ 1].hex())
        index //= 2
    return path


def _leaves(secret: str, draws: Draws) -> list[bytes]:
    """Every seed (as `round_seed` makes it) hashed once more. By hand: thousands of them, while somebody waits."""
    hashed = sha256
    tails = [
        f"\x1f{number}\x1f{draft}".encode()
        for number in range(draws.rounds + 1)
        for draft in range(1, draws.drafts + 1)
    ]
    return [
        hashed(b"\0" + name + tail + b"\x1f" + hashed(hidden + name + tail).hexdigest().encode()).digest()
        for hidden, name in ((f"{secret}\x1f".encode(), pod.encode()) for pod in draws.pods)
        for tail in tails
    ]


def _tree_rows(leaves: list[bytes]) -> list[list[bytes]]:
    rows, hashed = [leaves], sha256
    while len(rows[-1]) > 1:
        row = rows[-1]
        above = [hashed(b"\1" + one + two).digest() for one, two in zip(row[::2], row[1::2], strict=False)]
        rows.append([*above, *row[len(row) & ~1 :]])
    return rows
