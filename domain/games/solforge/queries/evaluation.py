"""The three questions that need each other: what a number is, whether a condition holds, what fits.

A number may count what fits a filter, a filter may test numbers, and both may depend on auras, which
have conditions and filters of their own. Each is defined where it belongs (`amounts.value`,
`conditions.holds`, `filters.fits`); what lies below those modules asks here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from domain.games.solforge.cards import nodes as n
from domain.games.solforge.queries.context import Context, Thing

Question = TypeVar("Question", bound=Callable[..., Any])

_definitions: dict[str, Callable[..., Any]] = {}


def defines(question: Question) -> Question:
    """Give `value`, `holds` or `fits` its meaning: the function of that name."""
    _definitions[question.__name__] = question
    return question


def value(ctx: Context, amount: n.Amount) -> int:
    """Work out a number as it is now (see `amounts.value`)."""
    number: int = _definitions["value"](ctx, amount)
    return number


def holds(ctx: Context, condition: n.Condition) -> bool:
    """Say if a condition holds now (see `conditions.holds`)."""
    answer: bool = _definitions["holds"](ctx, condition)
    return answer


def fits(ctx: Context, f: n.Filter, thing: Thing) -> bool:
    """Say if a thing fits a filter now (see `filters.fits`)."""
    answer: bool = _definitions["fits"](ctx, f, thing)
    return answer


def value_for(ctx: Context, amount: n.Amount | None, thing: Thing) -> int:
    """Work out a number for one of those affected, who is `self` in it; 0 where there is none."""
    if amount is None:
        return 0
    if isinstance(amount, n.Number):
        return amount.n
    before = ctx.marks
    ctx.marks = {**before, "self": [thing]}
    try:
        return value(ctx, amount)
    finally:
        ctx.marks = before
