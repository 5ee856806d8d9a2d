"""`serve`: matches watched, recorded, shared and asked about in a browser."""

from __future__ import annotations

import threading
import webbrowser
from typing import Annotated

import typer
from rich.markup import escape

from cli.edge import AnalyticsOption, StoreOption, analytics_path, console, guarded, store_path
from replays.service.server import serve as run
from replays.service.settings import Settings, checked_public, token_file


@guarded
def serve(
    host: Annotated[
        str, typer.Option("--host", help="The address to be reached at; others need tokens there.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", min=1, max=65_535, help="The port.")] = 8000,
    public_url: Annotated[
        str,
        typer.Option(
            "--public-url",
            metavar="URL",
            help="Where people find it behind a proxy, with its path; tokens are needed then.",
        ),
    ] = "",
    show: Annotated[bool, typer.Option("--open", help="Open it in the browser.")] = False,
    log: Annotated[
        bool, typer.Option("--log", help="Say each request: its method, path and status.")
    ] = False,
    store: StoreOption = None,
    analytics: AnalyticsOption = None,
) -> None:
    """Serve the matches to a browser, on this machine or beyond, until Ctrl-C.

    On this machine nobody needs a token. Any other address wants them: `ludograph token add`.
    """
    source = store_path(store)
    settings = Settings(
        store=source,
        analytics=analytics_path(analytics, source),
        tokens=token_file(source),
        host=host,
        port=port,
        public=checked_public(public_url),
        log=log,
    )
    shown = f"[{host}]" if ":" in host else host
    address = f"http://{shown}:{port}{settings.base}/"

    def ready() -> None:
        console.print(f"serving {escape(str(source))} at [bold]{escape(address)}[/]")
        if settings.public:
            console.print(f"[dim]behind a proxy at {escape(settings.public)}/[/]")
        console.print("[dim]Ctrl-C ends it[/]")
        if show:
            open_browser(address)

    run(settings, ready)
    console.print("ended; everything that was confirmed is recorded")


def open_browser(address: str) -> None:
    """Open an address in the browser, without waiting for it."""
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
