"""What the commands import before one of them runs: nothing heavy, and no game."""

from __future__ import annotations

import json
import subprocess
import sys

PROGRAM = """
import json, sys, typer
import cli.app

class Silent(typer.Typer):
    def __call__(self, *args, **more):
        pass

cli.app.app = Silent()
cli.app.main()
print(json.dumps(sorted(sys.modules)))
"""
HEAVY = ("duckdb", "pyarrow", "numpy", "scipy", "eventsourcing", "altair", "vl_convert", "plotext")


def test_commands_are_there_without_games_and_databases() -> None:
    """So each starts at once, and a game that cannot be used is told once, where it is asked for."""
    words = [sys.executable, "-c", PROGRAM]
    done = subprocess.run(words, capture_output=True, text=True, check=True, timeout=60)
    modules = set(json.loads(done.stdout))
    assert {
        "cli.analytics.decisions",
        "cli.analytics.publish",
        "cli.analytics.ratings",
        "domain.contract.errors",
    } <= modules
    assert not modules & set(HEAVY)
    games = {name for name in modules if name.startswith("domain.games.")}
    assert games <= {"domain.games.plugins"}
    assert (
        not {
            "projections.games.registry",
            "projections.read.reader",
            "projections.games.plugin_tables",
        }
        & modules
    )
