"""What installed games bring for analysts: entry points of the group `ludograph.projections`.

An entry point's name is the key of the game, its value a `Projected`. It is tried on an empty
database first; where it does not work, the game has the tables that every game has.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib.metadata import EntryPoint, entry_points
from typing import Final

import duckdb

from domain.contract.errors import GameError, Reason
from domain.contract.game import Game
from domain.games.plugins import by_name, leave_out, loaded, named
from projections.feed import batch
from projections.feed.log import NO_EVENTS
from projections.games.generic import generic
from projections.games.projection import Projected
from projections.schema import definitions, views
from projections.schema.decision_tables import CHOICES, DECISION_TABLES
from projections.schema.record_tables import RECORD_TABLES

GROUP: Final = "ludograph.projections"


def projected(games: Iterable[Game], own: Iterable[str]) -> dict[str, Projected]:
    """What installed games bring, or else what every game has, by key."""
    points = by_name(entry_points(group=GROUP), own, "projection")
    found = {}
    for game in games:
        found[game.key] = generic(game)
        if game.key not in points:
            continue
        try:
            found[game.key] = brought(points[game.key])
        except GameError as error:
            leave_out(error.message)
    return found


def brought(point: EntryPoint) -> Projected:
    """What an entry point brings. Raises GameError (NOT_FOUND) saying why it cannot be used."""
    found = loaded(point, "projection")
    wrong = unfit(found, point.name) or failure(found)
    if wrong:
        raise GameError(
            Reason.NOT_FOUND, f"the installed projection {named(point)} cannot be used: {wrong}"
        )
    projection: Projected = found
    return projection


def unfit(found: object, key: str) -> str:
    """What keeps an object from being the projection of a game, by what it is; else nothing."""
    if not isinstance(found, Projected):
        return "it is no Projected"
    if found.key != key:
        return f"its key is {found.key!r}; it must be the entry point's name"
    names = [*(table.name for table in found.tables), *(view.name for view in found.views)]
    foreign = [name for name in names if not name.startswith(f"{key}_")]
    return f"the name {foreign[0]!r} must begin with '{key}_'" if foreign else ""


def failure(found: Projected) -> str:
    """What goes wrong when a projection is laid out, fed nothing and asked; else nothing."""
    core = views.core_views([found])
    try:
        feed = (*batch.OPENING, *batch.core_feed([found]), *found.feed)
        statements = [
            *definitions.ddl(
                (*definitions.TABLES, *RECORD_TABLES, *DECISION_TABLES, *found.tables)
            ),
            *(macro.ddl() for macro in definitions.MACROS),
            *(view.ddl() for view in (*core, CHOICES, *found.views)),
            *batch.TEMPORARY,
            *found.prepare,
            *found.understood(),
            NO_EVENTS,
            batch.EARLIER,
            batch.LINES,
            *(statement.replace("INTO target.", "INTO main.") for statement in feed),
            *(f"SELECT name FROM ({select})" for select in (found.coded,) if select),
            *(f"WITH counted AS ({found.counted}) {r.sql}" for r in found.reports),
        ]
        with duckdb.connect(":memory:") as con:
            for statement in statements:
                con.execute(statement)
    except (duckdb.Error, TypeError, LookupError, ValueError) as error:
        return " ".join(str(error).split())
    return ""
