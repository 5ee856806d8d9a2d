"""Commands that change what is recorded: undo, redo, amend, reveal, rule, note, end, history."""

from __future__ import annotations

import typer


def add_to(app: typer.Typer) -> None:
    """Register the commands."""
