"""The application: routes, guard, CSRF, headers, errors. `create` gives the ASGI application a server runs."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

from litestar import Litestar, Request, get
from litestar.config.csrf import CSRFConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi.config import OpenAPIConfig
from litestar.response import Response
from litestar.static_files import create_static_files_router

from pareo import __version__
from pareo.app.accounts.permissions import Right
from pareo.app.base.server_log import BackgroundTask, log_bug
from pareo.app.commands.people.registration import erase_expired
from pareo.app.operations.backup_scheduler import start_backups
from pareo.app.queries.event.labels import REGISTERED, ensure_labels
from pareo.core.text.errors import PareoError
from pareo.web.access import guard
from pareo.web.api.routes import OpenRows
from pareo.web.app_state import AppState
from pareo.web.asgi import Asgi, PublicPagesMiddleware
from pareo.web.database_unavailable import RETRY_AFTER
from pareo.web.request_limits import log_refused
from pareo.web.routes import ROUTES
from pareo.web.view import View, status_of

UPLOAD_LIMIT = 20_000_000
_READING = re.compile("deserializing|decoding")  # what msgspec and json were doing


@get("/healthz", opt={"right": Right.PUBLIC}, include_in_schema=False, sync_to_thread=False)
def healthz() -> dict[str, str]:
    """For whoever starts the server and waits until it answers."""
    return {"status": "ok", "version": __version__}


@get("/readyz", opt={"right": Right.PUBLIC}, include_in_schema=False, sync_to_thread=False)
def readyz(state: State) -> Response[dict[str, str]]:
    """For a load balancer: shall requests come here? Answered without the database."""
    ready = state.app_state.is_ready
    return Response({"status": "ready" if ready else "not ready"}, status_code=200 if ready else 503)


def provide_view(request: Request[Any, Any, Any]) -> View:
    """The `view` parameter of every handler."""
    return View.of(request)


def show_problem(request: Request[Any, Any, Any], problem: PareoError) -> Response[Any]:
    """The page or JSON of an error for people that no handler has shown itself."""
    view = View.of(request)
    status = status_of(problem)
    if request.url.path.startswith("/api/"):
        body = {"error": problem.code, "message": view.texts.sentence(problem)}
        answer: Response[Any] = Response(body, status_code=status)
    else:
        answer = view.page("problem.html", status=status, problem=problem, heading=str(status))
    if status == 503:
        answer.headers["retry-after"] = RETRY_AFTER
    return answer


def show_http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    """The page or JSON of an HTTP error: not found, not allowed, log in first."""
    view = View.of(request)
    if request.url.path.startswith("/api/"):
        return Response({"error": f"http-{error.status_code}", "message": error.detail}, status_code=error.status_code)
    if error.status_code == 401:
        slug = request.path_params.get("slug")
        return view.go(f"/e/{slug}/me" if isinstance(slug, str) and request.url.path.startswith("/e/") else "/login")
    if error.status_code >= 500:
        _log_request_bug(request, error)
    return view.page("problem.html", status=error.status_code, heading=str(error.status_code))


def show_too_deep(request: Request[Any, Any, Any], error: RecursionError) -> Response[Any]:
    """JSON inside JSON inside JSON …: not read, and nobody's bug. Any other depth is ours."""
    if not _READING.search(str(error)):
        return show_bug(request, error)
    scope: Any = request.scope
    scope["pareo_close"] = True
    log_refused(scope, 400, "the body is nested too deeply")
    return show_http_error(request, HTTPException(status_code=400, detail="The body is nested too deeply."))


def show_bug(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    """Something nobody thought of: a calm page for the person, everything about it on stderr."""
    _log_request_bug(request, error)
    if request.url.path.startswith("/api/"):
        return Response({"error": "http-500", "message": "Internal Server Error"}, status_code=500)
    return View.of(request).page("problem.html", status=500, heading="500")


def _log_request_bug(request: Request[Any, Any, Any], error: Exception) -> None:
    """Logs the route instead of the address: a player's own link is a secret."""
    log_bug(f"{request.method} {request.scope.get('path_template', '')}", error)


def _erase_expired(app_state: AppState) -> None:
    """Erases what players gave when they registered once the time in their event's ruleset is over."""

    def erase() -> None:
        for one, sure in app_state.store.with_label(REGISTERED):
            with contextlib.suppress(PareoError), app_state.open_context() as ctx:  # a damaged event is skipped
                if sure or REGISTERED in ensure_labels(ctx, one):
                    erase_expired(ctx, one.slug)

    BackgroundTask("Erasing what registration has left")(erase)


@contextlib.asynccontextmanager
async def _lifespan(app: Litestar) -> AsyncIterator[None]:
    app_state: AppState = app.state.app_state
    watch = asyncio.create_task(app_state.watch())
    stop_backups = await asyncio.to_thread(start_backups, app_state)
    await asyncio.to_thread(_erase_expired, app_state)
    try:
        yield
    finally:
        app_state.job_queue.close()
        await asyncio.to_thread(stop_backups)
        watch.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await watch


def create(app_state: AppState, *, extra: Sequence[Any] = ()) -> Asgi:
    """Everything behind one ASGI callable."""
    app = create_litestar(app_state, extra)
    app_state.refresh()
    return PublicPagesMiddleware(app, app_state)  # type: ignore[arg-type]


def create_litestar(app_state: AppState, extra: Sequence[Any] = ()) -> Litestar:
    """The Litestar application behind `PublicPagesMiddleware`: all routes (takes half a second)."""
    static = create_static_files_router(
        path="/static",
        directories=[Path(str(files("pareo.pages").joinpath("static")))],
        opt={"right": Right.PUBLIC},
        cache_control=None,
    )
    return Litestar(
        route_handlers=[healthz, readyz, static, *ROUTES, *extra],
        guards=[guard],
        dependencies={"view": Provide(provide_view, sync_to_thread=False)},
        csrf_config=CSRFConfig(
            secret=app_state.accounts.server_key().hex(),
            cookie_name="pareo_csrf",
            cookie_samesite="strict",
            cookie_httponly=True,
            exclude_from_csrf_key="no_csrf",
        ),
        exception_handlers={
            PareoError: show_problem,
            HTTPException: show_http_error,
            RecursionError: show_too_deep,
            Exception: show_bug,
        },
        lifespan=[_lifespan],
        state=State({"app_state": app_state}),
        openapi_config=OpenAPIConfig(title="Pareo", version=__version__, path="/api/schema"),
        plugins=[OpenRows()],
        request_max_body_size=UPLOAD_LIMIT,
        logging_config=None,  # `app/base/server_log.py` does it; no thread of its own writes to the same window
        debug=False,
    )
