"""Running the service: one process, granian in it, until it is interrupted."""

from __future__ import annotations

import asyncio
import errno
import logging
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.server.embed import Server

from domain.contract.errors import GameError, Reason
from replays.service.app import Application
from replays.service.connections import Connections
from replays.service.service import Service
from replays.service.settings import Settings

if sys.platform != "win32":
    import resource

GRACE: Final = 3.0
"""Seconds that answers may still take when the service ends."""
BACKLOG: Final = 1024
"""Connections that wait to be accepted."""
CONNECTIONS: Final = 8_192
"""Connections that are held at once, where the system lets us."""
OTHERS: Final = 256
"""Files that the service may have open beside its connections."""
HEADERS: Final = 64 * 1024
"""Bytes of the headers of a request, and of what is read ahead."""


def check_tokens(service: Service) -> None:
    """Refuse to be reached by others while nobody has a token. Raises GameError (BAD_SETTING)."""
    settings = service.settings
    if not settings.local and not service.tokens.valid():
        where = settings.public or settings.host
        raise GameError(
            Reason.BAD_SETTING,
            f"others reach {where}, and there is no token yet: make one first",
            legal=("ludograph token add NAME --role admin",),
        )


def check_free(host: str, port: int) -> None:
    """Refuse an address that is taken, or that is none of this machine. Raises GameError."""
    try:
        family, kind, proto, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        with socket.socket(family, kind, proto) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(address)
            trial.listen(1)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            why = f"port {port} of {host} is in use; take another with --port"
        elif error.errno == errno.EACCES:
            why = f"port {port} is not for everybody; take one above 1023 with --port"
        else:
            why = f"{host} is no address of this machine"
        raise GameError(Reason.BAD_SETTING, why) from error


def numeric(host: str) -> str:
    """A host as the number that the server binds to."""
    return str(socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)[0][4][0])


def serve(settings: Settings, ready: Callable[[], None] = lambda: None) -> None:
    """Serve until interrupted; `ready` is called when it can be reached.

    Raises GameError before anything is served: for a store that cannot be opened, a port that is in
    use, an address that others reach while there are no tokens.
    """
    service = Service(settings)
    try:
        check_tokens(service)
        check_free(settings.host, settings.port)
    except GameError:
        service.recorder.close()
        raise
    log_to_stderr()
    asyncio.run(running(service, ready))


def log_to_stderr() -> None:
    """Write the log of the service to the error output, a line each; no headers, no queries."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(asctime)s %(message)s", "%H:%M:%S"))
    for name in ("ludograph.service", "ludograph.access"):
        log = logging.getLogger(name)
        log.handlers, log.propagate = [handler], False
        log.setLevel(logging.INFO)


def room() -> int:
    """How many connections can be held at once, after asking the system for as many as it grants."""
    if sys.platform == "win32":
        return CONNECTIONS // 4
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = CONNECTIONS + OTHERS
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            soft = most
    files = wanted if soft == resource.RLIM_INFINITY else soft
    return max(1, min(CONNECTIONS, files - OTHERS))


async def running(service: Service, ready: Callable[[], None]) -> None:
    """Serve in this loop."""

    settings = service.settings
    server = Server(
        Application(service),
        address=numeric(settings.host),
        port=settings.port,
        interface=Interfaces.ASGI,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(
            header_read_timeout=round(1000 * settings.limits.patience), max_buffer_size=HEADERS
        ),
        backlog=BACKLOG,
        backpressure=room(),
        websockets=False,
        log_enabled=False,
        log_access=False,
    )
    stop: Callable[[], object] = server.stop
    loop = asyncio.get_running_loop()
    ended = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, ended.set)
    serving = asyncio.create_task(server.serve())
    waiting = asyncio.create_task(ended.wait())
    opening = asyncio.create_task(when_open(settings, ready))
    watching = None
    if not settings.public:
        connections = Connections(settings.port, settings.limits.connections_each)
        watching = asyncio.create_task(connections.watch())
    await asyncio.wait({serving, waiting}, return_when=asyncio.FIRST_COMPLETED)
    service.following.close()
    opening.cancel()
    if watching:
        watching.cancel()
    if not serving.done():
        stop()
    done, _ = await asyncio.wait({serving}, timeout=GRACE)
    waiting.cancel()
    if not done:
        serving.cancel()
    else:
        serving.result()


async def when_open(settings: Settings, ready: Callable[[], None]) -> None:
    """Say that it can be reached, once it can."""
    while True:
        try:
            _, writer = await asyncio.open_connection(numeric(settings.host), settings.port)
        except OSError:
            await asyncio.sleep(0.02)
            continue
        writer.close()
        ready()
        return
