"""What the history says of a fact: English sentences with places, declared with the fact.

A place is filled with a value as it is, or with one of the classes below, which name a thing by what the journal knows
of it. Names of people, pods and settings, and other languages, are the business of whoever shows the history
(`app.wording.journal_words`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple, Protocol

from pareo.core.model.outcome import Result


class HistorySentence(NamedTuple):
    """A sentence with places, and what belongs there."""

    text: str
    values: Mapping[str, Any]
    many: str = ""  # the sentence for a `count` other than 1
    pod: str = ""  # the pod that it is about, said before it


def tell(text: str, /, **values: object) -> HistorySentence:
    """A sentence of the history."""
    return HistorySentence(text, values)


def tell_count(one: str, many: str, /, *, count: int, **values: object) -> HistorySentence:
    """A sentence of the history that is worded by a number."""
    return HistorySentence(one, {"count": count, **values}, many)


class EntrantName(NamedTuple):
    """An entrant, or who waits to be one."""

    no: int


class EntrantNames(NamedTuple):
    """Several entrants; of many, the first few and how many."""

    nos: tuple[int, ...]


class PodNames(NamedTuple):
    """Pods, with how many are in each where it is said."""

    pods: tuple[str, ...]
    sizes: tuple[int, ...] = ()


class MatchEnding(NamedTuple):
    """How the match at a table ended."""

    number: int
    table: int
    result: Result


class OwnWords(NamedTuple):
    """What somebody wrote, without its full stop."""

    text: str


class Reason(NamedTuple):
    """Why something was done: in somebody's own words, or in those that the program writes itself."""

    text: str


class PenaltyName(NamedTuple):
    """A penalty, or the outcome of a check."""

    kind: str


class FieldNames(NamedTuple):
    """Fields of a player."""

    keys: tuple[str, ...]


class ListNames(NamedTuple):
    """Lists that were handed in: kind and number of each."""

    lists: tuple[tuple[str, int], ...]


class SettingName(NamedTuple):
    """A setting."""

    key: str


class SettingValue(NamedTuple):
    """What a setting was set to."""

    key: str
    value: object


class RulesName(NamedTuple):
    """The rules of the event."""


class DropRequest(NamedTuple):
    """The note that an entrant wants to leave."""

    no: int


class SaveSummary(NamedTuple):
    """What a save of TOM brought."""

    save: Any  # a `tom_facts.Saved`


class InPod(Protocol):
    """Whatever is of one round of one pod."""

    @property
    def pod(self) -> str: ...
    @property
    def number(self) -> int: ...


def tell_rounds(text: str, rounds: Iterable[InPod]) -> Iterator[HistorySentence]:
    """The sentence once for each round, with its pods."""
    pods: dict[int, list[str]] = {}
    for one in rounds:
        pods.setdefault(one.number, []).append(one.pod)
    return (HistorySentence(text, {"round": number, "pods": PodNames(tuple(ids))}) for number, ids in pods.items())


def tell_result(number: int, table: int, result: Result | None) -> HistorySentence:
    """A result, or that there is none any more."""
    if result is None:
        return tell("Round {round}, table {table}: the result was cleared.", round=number, table=table)
    ending = MatchEnding(number, table, result)
    return tell("Round {round}, table {table}: {result}.", round=number, table=table, result=ending)


def tell_reason(text: str) -> Iterator[HistorySentence]:
    """The reason, where there is one."""
    if text.strip().removesuffix("."):
        yield tell("Reason: {reason}.", reason=Reason(text))
