"""How a page and a command are declared: path and right, side by side.

Handlers are plain functions; each runs in a worker thread, so that no database, pairing or rendering is done on the
event loop. (Our own thread call instead of Litestar's `sync_to_thread`, which wraps a path with GET and POST twice.)
"""

from __future__ import annotations

import asyncio
import inspect
import re
from collections.abc import Callable
from typing import Annotated, Any, get_type_hints

from litestar import get, post
from litestar.di import NamedDependency
from litestar.enums import RequestEncodingType
from litestar.params import Body, FromPath, FromQuery, SkipValidation

from pareo.app.accounts.permissions import Right
from pareo.web.view import View

Form = Annotated[dict[str, str], Body(media_type=RequestEncodingType.URL_ENCODED)]
Upload = Annotated[dict[str, Any], Body(media_type=RequestEncodingType.MULTI_PART)]
Here = NamedDependency[SkipValidation[View]]  # ours, not the caller's: there is nothing in it to validate


_INJECTED = ("view", "data", "request", "return")  # what is neither path nor query


def in_thread(handler: Callable[..., Any], path: str) -> Callable[..., Any]:
    """The handler as a coroutine that runs it in a thread; where each parameter comes from is made explicit."""
    hints = get_type_hints(handler, include_extras=True)
    in_path = set(re.findall(r"\{(\w+)", path))
    for name, kind in hints.items():
        if name not in _INJECTED:
            hints[name] = FromPath[kind] if name in in_path else FromQuery[kind]  # type: ignore[valid-type, misc]
    signature = inspect.signature(handler)
    parameters = [p.replace(annotation=hints[name]) for name, p in signature.parameters.items()]

    async def run(**arguments: Any) -> Any:
        if inspect.iscoroutinefunction(handler):  # it waits for something else than a thread of ours
            return await handler(**arguments)
        return await asyncio.to_thread(handler, **arguments)

    run.__name__ = handler.__name__
    run.__qualname__ = handler.__qualname__
    run.__module__ = handler.__module__
    run.__doc__ = handler.__doc__
    run.__annotations__ = hints
    run.__signature__ = signature.replace(  # type: ignore[attr-defined]
        parameters=parameters, return_annotation=hints.get("return", signature.return_annotation)
    )
    return run


def page(path: str, right: Right) -> Callable[[Callable[..., Any]], Any]:
    """A page: GET, HTML."""
    route = get(path, opt={"right": right}, include_in_schema=False, media_type="text/html")
    return lambda handler: route(in_thread(handler, path))


def command(path: str, right: Right) -> Callable[[Callable[..., Any]], Any]:
    """A command of a page: POST with a form and its CSRF token."""
    route = post(path, opt={"right": right}, include_in_schema=False, media_type="text/html", status_code=200)
    return lambda handler: route(in_thread(handler, path))
