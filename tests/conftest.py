"""Settings for all tests: hypothesis without a clock, since two cores are shared.

What a typer app is made into is made once an app, not once a call: a third of a call is saved.
"""

from __future__ import annotations

import functools
import os

import typer.testing
from hypothesis import HealthCheck, settings

settings.register_profile(
    "default",
    deadline=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.register_profile("long", parent=settings.get_profile("default"), max_examples=1000)
settings.load_profile(os.environ.get("LUDOGRAPH_TESTS", "default"))

typer.testing._get_command = functools.cache(typer.testing._get_command)
