"""The schema for people: `docs/schema.md`, made by `python -m projections.schema.document`."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from domain.contract.errors import GameError, Reason
from domain.games import GAMES, OWN
from projections.games.projection import Projected
from projections.games.registry import PROJECTED, RELATIONS
from projections.schema import definitions

DOCUMENT: Final = Path(__file__).parents[2] / "docs" / "schema.md"

INTRODUCTION: Final = """# The analytics file

Made by `python -m projections.schema.document` from `projections/`; do not edit. `ludograph schema` says
the same. How to ask: [queries.md](queries.md).

Tables hold what stands, each row written once; only a match of which something was taken back or
corrected is written anew, whole. Views are named questions over them. `match` joins everything;
`match` and `step` together join a row to the step that caused it; a step's number is its name for
ever, so numbers of steps that were taken back are not used again. Seats are `A`
and `B`, guilds and cards have their full names, locations and lanes are 1 to 5 from seat A's left,
times are UTC. Rows come in no order: say ORDER BY.
"""


def find_relation(name: str) -> definitions.Relation:
    """A table or view by its name. Raises GameError (NOT_FOUND) naming those there are."""
    for relation in RELATIONS:
        if relation.name == name.lower():
            return relation
    near = tuple(r.name for r in RELATIONS if name.lower() in r.name)
    raise GameError(
        Reason.NOT_FOUND,
        f"there is no table {name!r}",
        legal=near or tuple(r.name for r in RELATIONS),
    )


def as_data(relation: definitions.Relation) -> dict[str, Any]:
    """A table or view as plain data: name, kind, comment, columns, and a view's SQL."""
    view = isinstance(relation, definitions.View)
    return {
        "name": relation.name,
        "kind": "view" if view else "table",
        "comment": relation.comment,
        "columns": [
            {"name": c.name, "type": c.type, "comment": c.comment} for c in relation.columns
        ],
        **({"sql": relation.sql} if isinstance(relation, definitions.View) else {}),
    }


def relations_of(game: Projected) -> tuple[definitions.Relation, ...]:
    """What a game brings."""
    return (*game.tables, *game.views)


def document() -> str:
    """The whole of docs/schema.md: of installed games nothing."""
    parts = [INTRODUCTION]
    of_games: set[str] = {
        relation.name for game in PROJECTED.values() for relation in relations_of(game)
    }
    parts.append("## Every game\n")
    parts += [section(r) for r in RELATIONS if r.name not in of_games]
    for key in OWN:
        parts.append(f"## {GAMES[key].name}\n")
        parts += [section(r) for r in relations_of(PROJECTED[key])]
    parts.append("## Functions\n")
    parts += [f"- `{m.call}`: {m.comment}" for m in definitions.MACROS]
    return "\n".join(parts) + "\n"


def section(relation: definitions.Relation) -> str:
    """One table or view."""
    kind = "view" if isinstance(relation, definitions.View) else "table"
    lines = [f"### {relation.name} ({kind})\n", relation.comment, "", "| column | type | holds |"]
    lines.append("|---|---|---|")
    lines += [f"| {c.name} | {c.type} | {c.comment} |" for c in relation.columns]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    DOCUMENT.write_text(document(), encoding="utf-8")
