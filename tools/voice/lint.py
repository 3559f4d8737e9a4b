"""Holds texts against the banned patterns, and the exceptions against the texts."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from .texts import Text

HERE = Path(__file__).parent
_PLACE = re.compile(r"\{\w*\}|%\(\w+\)s")  # of a name or number: what is in there is no text


@dataclass(frozen=True, slots=True)
class Banned:
    """A pattern that no text of its language has, and what to say instead."""

    name: str
    lang: str
    pattern: re.Pattern[str]
    say: str
    kinds: tuple[str, ...] = ()

    def find(self, text: Text) -> list[str]:
        """The words of the text that the pattern bans."""
        if text.lang != self.lang or (self.kinds and text.kind not in self.kinds):
            return []
        return [match[0] for match in self.pattern.finditer(_PLACE.sub("{…}", text.words))]


@dataclass(frozen=True, slots=True)
class Exemption:
    """A piece of a text that may keep one banned pattern, and why."""

    banned: str
    text: str
    reason: str

    def applies(self, banned: Banned, text: Text) -> bool:
        """Whether the text has this piece, with banned words inside it."""
        return self.banned == banned.name and len(banned.find(self.without(text))) < len(banned.find(text))

    def without(self, text: Text) -> Text:
        """The text without this piece."""
        return replace(text, words=text.words.replace(self.text, "…"))


def read_banned(data: Mapping[str, Any]) -> list[Banned]:
    """The patterns of banned.toml."""
    return [
        Banned(
            name,
            one["lang"],
            re.compile(one["pattern"], 0 if one.get("case") else re.IGNORECASE),
            one["say"],
            tuple(one.get("kinds", ())),
        )
        for name, one in data.items()
    ]


def read_exemptions(data: Mapping[str, Any]) -> list[Exemption]:
    """The exceptions of exceptions.toml, by the pattern they are for."""
    return [Exemption(name, one["text"], one["reason"]) for name, group in data.items() for one in group]


def problems(texts: Iterable[Text], banned: Iterable[Banned], exemptions: Iterable[Exemption]) -> list[str]:
    """One line for each banned text without an exception, and for each exception without a text."""
    rules, allowed, used, found = list(banned), list(exemptions), set(), []
    for text in texts:
        for rule in rules:
            if not rule.find(text):
                continue
            rest = text
            for one in allowed:
                if one.applies(rule, text):
                    used.add(one)
                    rest = one.without(rest)
            if words := rule.find(rest):
                found.append(f"{text.place}: “{text.words}”\n    {rule.name}: not “{words[0]}”, say: {rule.say}")
    stale = [one for one in allowed if one not in used]
    found += [f"exceptions.toml: nothing says “{one.text}” ({one.banned}) any more; remove it" for one in stale]
    return found


def load(name: str) -> dict[str, Any]:
    """One of the two files of data beside this module."""
    return tomllib.loads((HERE / name).read_text(encoding="utf-8"))
