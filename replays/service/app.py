"""The application: routes, who may use them, and the gate before them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import PackageNotFoundError, version
from typing import Any, cast

from litestar import Litestar, Router
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.di import Provide
from litestar.handlers import BaseRouteHandler
from litestar.types import Scope

from replays.service.access import NOBODY, Identity
from replays.service.admission import Visit
from replays.service.auth import unknown
from replays.service.gate import Gate, client_of, headers_of
from replays.service.problems import Refused, handle
from replays.service.routes.exports import Exports
from replays.service.routes.matches import Games, Matches
from replays.service.routes.openapi import described
from replays.service.routes.pages import Pages, Sessions
from replays.service.routes.play import Playing
from replays.service.routes.statistics import Numbers
from replays.service.service import Service

ADMIN = "admin"
"""What a route needs that does not say it."""


def allowed(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Refuse who may not use a route. Raises Refused (401), (403)."""
    path = str(connection.scope["path"])
    needs = str(handler.opt.get("needs", NOBODY if path.startswith("/schema") else ADMIN))
    if needs == NOBODY:
        return
    who: Identity | None = connection.scope.get("auth")
    if who is None:
        service: Service = connection.app.state.service
        raise service.door.refusal(headers_of(connection.scope), client_of(connection.scope))
    if not who.may(needs):
        raise Refused(403, f"this needs a token that may {needs}; this one may {who.role}")


def known(scope: Scope) -> Identity:
    """Who asks; the guard has seen to it that there is somebody."""
    who = scope.get("auth")
    if not isinstance(who, Identity):
        raise unknown()
    return who


def visit_of(scope: Scope) -> Visit:
    """The request while it is answered."""
    found: Visit = cast(Any, scope)["visit"]
    return found


def service_of(state: State) -> Service:
    """The running service."""
    found: Service = state.service
    return found


class Application(Gate):
    """The whole service as an ASGI application; `inner` is the one that has the routes.

    The routes of a service that has ended, with the same settings, can be given to the next one.
    """

    def __init__(self, service: Service, inner: Litestar | None = None) -> None:
        self.service = service
        self.inner = inner or routed(service)
        self.inner.state.update(bound(service))
        super().__init__(self.inner, service.settings, service.door, service.admission)


def bound(service: Service) -> dict[str, object]:
    """Return what the routes know of the service that they belong to."""
    return {"service": service, "store_path": service.settings.store}


@asynccontextmanager
async def living(app: Litestar) -> AsyncIterator[None]:
    """Let the service run as long as its application does."""
    service: Service = app.state.service
    await service.start()
    try:
        yield
    finally:
        await service.stop()


def routed(service: Service) -> Litestar:
    """The application behind the gate."""

    settings = service.settings
    return Litestar(
        route_handlers=[Router("/", route_handlers=[
            Games, Matches, Playing, Exports, Numbers, Sessions, Pages,
        ])],
        dependencies={
            "service": Provide(service_of, sync_to_thread=False),
            "who": Provide(known, sync_to_thread=False),
            "visit": Provide(visit_of, sync_to_thread=False),
        },
        guards=[allowed],
        exception_handlers={Exception: handle, Refused: handle},
        openapi_config=described(release(), settings.base),
        request_max_body_size=settings.limits.body,
        lifespan=[living],
        state=State(bound(service)),
        logging_config=None,
    )  # fmt: skip


def release() -> str:
    """The version of ludograph."""
    try:
        return version("ludograph")
    except PackageNotFoundError:
        return "0"
