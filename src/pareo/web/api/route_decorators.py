"""How a call of the API is declared, who may make it, and how it answers when something is wrong.

Every call names its right, as pages do. A call that changes something needs a bearer token (or the signed link of a
player): the session cookie of a browser is for reading only, so no other site can act with it. Errors are
`{"error", "message"}`; what must be confirmed is a 409 that says which field repeats it.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Mapping
from hashlib import sha256
from types import MappingProxyType
from typing import Annotated, Any, TypeVar

import msgspec
from litestar import Request, delete, get, patch, post, put
from litestar.connection import ASGIConnection
from litestar.datastructures import ResponseHeader
from litestar.exceptions import HTTPException, NotFoundException, PermissionDeniedException
from litestar.handlers.base import BaseRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import HeaderParameter
from litestar.response import Response

from pareo.app.accounts.permissions import Right
from pareo.app.base.context import CommandResult, Context
from pareo.app.base.request_key import RequestKey
from pareo.core.text.errors import BadInput, NeedsConfirmation, NeedsTypedWord, OutsideRules, PareoError
from pareo.web.api.rows import Answer, Problem, Written
from pareo.web.view import View, status_of

T = TypeVar("T")

_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_SLUG = re.compile(r"[a-z0-9][a-z0-9_-]{0,79}")
_WORDS = (("--yes", "“confirm”: true"), ("--override REASON", "“override”: a reason"), ("--again", "“again”: true"))

_PROBLEMS = {
    400: "The request cannot be read: a field is missing, unknown or of the wrong type.",
    401: "This call needs a token.",
    403: "The token does not allow this call.",
    404: "There is no such event, player, round or table.",
    409: "Confirm first (`confirm`), give a reason (`override`), or reload: someone else changed it.",
    422: "The rules or the state of the round do not allow this.",
}

Client = Annotated[
    str | None,
    HeaderParameter(
        name="Idempotency-Key",
        description="An ID of your choice: a repeated request with it gets the first answer and has no further effect. "
        "Any other request with it is refused.",
        max_length=100,
        pattern=r"^[A-Za-z0-9._:-]+$",
        required=False,
    ),
]


async def idempotency(request: Request[Any, Any, Any], key: Client = None) -> RequestKey | None:
    """The `client` parameter of handlers that write: the key, with what is asked under it."""
    if key is None:
        return None
    body = await request.body()
    try:
        content: object = msgspec.json.decode(body)  # spaces and the order of fields say nothing
    except (msgspec.DecodeError, UnicodeError):
        content = sha256(body).hexdigest()
    return RequestKey(
        key, ["api", request.method, request.url.path, sorted(request.query_params.multi_items()), content]
    )


def api_get(
    path: str,
    right: Right,
    tag: str,
    answer: Any = None,
    media: str = "application/json",
    *,
    later: Any = None,
    headers: Mapping[str, str] | None = None,
) -> Callable[..., Any]:
    """A call that shows something. `answer`: what is described where the handler itself returns a response; `later`:
    what it says (202) while that is being made; `headers`: those that tell something, and what."""
    return _api_route(
        get,
        path,
        right,
        tag,
        codes=(400, 401, 403, 404),
        answer=answer,
        media=media,
        later=later,
        headers=headers or {},
    )


def api_post(path: str, right: Right, tag: str, method: Callable[..., Any] = post) -> Callable[..., Any]:
    """A call that changes something."""
    return _api_route(method, path, right, tag, codes=tuple(_PROBLEMS))


def api_patch(path: str, right: Right, tag: str) -> Callable[..., Any]:
    return api_post(path, right, tag, patch)


def api_put(path: str, right: Right, tag: str) -> Callable[..., Any]:
    return api_post(path, right, tag, put)


def api_delete(path: str, right: Right, tag: str) -> Callable[..., Any]:
    return api_post(path, right, tag, delete)


def _api_route(
    method: Callable[..., Any],
    path: str,
    right: Right,
    tag: str,
    *,
    codes: tuple[int, ...],
    answer: Any = None,
    media: str = "application/json",
    later: Any = None,
    headers: Mapping[str, str] = MappingProxyType({}),
) -> Callable[[Callable[..., Any]], Any]:
    responses = {code: ResponseSpec(Problem, description=_PROBLEMS[code], generate_examples=False) for code in codes}
    if answer is not None:
        responses[200] = ResponseSpec(answer, description="The data.", generate_examples=False, media_type=media)
    if later is not None:
        responses[202] = ResponseSpec(later, description="Not yet: ask again.", generate_examples=False)

    def declare(handler: Callable[..., Any]) -> Any:
        docstring = " ".join((handler.__doc__ or "").split())
        if right is Right.PUBLIC:
            handler = _between_commands(handler)
        return method(
            path,
            opt={"right": right, "no_csrf": True},
            status_code=200,
            responses=responses,
            sync_to_thread=None if right is Right.PUBLIC else True,
            summary=docstring.split(". ")[0].rstrip("."),
            description=f"{docstring} Needs the right “{right.value}”.",
            response_headers=[
                ResponseHeader(name=name, description=meaning, documentation_only=True, required=True)
                for name, meaning in headers.items()
            ],
            tags=[tag],
            media_type=media,
            security=[] if right is Right.PUBLIC else [{"token": []}],
        )(handler)

    return declare


def _between_commands(handler: Callable[..., Any]) -> Callable[..., Any]:
    """Runs a handler in the threads for the public, so that it takes none that staff need."""

    @functools.wraps(handler)
    async def run(*, view: View, **arguments: Any) -> Any:
        return await view.app_state.public_workers.run(functools.partial(handler, view=view, **arguments))

    return run


def require_bearer_for_writes(connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
    """Runs after the right was checked: no cookie may change anything here, and no odd text reaches the store."""
    slug = connection.path_params.get("slug")
    if isinstance(slug, str) and not _SLUG.fullmatch(slug):
        raise NotFoundException("There is no such event.")
    by_token = connection.headers.get("authorization", "")[:7].lower() == "bearer "
    if connection.scope.get("method") not in _SAFE and not by_token and "link" not in connection.path_params:
        raise PermissionDeniedException("Calls that change something need a bearer token; a cookie is not enough.")


def show_problem(request: Request[Any, Any, Any], problem: PareoError) -> Response[Any]:
    """What went wrong, as JSON in the language that was asked for."""
    texts = View.of(request).texts
    message = texts.sentence(problem)
    for option, field in _WORDS:
        message = message.replace(option, field)
    choices = problem.choices if isinstance(problem, NeedsConfirmation) else ()
    body = Problem(
        problem.code,
        message,
        isinstance(problem, NeedsConfirmation),
        isinstance(problem, OutsideRules),
        [Answer(choice.field, choice.value, texts.note(choice.words)) for choice in choices],
        problem.word if isinstance(problem, NeedsTypedWord) else "",
    )
    status = 409 if body.confirm or body.override else status_of(problem)
    return Response(body, status_code=status, media_type="application/json")


def show_http_error(_: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """An HTTP error (not found, not allowed, not readable) as JSON in the form of `Problem`."""
    messages = [str(error.detail)]
    extra = error.extra if isinstance(error.extra, list) else []
    messages += [f"{item.get('key', '')}: {item.get('message', '')}" for item in extra if isinstance(item, dict)]
    body = {"error": f"http-{error.status_code}", "message": " · ".join(messages)[:1000]}
    headers = {"www-authenticate": "Bearer"} if error.status_code == 401 else {}
    return Response(body, status_code=error.status_code, headers=headers, media_type="application/json")


def run_command(view: View, command: Callable[[Context], CommandResult], *, long: bool = False) -> Written:
    """Does a command as whoever holds the token, again if somebody else's came in between; a long one once, without
    making others wait."""
    with (view.app_state.open_separate_context if long else view.app_state.open_context)(view.identity) as ctx:
        done = command(ctx) if long else ctx.retry_on_conflict(lambda: command(ctx))
    return Written(done.seq, done.action, list(done.notes))


def reason(text: str | None) -> str | None:
    """The reason of an override is there to be read later, so it must say something."""
    if text is not None and not re.search(r"\w", text):
        raise BadInput("override-empty", "Give a reason for the override.")
    return text


def rows(values: object, kind: type[T]) -> T:
    """Rows of the app as the structs that the description names."""
    return msgspec.convert(values, kind)
