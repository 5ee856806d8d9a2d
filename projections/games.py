"""The games that analysts can ask about, and from them everything that is in the file."""

from __future__ import annotations

from functools import cache

from domain.games import GAMES, OWN
from projections import schema, views
from projections.batch import OPENING, core_feed
from projections.decision_tables import CHOICES, DECISION_TABLES, WORKED_OUT
from projections.installed import projected
from projections.magical_forge.game import MAGICAL_FORGE
from projections.projected import Projected
from projections.record_tables import RECORD_TABLES, RULE_DIFFERENCES, TOLD
from projections.riftforce.game import RIFTFORCE
from projections.solforge.game import SOLFORGE

PROJECTED: dict[str, Projected] = {game.key: game for game in (RIFTFORCE, SOLFORGE, MAGICAL_FORGE)}
"""The games, by key. A new game is one name here; installed ones come by themselves."""

PROJECTED |= projected((game for key, game in GAMES.items() if key not in OWN), OWN)

TABLES: tuple[schema.Table, ...] = (
    *schema.TABLES,
    *RECORD_TABLES,
    *(table for game in PROJECTED.values() for table in game.tables),
)
WRITTEN: tuple[schema.Table, ...] = (RULE_DIFFERENCES, *DECISION_TABLES)
"""Tables that do not come from the log: a command fills them."""
VIEWS: tuple[schema.View, ...] = (
    *views.core_views(PROJECTED.values()),
    CHOICES,
    *(view for game in PROJECTED.values() for view in game.views),
)
RELATIONS: tuple[schema.Relation, ...] = (*TABLES, *WRITTEN, *VIEWS)
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
LAYOUT = schema.layout_digest(RELATIONS, schema.MACROS, (*PREPARE, *FEED, TOLD, WORKED_OUT))
"""Identifies what a file holds and how it came there."""
