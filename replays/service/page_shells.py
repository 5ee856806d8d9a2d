"""The HTML that a page begins as: it names what the page loads, and holds nothing of any match."""

from __future__ import annotations

from typing import Final

from replays.viewer.template import render

SHARED: Final = ("dom", "service", "source")
"""Scripts that every page loads first."""
PAGES: Final[dict[str, tuple[str, tuple[str, ...]]]] = {
    "index": ("Matches", ("list",)),
    "new": ("A new match", ("new",)),
    "match": ("A match", ("board", "curve", "steps", "viewer", "match")),
    "record": ("Recording a match", ("board", "queue", "asks", "record")),
    "stats": ("Statistics", ("table", "stats")),
    "sql": ("SQL", ("table", "sql")),
    "sign-in": ("Sign in", ("sign-in",)),
}
"""Pages by name: their titles, and the scripts of their own in order."""


def shell(name: str, base: str) -> bytes:
    """A page by its name, for the path under which people find the service."""
    title, own = PAGES[name]
    return render("page.html", base=base, title=title, name=name, scripts=(*SHARED, *own)).encode()
