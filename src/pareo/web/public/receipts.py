"""The script that checks receipts, for everybody. It is served as text, to be read, and to be saved."""

from __future__ import annotations

from litestar.response import Response

from pareo.app.accounts.permissions import Right
from pareo.pages.links import SCRIPT
from pareo.pages.receipts import script
from pareo.web.route_decorators import page


@page(f"/{SCRIPT}", Right.PUBLIC)
def show_script(*, save: bool = False) -> Response[bytes]:
    """The script, to be read or to be saved."""
    headers = {"content-disposition": f'attachment; filename="{SCRIPT}"'} if save else {}
    return Response(script(), media_type="text/plain", headers=headers)


ROUTES = [show_script]
