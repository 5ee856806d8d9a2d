"""Settings of a match from a table: each has a value if nobody says, and a check."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from domain.contract.errors import GameError, Reason


class Option(msgspec.Struct, frozen=True):
    """A setting: what it is if nobody says, and how a value is checked."""

    default: str
    check: Callable[[str], str] = str.strip
    """The value as it is kept, from a value as it was given; raises ValueError for a wrong one."""
    legal: tuple[str, ...] = ()
    """Examples of values for messages, or all there are; without them the default is shown."""


def one_of(*values: str) -> Option:
    """A setting that has one of some values; the first is what it is if nobody says."""

    def check(value: str) -> str:
        found = [known for known in values if known.lower() == value.strip().lower()]
        if not found:
            raise ValueError
        return found[0]

    return Option(values[0], check, values)


def checked(options: Mapping[str, Option], words: Mapping[str, str], of: str) -> dict[str, str]:
    """Settings checked and complete, in the order of the table; `of` is the game's name.

    Raises GameError (BAD_SETTING) naming the wrong one.
    """
    found = {name: option.default for name, option in options.items()}
    for given, value in words.items():
        name = " ".join(given.lower().split())
        if name not in options:
            raise GameError(
                Reason.BAD_SETTING, f"{of} has no setting {given!r}", legal=tuple(options)
            )
        option = options[name]
        try:
            found[name] = option.check(value)
        except ValueError as error:
            why = f": {error}" if str(error) else ""
            raise GameError(
                Reason.BAD_SETTING,
                f"{name} cannot be {value!r}{why}",
                legal=option.legal or (option.default,),
            ) from error
    return found
