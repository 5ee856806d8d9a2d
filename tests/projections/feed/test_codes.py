"""Codes of cards that came with a match are those of the games' own rule, whatever the names."""

from __future__ import annotations

import json

import duckdb

from domain.frame.slugs import slug
from projections.feed import batch, feed

NAMES = ("Élan ﬁend", "Ann's Øwl", "№ 5", "Plain")


def test_games_find_the_codes_of_the_names_they_ask_for() -> None:
    """Of extra cards and Forgeborn, and of the cards in a list; each name once."""
    extra = json.dumps(
        {"cards": [{"name": name} for name in NAMES[:2]], "forgeborn": [{"name": NAMES[2]}]}
    )
    with duckdb.connect() as con:
        con.execute(
            "CREATE TABLE batch_matches (match BIGINT, game VARCHAR, settings MAP(VARCHAR, VARCHAR),"
            " earlier BOOLEAN)"
        )
        for game, cards, deck in (
            ("solforge", extra, f"{NAMES[3]};{NAMES[0]} + Brasswork"),
            ("magical_forge", json.dumps({"cards": [{"name": NAMES[3]}]}), "x"),
        ):
            con.execute(
                "INSERT INTO batch_matches VALUES (1, $1, MAP(['cards', 'deck a'], [$2, $3]), false)",
                [game, cards, deck],
            )
        con.execute(batch.CODES)
        feed.code_names(con, ("solforge", "magical_forge"))
        found = con.execute("FROM batch_codes").fetchall()
    assert sorted(found) == sorted((name, slug(name)) for name in NAMES)
