"""Starting the web application: on this machine with a one-time link, or for the network once the owner has a password.

The application is plain ASGI (`application`); granian serves it, and uvicorn can (`pip install uvicorn`). One process:
public pages are ready bytes, everything slow runs in threads. `serve` returns when the server has stopped.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import io
import ipaddress
import os
import shutil
import signal
import socket
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
import webbrowser
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import segno

from pareo.app.accounts.accounts import Accounts, User
from pareo.app.base.context import Context
from pareo.app.commands.event import demonstration
from pareo.core.text.errors import PareoError, Refused
from pareo.store import default_path, open_store
from pareo.web.app import create
from pareo.web.app_state import AppState
from pareo.web.asgi import Asgi
from pareo.web.host_names import known_names
from pareo.web.lan_listener import Stop, own_addresses
from pareo.web.streams import Streams, raise_handles
from pareo.web.telemetry import Telemetry

PORT = 8000
RUNNING = "server"  # key of a server note: where the server that runs can be found
READY_SECONDS = 30.0
TURN_SECONDS = 0.0005  # a result being written waits no longer than this for a page being rendered, each time it must
MOST_CONNECTIONS = 16_384  # more wait to be accepted
OWN_HANDLES = 64  # the database, papers, backups
IDLE_MILLISECONDS = 15_000  # a connection on which nothing is asked for
ANSWER_SECONDS = 0.5  # who stops the server on its page still gets an answer
STOP_SECONDS = 5.0  # how long open pages (streams) are waited for
_EVERYWHERE = ("0.0.0.0", "::", "")  # noqa: S104  (asked for by name, and only with a password)


def _say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


# --- the application --------------------------------------------------------------------------------------------------


def open_app_state(db: str | None, *, local_only: bool = True, backups: Path | None = None) -> AppState:
    """The state of an application on a database: a path or an address; by default the file in the user's data
    folder."""
    store = open_store(db or str(default_path()))
    return AppState(store, Accounts(store.accounts()), local_only=local_only, backups=backups)


def application() -> Asgi:
    """For any ASGI server: `uvicorn --factory pareo.web.server:application`, with the database in PAREO_DB, and the
    names or addresses people use in PAREO_NAMES (with commas; the first is printed)."""
    app_state = open_app_state(os.environ.get("PAREO_DB") or None, local_only=False)
    app_state.own_names = known_names(os.environ.get("PAREO_NAMES", "").split(","), open_to_network=True)
    return _with_telemetry(app_state, None)


def _with_telemetry(app_state: AppState, log: Callable[[str], None] | None) -> Asgi:
    """The application, with a log of requests and `/metrics` where operators want them."""
    token = os.environ.get("PAREO_METRICS_TOKEN", "")
    app = create(app_state)
    return Telemetry(app, app_state, log=log, token=token) if log is not None or token else app


# --- starting ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Address:
    """Where to listen, and what to type into a browser."""

    host: str
    port: int

    @property
    def is_local(self) -> bool:
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False

    @property
    def url(self) -> str:
        """For a host that means "every address" the one that phones in the hall can reach."""
        host = _own_address() if self.host in _EVERYWHERE else self.host
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}"

    @property
    def near(self) -> str:
        """The address for this machine itself."""
        host = "127.0.0.1" if self.host in _EVERYWHERE else self.host
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}"


def serve(
    db: str | None = None,
    host: str = "127.0.0.1",
    port: int = PORT,
    *,
    open_browser: bool = True,
    demo: bool = False,
    backups: Path | None = None,
    engine: str = "granian",
    names: Sequence[str] = (),
    tom_files: Sequence[str] = (),
    say: Callable[[str], None] = _say,
    log: bool = False,
    drain: float = 0.0,
    proxies: Sequence[str] = (),
) -> None:
    """Serves until it is stopped (Ctrl-C, SIGTERM). Refused in one sentence if it cannot start. `names`: what it is
    known by besides its own addresses; `tom_files`: files of TOM to follow. `log`: one line of JSON per request, and no
    link of the owner's among them. `drain`: seconds between saying that it is no longer ready and stopping. `proxies`:
    whose word counts for where a request came from and how; behind one it is open to everybody, wherever it listens."""
    address = free_address(host, port)
    alone = address.is_local and not proxies
    known = known_names(
        names, open_to_network=not address.is_local, host=host, home=lambda: address.url, port=address.port
    )
    with _database(db, demo=demo) as path:
        app_state = open_app_state(path, local_only=alone, backups=backups and backup_folder(backups))
        app_state.own_names = known
        try:
            owner = app_state.accounts.ensure_owner()
            if not alone and not app_state.accounts.has_password(owner.id):
                raise no_password(db)
            for file in tom_files:
                _start_following(app_state, file, address, say)
            link = _first_link(app_state.accounts, owner, address, say) if alone and not log else ""
            _when_ready(address, link, open_browser=open_browser, say=say).start()
            _at_terminal(address, lambda: app_state.accounts.one_time_link(owner.id), say).start()
            gc.freeze()  # what is loaded stays: the collector need not walk through it every time
            gc.set_threshold(10_000, 10, 10)  # a page of 4,000 players makes thousands of objects, hardly any cycles
            gc.enable()  # the command line runs without
            sys.setswitchinterval(TURN_SECONDS)
            handles = raise_handles()
            app_state.streams = Streams.within(handles)
            _keep_address(app_state.accounts, address.near)
            app_state.drain = drain
            _ENGINES[engine](
                _with_proxies(_with_telemetry(app_state, _say if log else None), proxies), address, handles, app_state
            )
        finally:
            _keep_address(app_state.accounts, "")
            app_state.job_queue.close()
            app_state.public_workers.close()
            app_state.accounts.close()
            app_state.store.close()


def _start_following(app_state: AppState, path: str, address: Address, say: Callable[[str], None]) -> None:
    """Begins to follow a file of TOM, and prints where its event is, with a QR code for phones."""
    slug = app_state.following.follow(app_state.ctx, path)
    home = f"{address.url}/e/{slug}"
    say(f"Following {Path(path).name}: {home}")
    if not address.is_local:
        text = io.StringIO()
        segno.make(home, error="l", micro=False).terminal(text, compact=True)
        say(text.getvalue())


def _with_proxies(app: Asgi, proxies: Sequence[str]) -> Asgi:
    if not proxies:
        return app
    from granian.utils.proxies import wrap_asgi_with_proxy_headers  # noqa: PLC0415  (read only by who serves)

    wrapped: Asgi = wrap_asgi_with_proxy_headers(app, trusted_hosts=list(proxies))
    return wrapped


def backup_folder(folder: Path) -> Path:
    """Where backups shall go, on another disk perhaps: it must be there and take files before anybody relies on it."""
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with tempfile.TemporaryFile(dir=folder):
            return folder.absolute()
    except OSError as error:
        raise Refused(
            "backup-folder",
            "Backups cannot be written to {path}: {problem}.",
            path=str(folder),
            problem=error.strerror or error,
        ) from error


def _keep_address(accounts: Accounts, address: str) -> None:
    """Stores where the server runs, so that opening the program once more finds it; skipped on a full disk."""
    with contextlib.suppress(PareoError):
        accounts.save_server_note(RUNNING, address)


def _first_link(accounts: Accounts, owner: User, address: Address, say: Callable[[str], None]) -> str:
    """The owner's one-time link. On a full disk there is none, but everybody, logged in or not, can read (R-12)."""
    try:
        return f"{address.url}/enter/{accounts.one_time_link(owner.id)}"
    except Refused as problem:
        if problem.code not in ("store-full", "store-unreadable"):
            raise
        say(f"{problem} Everything can be read, but nothing entered: make room, then start Pareo again.")
        return ""


@contextlib.contextmanager
def _database(db: str | None, *, demo: bool) -> Iterator[str | None]:
    """The database asked for; for a demonstration a fresh one that is gone afterwards."""
    if not demo:
        yield db
        return
    folder = Path(tempfile.mkdtemp(prefix="pareo-demo-"))
    try:
        path = folder / "demo.db"
        store = open_store(str(path))
        demonstration.fill(Context(store, actor="Elsa Prado"))
        store.close()
        yield str(path)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def no_password(db: str | None) -> Refused:
    """The refusal to open to the network without a password of the owner. A database address may hold another password
    and is not repeated."""
    command = f"pareo --db {'…' if '://' in db else db} password" if db else "pareo password"
    return Refused(
        "serve-password",
        "To open Pareo to the network, set an owner password with “{command}”.",
        command=command,
    )


def free_address(host: str, port: int) -> Address:
    """The address, if nobody else listens there; port 0 becomes a free one."""
    try:
        family = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        with socket.socket(family[0], socket.SOCK_STREAM) as probe:
            if os.name != "nt":  # else a port that was just left would look taken
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(family[4])
            probe.listen(1)
            chosen = int(probe.getsockname()[1])
    except socket.gaierror:
        raise Refused("serve-host", "{host} is not an address of this machine.", host=host) from None
    except PermissionError:
        raise Refused(
            "serve-port-denied", "Port {port} can't be used here: choose one above 1023.", port=port
        ) from None
    except OSError:
        raise Refused(
            "serve-port",
            "Port {port} of {host} is already in use: choose another port, or stop the program using it.",
            port=port,
            host=host,
        ) from None
    return Address(host, chosen)


def _own_address() -> str:
    """The address of this machine on its network."""
    return next(iter(own_addresses()), "127.0.0.1")


def _when_ready(address: Address, link: str, *, open_browser: bool, say: Callable[[str], None]) -> threading.Thread:
    """Prints the address once the server answers, and opens the browser if there is a screen."""

    def wait() -> None:
        if not answers(address.near, READY_SECONDS):
            return
        say(f"Pareo is ready: {address.url}")
        if link:
            say(f"Open it as the owner (good once, for ten minutes): {link}")
        say("Press Enter here for a fresh link of the owner; stop it with Ctrl-C.")
        if open_browser and link and _has_screen():
            webbrowser.open(link)

    return threading.Thread(target=wait, name="pareo-ready", daemon=True)


def _at_terminal(address: Address, link: Callable[[], str], say: Callable[[str], None]) -> threading.Thread:
    """Whoever sits at the server's own terminal is let in: each Enter prints a fresh one-time link, whatever happened
    to passwords and sessions (R-4)."""

    def listen() -> None:
        with contextlib.suppress(OSError, ValueError, AttributeError):  # no terminal, or it was closed
            for _ in sys.stdin:
                try:
                    say(f"Open it as the owner (good once, for ten minutes): {address.near}/enter/{link()}")
                except PareoError as problem:
                    say(str(problem))

    with contextlib.suppress(AttributeError, ValueError):  # in the background of a shell: no keys, and no stop for it
        signal.signal(signal.SIGTTIN, signal.SIG_IGN)
    return threading.Thread(target=listen, name="pareo-terminal", daemon=True)


def answers(url: str, seconds: float) -> bool:
    """Does the server answer /healthz within so many seconds?"""
    until = time.monotonic() + seconds
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # a proxy does not know this machine
    while time.monotonic() < until:
        try:
            with direct.open(f"{url}/healthz", timeout=2) as answer:
                return bool(answer.status == 200)
        except (urllib.error.URLError, OSError):
            time.sleep(0.05)
    return False


def answers_at(host: str, port: int) -> bool:
    """Does somebody accept connections there now, or within a moment?"""
    until = time.monotonic() + READY_SECONDS / 3
    while time.monotonic() < until:
        with contextlib.suppress(OSError), socket.create_connection((host, port), timeout=2):
            return True
        time.sleep(0.02)
    return False


def _has_screen() -> bool:
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


# --- the servers ------------------------------------------------------------------------------------------------------


def _with_granian(app: Asgi, address: Address, handles: int, app_state: AppState) -> None:
    from granian.constants import Interfaces  # noqa: PLC0415  (read only by who serves)
    from granian.http import HTTP1Settings  # noqa: PLC0415
    from granian.log import LogLevels  # noqa: PLC0415
    from granian.server.embed import Server  # noqa: PLC0415

    def server_at(host: str, kind: Interfaces) -> Server:
        return Server(
            app,
            address=host,
            port=address.port,
            interface=kind,
            backlog=2048,
            backpressure=min(MOST_CONNECTIONS, handles - OWN_HANDLES),
            websockets=False,
            log_level=LogLevels.error,
            http1_settings=HTTP1Settings(header_read_timeout=IDLE_MILLISECONDS),
        )

    async def listen(host: str) -> Stop:
        """Serves the application, whose lifespan has begun already, on one more address."""
        await asyncio.to_thread(free_address, host, address.port)
        more = server_at(host, Interfaces.ASGINL)
        serving = asyncio.ensure_future(more.serve())
        await asyncio.to_thread(answers_at, host, address.port)

        async def stop() -> None:
            more.stop()  # type: ignore[no-untyped-call]
            await asyncio.wait({serving}, timeout=1.0)  # the rest, open pages, end by themselves

        return stop

    async def run() -> None:
        server = server_at(_numeric(address.host), Interfaces.ASGI)
        serving = asyncio.ensure_future(server.serve())
        stop_requested = asyncio.Event()
        attending = asyncio.ensure_future(app_state.lan_listener.run(address.port, listen))
        loop = asyncio.get_running_loop()
        app_state.stop = lambda: loop.call_soon_threadsafe(loop.call_later, ANSWER_SECONDS, stop_requested.set)
        with _on_signals(stop_requested.set):
            stopping = asyncio.ensure_future(stop_requested.wait())
            await asyncio.wait({serving, stopping}, return_when=asyncio.FIRST_COMPLETED)
            stopping.cancel()
            attending.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await attending
            if not serving.done():
                await app_state.leave()
                server.stop()  # type: ignore[no-untyped-call]
                # Open streams (phones that listen) would keep it for ever: they come back by themselves.
                await asyncio.wait({serving}, timeout=STOP_SECONDS)
        if serving.done():
            serving.result()

    asyncio.run(run())


def _numeric(host: str) -> str:
    """The host as an IP address: granian takes no names."""
    addresses = socket.getaddrinfo(host or None, None, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    return str(addresses[0][4][0])


@contextlib.contextmanager
def _on_signals(do: Callable[[], None]) -> Iterator[None]:
    """Calls `do` on Ctrl-C and SIGTERM, where the system and the thread allow."""
    loop = asyncio.get_running_loop()
    done: list[signal.Signals] = []
    for number in (signal.SIGINT, signal.SIGTERM):
        with contextlib.suppress(NotImplementedError, RuntimeError, ValueError):
            loop.add_signal_handler(number, do)
            done.append(number)
    try:
        yield
    finally:
        for number in done:
            loop.remove_signal_handler(number)


def _with_uvicorn(app: Asgi, address: Address, handles: int, app_state: AppState) -> None:
    del handles, app_state  # the application keeps the reserve; phones are let in with --host
    try:
        import uvicorn  # noqa: PLC0415
    except ImportError:
        raise Refused("serve-engine", "uvicorn is not installed here: use granian.") from None
    any_app: Any = app
    uvicorn.run(
        any_app, host=address.host, port=address.port, log_level="warning", timeout_graceful_shutdown=int(STOP_SECONDS)
    )


_ENGINES: dict[str, Callable[[Asgi, Address, int, AppState], None]] = {
    "granian": _with_granian,
    "uvicorn": _with_uvicorn,
}
