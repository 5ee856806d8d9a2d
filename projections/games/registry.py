"""The games that analysts can ask about, and from them everything that is in the file."""

from __future__ import annotations

from functools import cache

from domain.games import GAMES, OWN
from projections.feed.batch import OPENING, core_feed
from projections.games.magical_forge.game import MAGICAL_FORGE
from projections.games.plugin_tables import projected
from projections.games.projection import Projected
from projections.games.riftforce.game import RIFTFORCE
from projections.games.solforge.game import SOLFORGE
from projections.schema import definitions, views
from projections.schema.decision_tables import CHOICES, DECISION_TABLES, WORKED_OUT
from projections.schema.record_tables import RECORD_TABLES, RULE_DIFFERENCES, TOLD

PROJECTED: dict[str, Projected] = {game.key: game for game in (RIFTFORCE, SOLFORGE, MAGICAL_FORGE)}
"""The games, by key. A new game is one name here; installed ones come by themselves."""

PROJECTED |= projected((GAMES[key] for key in GAMES if key not in OWN), OWN)

TABLES: tuple[definitions.Table, ...] = (
    *definitions.TABLES,
    *RECORD_TABLES,
    *(table for game in PROJECTED.values() for table in game.tables),
)
WRITTEN: tuple[definitions.Table, ...] = (RULE_DIFFERENCES, *DECISION_TABLES)
"""Tables that do not come from the log: a command fills them."""
VIEWS: tuple[definitions.View, ...] = (
    *views.core_views(PROJECTED.values()),
    CHOICES,
    *(view for game in PROJECTED.values() for view in game.views),
)
RELATIONS: tuple[definitions.Relation, ...] = (*TABLES, *WRITTEN, *VIEWS)
"""All that can be asked, tables first."""

PREPARE: tuple[str, ...] = tuple(
    statement for game in PROJECTED.values() for statement in game.prepare
)


@cache
def feed_of(keys: tuple[str, ...]) -> tuple[str, ...]:
    """What feeds the tables, after `batch.OPENING`, from a batch with matches of these games."""
    games = [PROJECTED[key] for key in keys if key in PROJECTED] or list(PROJECTED.values())
    return (*core_feed(games), *(statement for game in games for statement in game.feed))


FEED: tuple[str, ...] = (*OPENING, *feed_of(tuple(PROJECTED)))
LAYOUT = definitions.layout_digest(
    RELATIONS,
    definitions.MACROS,
    (
        *PREPARE,
        *(game.coded for game in PROJECTED.values()),
        *FEED,
        TOLD,
        WORKED_OUT,
        *(GAMES[key].rules_version for key in PROJECTED),
    ),
)
"""Identifies what a file holds and how it came there."""
