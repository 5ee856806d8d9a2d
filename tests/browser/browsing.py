"""A real browser, and a real service for it: the system's Chromium, driven from outside."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.replays.service.served import SETTINGS, SETUP

CHROMIUM: Final = shutil.which("chromium") or shutil.which("chromium-browser") or ""
"""Where the browser is; empty if there is none."""
NEEDED: Final = pytest.mark.skipif(
    not CHROMIUM and not os.environ.get("CI"), reason="there is no Chromium on this machine"
)
PHONE: Final[Any] = {"width": 390, "height": 844}
SMALL: Final[Any] = {"width": 360, "height": 740}
LAPTOP: Final[Any] = {"width": 1280, "height": 800}
PATIENCE: Final = 20_000
"""Milliseconds that a page has for anything."""
expect.set_options(timeout=PATIENCE)

__all__ = [
    "LAPTOP",
    "NEEDED",
    "PHONE",
    "SETTINGS",
    "SETUP",
    "SMALL",
    "Watched",
    "browser",
    "served",
]


class Watched:
    """A page of which everything is noted that should not be: errors, and requests elsewhere."""

    def __init__(self, browser: Browser, home: str, **more: Any) -> None:
        self.context: BrowserContext = browser.new_context(accept_downloads=True, **more)
        self.context.set_default_timeout(PATIENCE)
        self.page: Page = self.context.new_page()
        self.errors: list[str] = []
        self.elsewhere: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self.said)
        self.page.on("request", lambda request: self.asked(request.url, home))

    def said(self, message: Any) -> None:
        """Note a complaint of the page, but for answers that say no."""
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.errors.append(message.text)

    def asked(self, url: str, home: str) -> None:
        """Note a request that leaves."""
        if not url.startswith((home, "blob:", "data:")):
            self.elsewhere.append(url)

    def clean(self) -> None:
        """Hold the page to having done nothing wrong."""
        assert self.errors == []
        assert self.elsewhere == []

    def step(self, number: int) -> None:
        """Wait until the board after a step is shown."""
        self.page.wait_for_selector(f'.viewer[data-step="{number}"]')


@contextmanager
def browser() -> Iterator[Browser]:
    """The browser."""
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            yield found
        finally:
            found.close()


@contextmanager
def served(store: Path, *, tokens: bool = False) -> Iterator[str]:
    """The address of a service on a store, which runs as people run it; it may want tokens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "cli", "--store", str(store), "serve", "--port", str(port)]
    if tokens:
        command += ["--public-url", f"http://127.0.0.1:{port}"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(150):
            assert process.poll() is None, "the service ended"
            try:
                urllib.request.urlopen(f"{address}/api/session", timeout=1).close()
                break
            except OSError:
                time.sleep(0.1)
        yield address
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
