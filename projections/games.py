"""The games that analysts can ask about, and from them everything that is in the file."""

from __future__ import annotations

from projections import schema, views
from projections.batch import core_feed
from projections.projected import Projected
from projections.riftforce.game import RIFTFORCE

PROJECTED: dict[str, Projected] = {game.key: game for game in (RIFTFORCE,)}
"""The games, by key. A new game is one name here."""

TABLES: tuple[schema.Table, ...] = (
    *schema.TABLES,
    *(table for game in PROJECTED.values() for table in game.tables),
)
VIEWS: tuple[schema.View, ...] = (
    *views.VIEWS,
    *(view for game in PROJECTED.values() for view in game.views),
)
RELATIONS: tuple[schema.Relation, ...] = (*TABLES, *VIEWS)
"""All that can be asked, tables first."""

PREPARE: tuple[str, ...] = tuple(
    statement for game in PROJECTED.values() for statement in game.prepare
)
FEED: tuple[str, ...] = (
    *core_feed(PROJECTED.values()),
    *(statement for game in PROJECTED.values() for statement in game.feed),
)
LAYOUT = schema.layout_digest(RELATIONS, schema.MACROS, (*PREPARE, *FEED))
"""Identifies what a file holds and how it came there."""
