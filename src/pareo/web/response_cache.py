"""Ready bytes: pages and answers that many people ask for, made once per change and kept with ETag and compressed copy.

One bounded store for everything public: pages of an event, series and duplicate events, the public API. A page is made
by one renderer at a time; whoever asks meanwhile waits for the same bytes. What cannot be made (an unknown round, an
unknown event) is never kept. Nothing else grows: there is no lock per page, only the list of pages being made now.
"""

from __future__ import annotations

import asyncio
import gzip
import hashlib
import threading
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable, Mapping
from concurrent.futures import Future
from dataclasses import dataclass

KEEP = 512  # pages at most
KEEP_BYTES = 128_000_000  # of them all, plain and compressed
AT_MOST_EVERY = 1.0  # seconds between two renderings of a page that thousands of phones ask for

Key = tuple[Hashable, ...]
Make = Callable[[], tuple[int, bytes]]  # status and body
Run = Callable[[Callable[[], "CachedResponse"]], Awaitable["CachedResponse"]]
Headers = tuple[tuple[bytes, bytes], ...]


@dataclass(frozen=True, slots=True)
class CachedResponse:
    """A page as it is sent. `version` is what it was made from; empty: made again as soon as it may be."""

    version: Hashable
    made_at: float
    status: int
    body: bytes
    gzipped: bytes
    etag: bytes

    @property
    def size(self) -> int:
        return len(self.body) + len(self.gzipped)

    def answer(
        self, request_headers: Mapping[bytes, bytes], kind: bytes, *, vary: bytes, more: Headers = ()
    ) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
        """Status, headers and body for a request with these headers: whole, compressed, or “not modified”."""
        head = [(b"etag", self.etag), (b"cache-control", b"no-cache"), (b"vary", vary), *more]
        if self.status == 200 and self.etag in request_headers.get(b"if-none-match", b""):
            return 304, head, b""
        packs = b"gzip" in request_headers.get(b"accept-encoding", b"")
        body = self.gzipped if packs else self.body
        about = [(b"content-type", kind), (b"content-length", str(len(body)).encode())]
        return self.status, [*about, *([(b"content-encoding", b"gzip")] if packs else []), *head], body


class ResponseCache:
    """A bounded cache of pages, the least recently used going first. Safe for threads and for the event loop at
    once."""

    def __init__(self, most: int = KEEP, most_bytes: int = KEEP_BYTES) -> None:
        self._most, self._most_bytes = most, most_bytes
        self._pages: OrderedDict[Key, CachedResponse] = OrderedDict()
        self._making: dict[Key, Future[CachedResponse]] = {}
        self._lock = threading.Lock()  # of this book-keeping; never held while a page is made
        self._size = 0

    def __len__(self) -> int:
        return len(self._pages)

    @property
    def size(self) -> int:
        """Bytes kept."""
        return self._size

    @property
    def being_made(self) -> int:
        """Pages that are being made now."""
        return len(self._making)

    def clear(self) -> None:
        """Forgets every page."""
        with self._lock:
            self._pages.clear()
            self._size = 0

    def last(self, key: Key) -> CachedResponse | None:
        """The page as it was last made, whatever has changed since."""
        with self._lock:
            return self._pages.get(key)

    def get(self, key: Key, version: Hashable, make: Make, *, every: float = 0.0) -> CachedResponse:
        """The page of this version, made by `make` if need be; for worker threads. A page younger than `every` seconds
        will do, whatever its version."""
        while True:
            cached, making = self._find_or_claim(key, version, every)
            if cached is not None:
                return cached
            if making is None:
                return self._fill(key, version, make)
            page = making.result()
            if every or page.version == version:
                return page

    async def aget(
        self, key: Key, version: Hashable, make: Make, *, every: float = 0.0, run: Run | None = None
    ) -> CachedResponse:
        """The page of this version, as `get` gives it, for the event loop: waiting costs no thread. `run`: what calls
        `make`; by default a worker thread."""
        while True:
            cached, making = self._find_or_claim(key, version, every)
            if cached is not None:
                return cached
            if making is None:  # shielded: should this phone go away, others wait for the page
                return await asyncio.shield((run or asyncio.to_thread)(lambda: self._fill(key, version, make)))
            page = await asyncio.wrap_future(making)
            if every or page.version == version:
                return page

    def _find_or_claim(
        self, key: Key, version: Hashable, every: float
    ) -> tuple[CachedResponse | None, Future[CachedResponse] | None]:
        """The cached page; or the future of one that is being made; or neither, and the caller has to make it."""
        with self._lock:
            page = self._pages.get(key)
            if page is not None and ((version and page.version == version) or time.monotonic() - page.made_at < every):
                self._pages.move_to_end(key)
                return page, None
            making = self._making.get(key)
            if making is None:
                mine = self._making[key] = Future()
                mine.set_running_or_notify_cancel()  # from now on no waiter can cancel it for the others
            return None, making

    def _fill(self, key: Key, version: Hashable, make: Make) -> CachedResponse:
        try:
            status, body = make()
            etag = b'"' + hashlib.blake2b(body, digest_size=12).hexdigest().encode() + b'"'
            packed = gzip.compress(body, 6, mtime=0)
            page = CachedResponse(version if status == 200 else "", time.monotonic(), status, body, packed, etag)
        except BaseException as problem:
            with self._lock:
                making = self._making.pop(key)
            making.set_exception(problem)
            raise
        with self._lock:
            making = self._making.pop(key)
            if version:
                self._keep(key, page)
        making.set_result(page)
        return page

    def _keep(self, key: Key, page: CachedResponse) -> None:
        old = self._pages.pop(key, None)
        self._size += page.size - (old.size if old is not None else 0)
        self._pages[key] = page
        while len(self._pages) > self._most or (self._size > self._most_bytes and len(self._pages) > 1):
            _, gone = self._pages.popitem(last=False)
            self._size -= gone.size
