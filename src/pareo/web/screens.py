"""Screens that are added by the digits they show: no login on the projector.

Contract: a browser that opens /screen holds a secret of its own and shows four digits, good for `CODE_SECONDS`. Whoever
may add screens types them; after five wrong ones they must wait. Then the browser is given the token of a screen, which
opens nothing but what is public. In memory: after a restart new digits are shown, and screens that were added stay.
"""

from __future__ import annotations

import json
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from pareo.app.accounts.accounts import Accounts
from pareo.core.text.errors import NotFound, Refused

CODE_SECONDS = 600.0
TRIES = 5
MOST_WAITING = 500  # screens that show digits; the oldest goes
HERE_SECONDS = 45.0


@dataclass(slots=True)
class WaitingScreen:
    """A browser that shows digits."""

    code: str
    until: float
    token: str = ""  # once it was added
    slug: str = ""


@dataclass(slots=True)
class Screens:
    """The screens that wait to be added, and those that were seen lately. Safe for threads."""

    now: Callable[[], float] = time.monotonic
    draw: Callable[[], str] = lambda: f"{secrets.randbelow(10_000):04d}"
    _waiting: dict[str, WaitingScreen] = field(default_factory=dict)  # by the browser's secret
    _wrong: dict[str, list[float]] = field(default_factory=dict)  # who typed digits of no screen, and when
    _seen: dict[str, float] = field(default_factory=dict)  # token's id → when it last asked
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def digits(self, secret: str) -> tuple[str, str]:
        """(the browser's secret, its digits): new ones if it has none, or they are too old."""
        with self._lock:
            self._tidy()
            waiting = self._waiting.get(secret)
            if waiting is None:
                used = {w.code for w in self._waiting.values()}
                code = next(c for c in iter(self.draw, None) if c not in used)
                secret = secrets.token_urlsafe(24)
                waiting = self._waiting[secret] = WaitingScreen(code, self.now() + CODE_SECONDS)
                while len(self._waiting) > MOST_WAITING:
                    self._waiting.pop(next(iter(self._waiting)))
            return secret, waiting.code

    def add(self, code: str, slug: str, who: str, make: Callable[[], str]) -> None:
        """Gives the screen that shows these digits a token, made by `make`, for this event."""
        with self._lock:
            self._tidy()
            wrong = self._wrong.setdefault(who, [])
            if len(wrong) >= TRIES:
                raise Refused(
                    "screen-later",
                    "Too many wrong codes: try again in {minutes} min.",
                    minutes=int((wrong[0] + CODE_SECONDS - self.now()) // 60) + 1,
                )
            typed = code.strip().replace(" ", "")
            waiting = next((w for w in self._waiting.values() if w.code == typed and not w.token), None)
            if waiting is None:
                wrong.append(self.now())
                raise NotFound(
                    "no-screen-code",
                    "No screen shows the digits {code}: open /screen on it and enter the digits you see.",
                    code=typed[:12] or "–",
                )
            waiting.token, waiting.slug = make(), slug
            self._wrong.pop(who, None)

    def take_added(self, secret: str) -> WaitingScreen | None:
        """The token and event that the browser with this secret was given, handed out once; None if none yet."""
        with self._lock:
            waiting = self._waiting.get(secret)
            return self._waiting.pop(secret) if waiting is not None and waiting.token else None

    def record_seen(self, token: str) -> None:
        """Notes that a screen has just asked for its picture."""
        self._seen[token] = self.now()

    def is_on(self, token: str) -> bool:
        return self.now() - self._seen.get(token, -HERE_SECONDS * 2) < HERE_SECONDS

    def _tidy(self) -> None:
        now = self.now()
        for secret in [m for m, w in self._waiting.items() if w.until < now]:
            del self._waiting[secret]
        for who, times in list(self._wrong.items()):
            times[:] = [at for at in times if at + CODE_SECONDS > now]
            if not times:
                del self._wrong[who]


def screen_note_key(slug: str, label: str) -> str:
    """The key of the server note that holds what a screen shows."""
    return f"screen/{slug}/{label}"


def screen_settings(accounts: Accounts, slug: str, label: str) -> dict[str, str]:
    """What staff chose for a screen: its kind, and its part of the alphabet."""
    try:
        values = json.loads(accounts.server_note(screen_note_key(slug, label)) or "{}")
    except ValueError:
        return {}
    return {key: str(value) for key, value in values.items()} if isinstance(values, dict) else {}
