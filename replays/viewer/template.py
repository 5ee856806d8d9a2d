"""The HTML of pages: templates, in which whatever is put is escaped unless it is Markup."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from jinja2 import Environment, FunctionLoader, StrictUndefined

from replays import viewer


def render(name: str, /, **values: object) -> str:
    """Fill the template `name` of the folder `templates` with `values`; it names no others."""
    return _environment().get_template(name).render(values)


@cache
def _environment() -> Environment:
    return Environment(
        loader=FunctionLoader(_source), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True,
    )  # fmt: skip


def _source(name: str) -> str:
    return files(viewer).joinpath("templates", name).read_text(encoding="utf-8")
