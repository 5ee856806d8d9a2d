"""The options that narrow what reports count, and the filters that they become."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from cli.program.suggestion import events, players
from domain.contract.errors import GameError, Reason

if TYPE_CHECKING:
    from projections.reports.filters import Chosen


PlayerOption = Annotated[
    list[str] | None,
    typer.Option(
        "--player",
        metavar="NAME",
        help="Only this player's seats; may be repeated.",
        autocompletion=players,
    ),
]
OpponentOption = Annotated[
    list[str] | None,
    typer.Option(
        "--opponent",
        metavar="NAME",
        help="Only seats against them; may be repeated.",
        autocompletion=players,
    ),
]
SinceOption = Annotated[
    str | None,
    typer.Option(
        "--since",
        metavar="DATE",
        help="Only what was played that day or later: 2026-11-30, 2026-11 or 2026.",
    ),
]
UntilOption = Annotated[
    str | None,
    typer.Option("--until", metavar="DATE", help="Only what was played that day or earlier."),
]
EventOption = Annotated[
    list[str] | None,
    typer.Option(
        "--event",
        metavar="NAME",
        help="Only matches of it; may be repeated.",
        autocompletion=events,
    ),
]
PlaceOption = Annotated[
    list[str] | None,
    typer.Option("--place", metavar="NAME", help="Only matches there; may be repeated."),
]
ByOption = Annotated[
    list[str] | None,
    typer.Option("--by", metavar="NAME", help="Only matches that they recorded; may be repeated."),
]
KindOption = Annotated[
    str | None,
    typer.Option(
        "--kind",
        metavar="KIND",
        help="Only matches of people, bots, or what-if: those branched off others, which else "
        "never count.",
    ),
]
BotsOption = Annotated[bool, typer.Option("--bots", help="The same as --kind bots.")]
PeopleOption = Annotated[bool, typer.Option("--people", help="The same as --kind people.")]
WhatIfOption = Annotated[bool, typer.Option("--what-if", help="The same as --kind what-if.")]
FilterOption = Annotated[
    list[str] | None,
    typer.Option(
        "--filter",
        metavar="NAME=VALUE",
        help="Only matches of a variant, such as edition=early; may be given again.",
    ),
]
ExpansionOption = Annotated[
    str | None, typer.Option("--expansion", help="Riftforce: only with it, base or beyond.")
]
IceOption = Annotated[
    str | None, typer.Option("--ice", help="Riftforce: only with it, rulebook or printed.")
]
EditionOption = Annotated[
    str | None, typer.Option("--edition", help="SolForge Fusion: only with it, whitefang or early.")
]


def narrowed(
    filters: Sequence[str] | None,
    one: Mapping[str, str | None],
    many: Mapping[str, Sequence[str] | None],
    *,
    kind: str | None = None,
    bots: bool = False,
    people: bool = False,
    what_if: bool = False,
) -> dict[str, str | Sequence[str]]:
    """What the options choose: `one` holds those with one value by name, `many` those repeated.

    Raises GameError (BAD_SETTING) for what excludes each other or is asked for twice.
    """
    switches = {"bots": bots, "people": people, "what-if": what_if}
    chosen: dict[str, str | Sequence[str]] = {
        **read_filters(filters or (), {"kind": who(kind, switches), **one})
    }
    for name, values in many.items():
        if values and name in chosen:
            raise GameError(Reason.BAD_SETTING, f"{name} is asked for twice; repeat --{name}")
        chosen |= {name: several(values)} if values else {}
    return chosen


def who(kind: str | None, switches: Mapping[str, bool]) -> str | None:
    """Whose matches are asked for, None if that was not given. Raises GameError (BAD_SETTING)."""
    asked = [name for name, on in switches.items() if on]
    asked += [kind] if kind is not None and kind not in asked else []
    if len(asked) > 1:
        raise GameError(
            Reason.BAD_SETTING,
            "--bots, --people, --what-if and --kind exclude each other; give one or none",
        )
    return asked[0] if asked else None


def several(values: Sequence[str]) -> str | tuple[str, ...]:
    """One value, or all of them."""
    return values[0] if len(values) == 1 else tuple(dict.fromkeys(values))


def in_words(chosen: Chosen) -> dict[str, str]:
    """What is chosen, several values in one text."""
    return {
        name: value if isinstance(value, str) else " or ".join(value)
        for name, value in chosen.items()
    }


def read_filters(given: Sequence[str], options: Mapping[str, str | None]) -> dict[str, str]:
    """Filters by name: those of options, and `name=value` as given. Raises GameError (BAD_SETTING)."""
    found = {name: value for name, value in options.items() if value is not None}
    for text in given:
        name, equals, value = text.partition("=")
        name, value = name.strip().lower(), value.strip().lower()
        if not (name and equals and value):
            raise GameError(
                Reason.BAD_SETTING, f"--filter {text!r} is not NAME=VALUE, such as edition=early"
            )
        if found.get(name, value) != value:
            raise GameError(Reason.BAD_SETTING, f"{name} is asked to be {found[name]} and {value}")
        found[name] = value
    return found
