"""What a double click does: the browser opens on the program that runs already, or it is started first.

A program without a terminal has nowhere to say why it cannot start: then the sentence is a page too.
"""

from __future__ import annotations

import html
import tempfile
import webbrowser
from collections.abc import Callable
from pathlib import Path

from pareo.core.text.errors import PareoError, Refused
from pareo.web.server import PORT, RUNNING, answers, free_address, open_app_state, serve

PORTS = range(PORT, PORT + 10)
Browse = Callable[[str], object]


def open_program(
    db: str | None, *, say: Callable[[str], None], browse: Browse = webbrowser.open, start: Callable[..., None] = serve
) -> None:
    """Opens the owner's console, of the server that runs with this database or of a new one; its link is printed too,
    for whom no browser opens."""
    link = link_of_running(db)
    if link:
        say(f"Pareo runs already. Open it as the owner (good once, for ten minutes): {link}")
        browse(link)
        return
    start(db, port=free_port())


def link_of_running(db: str | None) -> str:
    """A fresh one-time link of the server that runs with this database; empty if none answers."""
    app_state = open_app_state(db)
    try:
        address = app_state.accounts.server_note(RUNNING)
        if not address or not answers(address, 1.0):
            return ""
        return f"{address}/enter/{app_state.accounts.one_time_link(app_state.accounts.ensure_owner().id)}"
    finally:
        app_state.accounts.close()
        app_state.store.close()


def free_port() -> int:
    """The usual port, or one of the next; if all are taken, any."""
    for port in PORTS:
        try:
            return free_address("127.0.0.1", port).port
        except Refused:
            continue
    return 0


def show_problem(problem: PareoError, *, browse: Browse = webbrowser.open) -> Path:
    """Shows an error as a page in the browser; returns the file it was written to."""
    text = f'<!doctype html><meta charset="utf-8"><title>Pareo</title><h1>Pareo</h1><p>{html.escape(str(problem))}</p>'
    with tempfile.NamedTemporaryFile("w", suffix=".html", prefix="pareo-", encoding="utf-8", delete=False) as file:
        file.write(text)
    browse(Path(file.name).as_uri())
    return Path(file.name)
