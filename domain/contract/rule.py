"""Rules by name: which function of a game is a rule, and what an audit calls it."""

from __future__ import annotations

from collections.abc import Callable
from types import CodeType, FrameType
from typing import Any, Final, TypeVar, overload

Function = TypeVar("Function", bound=Callable[..., Any])

_WORDS: Final[dict[CodeType, str]] = {}
"""The rules that are declared, by the code that carries them out."""


@overload
def rule(declared: Function, /) -> Function: ...
@overload
def rule(declared: str, /) -> Callable[[Function], Function]: ...
def rule(declared: Function | str, /) -> Function | Callable[[Function], Function]:
    """Declare a function to be a rule of its game; an audit names it for the facts it emits.

    It is named by its docstring, or as `@rule("Rulebook: Guild Abilities, Fire")` says. The function
    stays as it is, and costs nothing when it is called.
    """
    if isinstance(declared, str):
        return lambda function: _named(function, declared)
    return _named(declared, declared.__doc__ or declared.__name__)


def _named(function: Function, words: str) -> Function:
    _WORDS[function.__code__] = " ".join(words.split())
    return function


def rule_in(frame: FrameType | None) -> str:
    """Return the name of the innermost rule that is being carried out; nothing where there is none."""
    while frame is not None:
        if words := _WORDS.get(frame.f_code):
            return words
        frame = frame.f_back
    return ""
