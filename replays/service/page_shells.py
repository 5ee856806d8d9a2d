"""The HTML that a page begins as: it names what the page loads, and holds nothing of any match."""

from __future__ import annotations

from html import escape
from typing import Final

SHELL: Final = """\
<!doctype html>
<html lang="en">
<head><base href="{base}/">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<link rel="icon" href="static/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="static/viewer.css">
<link rel="stylesheet" href="static/pages.css">
{scripts}
</head>
<body>
<header id="top"></header>
<main id="main" tabindex="-1">{inside}</main>
<noscript><p>These pages need JavaScript. What they show is JSON, too:
<a href="schema">the API</a>.</p></noscript>
</body>
</html>
"""
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
INSIDE: Final = {"match": '<div id="viewer" class="viewer loading"></div>'}
"""What a page holds from the start."""


def shell(name: str, base: str) -> bytes:
    """A page by its name, for the path under which people find the service."""
    title, own = PAGES[name]
    scripts = [f'<script defer src="static/{script}.js"></script>' for script in (*SHARED, *own)]
    return SHELL.format(
        base=escape(base), title=title, scripts="\n".join(scripts), inside=INSIDE.get(name, "")
    ).encode()
