"""Commands of trust: keys, signatures, dossiers, and their verification."""

from __future__ import annotations

import typer


def add_to(app: typer.Typer) -> None:
    """Register the commands."""
