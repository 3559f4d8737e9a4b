"""Public pages that are no page of one event: made once per change and kept as bytes with an ETag.

The same idea as in `front`, for series, duplicate events and club standings: a version that changes with what is shown,
and one rendering per version and language.
"""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable

from litestar.response import Response

from pareo.web.view import View

_KEEP = 128
_kept: OrderedDict[tuple[object, ...], tuple[Hashable, bytes, str]] = OrderedDict()
_lock = threading.Lock()


def kept_page(view: View, key: tuple[object, ...], version: Hashable, make: Callable[[], str]) -> Response[bytes]:
    """The page, made anew only if its version has changed."""
    whole = (id(view.hall), view.lang, *key)
    with _lock:
        found = _kept.get(whole)
    if found is None or found[0] != version:
        body = make().encode()
        found = (version, body, f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"')
        with _lock:
            _kept[whole] = found
            while len(_kept) > _KEEP:
                _kept.popitem(last=False)
    headers = {"etag": found[2], "cache-control": "no-cache", "vary": "Accept-Language, Cookie"}
    if found[2] in view.request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers, media_type="text/html")
    return Response(found[1], headers=headers, media_type="text/html; charset=utf-8")
