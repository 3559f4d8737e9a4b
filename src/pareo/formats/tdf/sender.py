"""Sending TOM's file from the machine where TOM runs to the one where Pareo does (BT-START-3).

It only sends bytes: no database, nothing is kept here. The other side takes the same save once, so what was cut off is
simply sent again.
"""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from urllib.parse import urlsplit

from pareo.core.text.errors import BadInput, PareoError, Refused
from pareo.formats.tdf.folder import read_bytes
from pareo.formats.tdf.follow import read_save
from pareo.formats.tdf.watch import AT_REST, FileStamp, stamp_of

_PATIENCE = 20.0


def saves_url(url: str) -> str:
    """Where saves are sent, from the event's public address: http://10.0.0.5:8000/e/spring-cup."""
    parts = urlsplit(url)
    slug = parts.path.rstrip("/").rpartition("/")[2]
    if parts.scheme not in ("http", "https") or not parts.netloc or not slug:
        raise BadInput(
            "tom-send-where",
            "“{url}” is not an event address: use the address of its public page, such as "
            "http://10.0.0.5:8000/e/spring-cup.",
            url=url[:200],
        )
    return f"{parts.scheme}://{parts.netloc}/api/v1/events/{slug}/beside/saves"


def post_save(url: str, token: str, data: bytes) -> str:
    """Sends one save; what the other side answers. Refused if it says no, OSError if it cannot be reached."""
    request = urllib.request.Request(  # noqa: S310  (http or https, checked)
        url,
        data,
        {
            "authorization": f"Bearer {token}",
            "content-type": "application/octet-stream",
        },
        method="POST",
    )
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # the network of a venue has none
    try:
        with opener.open(request, timeout=_PATIENCE) as answer:
            return "taken" if json.load(answer).get("taken") else "known"
    except urllib.error.HTTPError as error:
        raise Refused(
            "tom-send-refused", "The other computer answered: {answer}", answer=_error_message(error)
        ) from None


def _error_message(error: urllib.error.HTTPError) -> str:
    try:
        return str(json.load(error)["message"])[:300]
    except (ValueError, KeyError, TypeError, OSError):
        return f"{error.code}"


@dataclass(slots=True)
class FileSender:
    """A file that is sent whenever it has changed."""

    path: str
    send: Callable[[bytes], str]
    say: Callable[[str], None]
    stamp: Callable[[str], FileStamp] = stamp_of
    read: Callable[[str], bytes] = read_bytes
    _sent: FileStamp | None = None
    _coming: FileStamp | None = None
    _coming_at: float = 0.0
    _trouble: str = ""

    def look(self, now: float) -> bool:
        """Looks at the file once; was something sent?"""
        try:
            stamp = self.stamp(self.path)
            if stamp == self._sent:
                return False
            if stamp != self._coming:
                self._coming, self._coming_at = stamp, now
                return False
            if now - self._coming_at < AT_REST:
                return False
            data = self.read(self.path)
            read_save(data)
            self.say(self.send(data))
        except (OSError, PareoError) as problem:  # again at the next look
            self._report_trouble(str(problem))
            return False
        self._sent, self._trouble = stamp, ""
        return True

    def _report_trouble(self, trouble: str) -> None:
        if trouble != self._trouble:
            self._trouble = trouble
            self.say(trouble)
