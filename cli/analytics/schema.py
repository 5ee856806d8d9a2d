"""`schema`: the tables and views that queries can ask."""

from __future__ import annotations

from typing import Annotated

import typer

from cli.analytics.tables import print_relation, print_relations
from cli.edge import JsonOption, guarded, print_json
from projections.games.registry import RELATIONS
from projections.schema.definitions import MACROS
from projections.schema.document import as_data, find_relation


@guarded
def schema(
    table: Annotated[str | None, typer.Argument(help="A table or view; none: all of them.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Say what tables and views there are, and what their columns hold."""
    if table:
        relation = find_relation(table)
        if as_json:
            print_json(as_data(relation))
        else:
            print_relation(relation)
        return
    if as_json:
        print_json(
            {
                "relations": [as_data(relation) for relation in RELATIONS],
                "functions": [{"call": m.call, "comment": m.comment} for m in MACROS],
            }
        )
    else:
        print_relations(RELATIONS, MACROS)
