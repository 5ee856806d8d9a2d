"""Settings for all tests: hypothesis without a clock, since two cores are shared.

What a typer app is made into is made once an app, not once a call: a third of a call is saved.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import pytest
import typer.testing
from hypothesis import HealthCheck, settings
from typer import Typer

from cli import edge

settings.register_profile(
    "default",
    deadline=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.register_profile("long", parent=settings.get_profile("default"), max_examples=1000)
settings.load_profile(os.environ.get("LUDOGRAPH_TESTS", "default"))


SLOW = (
    "attack/",
    "browser/",
    "cli/analytics/",
    "cli/record/test_commands.py",
    "domain/branch/test_fork.py",
    "domain/games/solforge/test_forms_played.py",
    "domain/games/solforge/words/test_never_raises.py",
    "domain/games/test_modifiers.py",
    "domain/games/test_readings.py",
    "domain/merge/test_merge.py",
    "domain/revise/test_amendment.py",
    "domain/test_contract.py",
    "leaks/",
    "projections/charts/test_pictures.py",
    "projections/feed/",
    "projections/games/magical_forge/test_by_hand.py",
    "projections/games/magical_forge/test_feed.py",
    "projections/games/solforge/test_by_hand.py",
    "projections/games/solforge/test_feed.py",
    "projections/page/test_sections.py",
    "projections/publish/",
    "projections/read/test_extract.py",
    "projections/read/test_past.py",
    "projections/read/test_reader.py",
    "projections/schema/test_definitions.py",
    "projections/schema/test_encounters.py",
    "projections/test_notebook.py",
    "projections/test_small_batches.py",
    "projections/test_true.py",
    "projections/test_winning.py",
    "replays/audit/test_store_audit.py",
    "replays/service/statistics/",
    "replays/service/test_leaks.py",
    "replays/service/test_serving.py",
    "replays/test_cursor.py",
    "replays/test_stepper.py",
    "test_adding_a_game.py",
    "test_documents.py",
    "test_installed.py",
)
"""Folders and modules of which a test takes long: a browser, processes, whole histories, every form."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is slow, so that `-m "not slow"` is what one runs while working."""
    here = Path(__file__).parent
    for item in items:
        if item.path.relative_to(here).as_posix().startswith(SLOW):
            item.add_marker(pytest.mark.slow)


def made_once(make: Callable[[Typer], Any]) -> Callable[[Typer], Any]:
    """The same, that makes an app anew only if commands were added to it since."""
    made: WeakKeyDictionary[Typer, tuple[int, Any]] = WeakKeyDictionary()

    def found(app: Typer) -> Any:
        size = len(app.registered_commands) + len(app.registered_groups)
        if made.get(app, (None, None))[0] != size:
            made[app] = (size, make(app))
        return made[app][1]

    return found


typer.testing._get_command = made_once(typer.testing._get_command)


@pytest.fixture
def nothing_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands in this process have no store from earlier ones, and print where they are asked."""
    monkeypatch.setattr(edge, "chosen", {})
    for console in (edge.console, edge.errors):
        monkeypatch.setattr(console, "_file", None)
