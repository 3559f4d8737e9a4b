"""All calls of the API, and its description."""

from __future__ import annotations

from typing import Any

from litestar import Request, Router, get
from litestar._openapi.schema_generation import SchemaCreator
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi.spec import OpenAPIType, Schema
from litestar.plugins import OpenAPISchemaPlugin
from litestar.response import Response
from litestar.typing import FieldDefinition

from pareo.app.accounts.permissions import Right
from pareo.app.rows.tables import Inner
from pareo.core.text.errors import PareoError
from pareo.web.api import (
    arbiter,
    checks,
    claims,
    event_closing,
    events,
    explain_place,
    floor,
    forecast,
    journal,
    lists,
    papers,
    players,
    public,
    ratings,
    registration,
    rounds,
    staff,
    tom,
    views,
)
from pareo.web.api.league import directory, directory_lists, series
from pareo.web.api.route_decorators import idempotency, require_bearer_for_writes, show_http_error, show_problem

_ABOUT = (
    "Everything the console can do. Public data needs no token; everything else a bearer token with the right that the "
    "call names. Errors are {error, message}; 409 with `confirm` or `override` says what to repeat the call with. "
    "An `Idempotency-Key` makes repeating safe."
)


class OpenRows(OpenAPISchemaPlugin):
    """Rows inside rows are described as objects and no more."""

    def is_plugin_supported_field(self, field_definition: FieldDefinition) -> bool:
        return field_definition.is_subclass_of(Inner)

    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: SchemaCreator) -> Schema:
        del field_definition, schema_creator
        return Schema(type=OpenAPIType.OBJECT, additional_properties=Schema())


@get("/openapi.json", opt={"right": Right.PUBLIC, "no_csrf": True}, include_in_schema=False, sync_to_thread=False)
def description(request: Request[Any, Any, Any]) -> Response[dict[str, Any]]:
    """The OpenAPI description, without any page around it: nothing is fetched from the internet."""
    schema = request.app.openapi_schema.to_schema()
    schema["info"]["description"] = _ABOUT
    schemes = schema.setdefault("components", {}).setdefault("securitySchemes", {})
    schemes["token"] = {"type": "http", "scheme": "bearer", "description": "A token of the event or of the server."}
    return Response(schema, media_type="application/json")


API = Router(
    "/api/v1",
    route_handlers=[
        description,
        *public.ROUTES,
        *events.ROUTES,
        *players.ROUTES,
        *rounds.ROUTES,
        *arbiter.ROUTES,
        *floor.ROUTES,
        *checks.ROUTES,
        *claims.ROUTES,
        *registration.ROUTES,
        *lists.ROUTES,
        *journal.ROUTES,
        *papers.ROUTES,
        *ratings.ROUTES,
        *explain_place.ROUTES,
        *forecast.ROUTES,
        *staff.ROUTES,
        *views.ROUTES,
        *series.ROUTES,
        *directory.ROUTES,
        *directory_lists.ROUTES,
        *event_closing.ROUTES,
        *tom.ROUTES,
    ],
    guards=[require_bearer_for_writes],
    dependencies={"client": Provide(idempotency)},
    exception_handlers={PareoError: show_problem, HTTPException: show_http_error},
)

ROUTES: list[Any] = [API]
