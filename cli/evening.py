"""Commands about an event or a series: standings, rounds, tables."""

from __future__ import annotations

import typer


def add_to(app: typer.Typer) -> None:
    """Register the commands."""
