"""What is known of an event that TOM runs while we follow its file (BT-OWN-1): TOM's results and ours, side by side.

A match is (round, the two players), never the table (BT-ID-4): a result that was reported here stays with its pair,
whatever TOM does with rounds and tables, and is there again when the pair is. Only replay changes any of it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from pareo.core.model.entities import Match, Pod
from pareo.core.model.outcome import Outcome, Result
from pareo.core.results.result_text import flip_result


class MatchKey(NamedTuple):
    """Who meets whom in which round; the lower number first."""

    number: int
    low: int
    high: int


def match_key_of(number: int, a: int, b: int) -> MatchKey:
    return MatchKey(number, min(a, b), max(a, b))


def result_from_lower(match: Match, result: Result) -> Result:
    """A result of the match, as the player with the lower number sees it."""
    return result if match.a < match.b else flip_result(result)


def result_as_seated(match: Match, result: Result) -> Result:
    """A result from the side of the lower number, as the match is seated: `result_from_lower` undone."""
    return result_from_lower(match, result)


def mean_the_same(ours: Result, theirs: Result | None) -> bool:
    """Does TOM's result say of the match what ours says, as far as TOM can say it: who won, a draw, or two losers?

    TOM has no games (2–0) and no scores, and a forfeit is a win like any other there (B-31).
    """
    return theirs is not None and _as_tom_says(ours) == _as_tom_says(theirs)


def _as_tom_says(result: Result) -> tuple[bool, bool, bool]:
    return result.a.won, result.b.won, Outcome.DRAW in (result.a, result.b)


class LocalResult(NamedTuple):
    """A result that was reported here, from the side of the lower number."""

    result: Result
    agreed: bool = False  # by both players
    insisted: bool = False  # TOM has another one, and the desk says that ours is right (BT-CON-1)
    from_tom: bool = False  # TOM had it before it went back (BT-DIFF-5)
    by: str = ""
    at: str = ""  # UTC


class TomSave(NamedTuple):
    """A save of TOM that was taken."""

    number: int
    seq: int
    sha256: str
    kind: str  # begins, continues, corrects, re-pairs, rewinds
    time: str
    kept: str = ""  # the attachment that holds it


class DeskNote(NamedTuple):
    """Something to be done in TOM by a person (BT-OWN-2)."""

    seq: int
    text: str
    no: int = 0  # about whom
    at: str = ""
    by: str = ""


@dataclass(slots=True)
class TomSync:
    """How an event that TOM runs stands between TOM and us."""

    following: bool = True
    person: str = ""  # the record outside the journal with the file's path and organiser
    saves: list[TomSave] = field(default_factory=list)
    digests: dict[str, int] = field(default_factory=dict)  # keyed digest of a user id → entrant
    settings: dict[str, object] = field(default_factory=dict)  # as TOM last said them
    pod_settings: dict[str, dict[str, object]] = field(default_factory=dict)
    results: dict[MatchKey, Result] = field(default_factory=dict)  # TOM's
    ours: dict[MatchKey, LocalResult] = field(default_factory=dict)
    claims: dict[MatchKey, dict[int, Result]] = field(default_factory=dict)  # players' reports set aside
    notes: dict[int, DeskNote] = field(default_factory=dict)  # by entry
    unpublished_since: dict[tuple[str, int], str] = field(
        default_factory=dict
    )  # (pod, round) not published yet → since when
    held: set[tuple[str, int]] = field(default_factory=set)  # not to be published until somebody says so
    changed: dict[tuple[str, int], tuple[int, ...]] = field(default_factory=dict)  # tables, after publishing (BT-PUB-2)
    written: dict[MatchKey, Result] = field(default_factory=dict)  # put into a file for TOM
    untaken: set[MatchKey] = field(default_factory=set)  # that TOM did not take (BT-BACK-4)
    categories: dict[str, str] = field(default_factory=dict)  # TOM's of each pod
    timed: set[tuple[str, int]] = field(default_factory=set)  # rounds for which TOM has a start time
    places: dict[int, int] = field(default_factory=dict)  # TOM's own, at the end (BT-STD-1)

    @property
    def last(self) -> TomSave | None:
        return self.saves[-1] if self.saves else None

    def effective(self, number: int, match: Match) -> Result | None:
        """The result that counts: TOM's, else ours (BT-CON-1)."""
        key = match_key_of(number, match.a, match.b)
        theirs = self.results.get(key)
        if theirs is None and key in self.ours:
            theirs = self.ours[key].result
        return None if theirs is None else result_as_seated(match, theirs)


def seated_matches(pods: dict[str, Pod]) -> Iterator[tuple[Pod, int, Match]]:
    """Every match there is, with its pod and round."""
    for pod in pods.values():
        for number, r in pod.rounds.items():
            for match in r.matches.values():
                yield pod, number, match
