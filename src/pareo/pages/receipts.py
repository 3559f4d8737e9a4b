"""The page of a receipt, and the script that checks it: for a stranger, who trusts neither the organiser nor us.

The script is one file of the package; `tools/check_receipt.py` is the same text. Its sum stands on the page, to be
compared with the sum of one that was had elsewhere.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable
from functools import cache, partial

from pareo.app.base.context import Context
from pareo.app.queries.pages import public_view as public_views
from pareo.app.receipts.receipt import write_receipt
from pareo.app.rows.receipts import Receipt
from pareo.app.wording.pod_words import label_of
from pareo.pages.links import SCRIPT, EventFrame, static_file
from pareo.pages.render import render


@cache
def script() -> bytes:
    return static_file(SCRIPT)


@cache
def script_sum() -> str:
    """SHA-256 of the script."""
    return hashlib.sha256(script()).hexdigest()


def receipt_page(ctx: Context, receipt: Receipt, lang: str, frame: EventFrame) -> Callable[..., str]:
    """What proves that a round was drawn fairly, and how to check it."""
    state = ctx.open(frame.slug).state
    pods = [p for p, r in public_views.shown_rounds(state) if r.number == receipt.round]
    file = file_name(receipt, alone=len(pods) == 1)
    root = f" --root {receipt.draws.root}" if receipt.draws is not None and receipt.path is not None else ""
    return partial(
        render,
        "public/receipt.html",
        lang,
        event=frame,
        here="rounds",
        guide="looking-ahead",
        receipt=receipt,
        data=write_receipt(receipt).decode(),
        label=label_of(state, state.pods[receipt.pod]),
        script=SCRIPT,
        script_sum=script_sum(),
        file=file,
        typed=(f"sha256sum {SCRIPT}", f"python3 {SCRIPT} {file}{root}"),
        again=f"pareo receipt --check {file}" if receipt.input is not None and not receipt.by_hand else "",
        others=[(p.id, label_of(state, p)) for p in pods if p.id != receipt.pod],
    )


def file_name(receipt: Receipt, *, alone: bool) -> str:
    """What a saved receipt is called; it is typed, so there is nothing odd in it."""
    pod = "" if alone else "-" + re.sub("[^a-z0-9]+", "-", receipt.pod)
    return f"receipt-{receipt.round}{pod}.json"
