"""Settings for all tests: hypothesis without a clock, since two cores are shared.

What a typer app is made into is made once an app, not once a call: a third of a call is saved.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

import typer.testing
from hypothesis import HealthCheck, settings
from typer import Typer

settings.register_profile(
    "default",
    deadline=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.register_profile("long", parent=settings.get_profile("default"), max_examples=1000)
settings.load_profile(os.environ.get("LUDOGRAPH_TESTS", "default"))


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
