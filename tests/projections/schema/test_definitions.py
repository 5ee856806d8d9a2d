"""The schema is what it says it is, in the file, in the documents and for readers."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from domain.contract.errors import GameError
from domain.games import GAMES
from projections.games import registry
from projections.games.projection import Projected
from projections.read import reader as reading
from projections.schema import definitions, document, fact_columns, views

WITHOUT_MATCH = ("rule_differences", "series", "standings")


def described(con: duckdb.DuckDBPyConnection, name: str) -> list[tuple[str, str]]:
    return [
        (row[0], row[1].replace(", ", ",")) for row in con.execute(f"DESCRIBE {name}").fetchall()
    ]


@pytest.mark.parametrize("relation", registry.RELATIONS, ids=lambda r: r.name)
def test_columns_are_those_that_are_documented(
    relation: definitions.Relation, store: Path, analytics: Path
) -> None:
    expected = [(c.name, c.type) for c in relation.columns]
    with duckdb.connect(str(analytics), read_only=True) as con:
        assert described(con, relation.name) == expected
        comments = dict(
            con.execute(
                "SELECT column_name, comment FROM duckdb_columns() WHERE table_name = ?",
                [relation.name],
            ).fetchall()
        )
    assert comments == {c.name: c.comment for c in relation.columns}
    assert relation.comment.endswith(".")
    with reading.open_reader(store, analytics) as reader:
        answer = reader.ask(f"DESCRIBE {relation.name}")
        assert [(row[0], row[1].replace(", ", ",")) for row in answer.rows()] == expected


def test_the_document_is_what_the_schema_says() -> None:
    assert document.DOCUMENT.read_text(encoding="utf-8") == document.document(), (
        "run `python -m projections.schema.document`"
    )


def test_every_game_is_projected() -> None:
    assert list(registry.PROJECTED) == list(GAMES)
    for game in registry.PROJECTED.values():
        assert isinstance(game, Projected)
        assert all(t.name.startswith(f"{game.key}_") for t in (*game.tables, *game.views))


def test_names_are_given_once() -> None:
    names = [relation.name for relation in registry.RELATIONS]
    assert len(set(names)) == len(names)
    for relation in registry.RELATIONS:
        columns = [c.name for c in relation.columns]
        assert len(set(columns)) == len(columns)
        assert columns[0] == ("match" if relation.name not in WITHOUT_MATCH else columns[0])


def test_a_table_is_found_by_its_name() -> None:
    assert document.find_relation("Matches") is views.MATCHES
    with pytest.raises(GameError) as refused:
        document.find_relation("damage")
    assert refused.value.legal == ("riftforce_damage", "solforge_damage")
    with pytest.raises(GameError) as refused:
        document.find_relation("weather")
    assert "openings" in refused.value.legal


def test_a_fact_that_opens_a_turn_says_which_and_whose() -> None:
    assert [fact_columns.turn_facts(game) for game in GAMES.values()] == [["turn"]] * len(GAMES)


def test_a_change_of_the_feed_is_another_layout() -> None:
    one = definitions.layout_digest(registry.RELATIONS, definitions.MACROS, registry.FEED)
    assert one != definitions.layout_digest(
        registry.RELATIONS, definitions.MACROS, registry.FEED[1:]
    )
    assert one != definitions.layout_digest(
        registry.RELATIONS[1:], definitions.MACROS, registry.FEED
    )
