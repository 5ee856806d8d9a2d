"""The columns that SQL reads facts by: every field of every fact, named and typed as in its struct."""

from __future__ import annotations

import duckdb
import msgspec
import pytest

from domain.contract.fields import Total, seat_fields
from domain.games import GAMES
from projections.feed.batch import TEMPORARY
from projections.schema.fact_columns import ROW, FactColumns, struct_fields


@pytest.mark.parametrize("key", GAMES)
def test_every_field_is_read_by_its_name_and_as_its_type(key: str) -> None:
    """A row with the number of each place in it gives these numbers under the names of the fields."""
    union = GAMES[key].fact_type
    columns = FactColumns(key, union)
    with duckdb.connect() as con:
        con.execute(TEMPORARY[0])
        for tag, fields, struct in struct_fields(union):
            texts: list[str] = []
            for field in msgspec.structs.fields(struct):
                kind = columns.fields[tag][
                    f"{tag}_{field.name}" if field.name in ROW else field.name
                ][1]
                texts.append(
                    {
                        "SEAT": "1",
                        "BOOLEAN": "true",
                        "VARCHAR[]": '["7"]',
                        "INTEGER[]": "[7]",
                    }.get(kind, str(len(texts)))
                )
            listed = "".join(f", '{text}' AS f{n}" for n, text in enumerate(texts, 1))
            con.execute(
                "CREATE OR REPLACE TABLE batch_facts AS SELECT 9 AS match, 8 AS step, 7 AS position, "
                f"6 AS seq, 5 AS turn, '{key}' AS game, '{tag}' AS tag{listed}"
            )
            answer = con.sql(f"FROM {columns.of(tag)}")
            (row,) = answer.fetchall()
            found = dict(zip(answer.columns, row, strict=True))
            assert [found[name] for name in ROW] == [9, 8, 7, 6, 5, tag]
            assert len(found) == len(ROW) + len(fields)
            for field, text in zip(msgspec.structs.fields(struct), texts, strict=True):
                value = found[f"{tag}_{field.name}" if field.name in ROW else field.name]
                if field.name in seat_fields(struct):
                    assert value == "B"
                elif field.type == Total:
                    assert value == int(text)
                elif field.type in (int, bool, str):
                    assert value == {int: int, bool: bool, str: str}[field.type](
                        text == "true" if field.type is bool else text
                    )
                elif field.type == tuple[str, ...]:
                    assert value == ["7"]
                elif field.type == tuple[int, ...]:
                    assert value == [7]
                else:
                    assert value == text


def test_facts_together_have_a_field_where_each_has_it() -> None:
    """A field stands in another place in each kind of fact, and is NULL in those that lack it."""
    columns = FactColumns("riftforce", GAMES["riftforce"].fact_type)
    with duckdb.connect() as con:
        con.execute(TEMPORARY[0])
        con.execute(
            "CREATE TABLE batch_facts AS SELECT 1 AS match, 1 AS step, position, position AS seq,"
            " 1 AS turn, 'riftforce' AS game, tag, f1, f2, f3, f4"
            " FROM (VALUES (1, 'damage', '5', '2', '6', '3'),"
            " (2, 'take', '6', '5', '2', '7'), (3, 'act', '5', NULL, NULL, NULL),"
            " (4, 'heal', '5', '1', '7', NULL)) t(position, tag, f1, f2, f3, f4)"
        )
        asked = con.execute(
            "SELECT tag, elemental, amount, source, location, new "
            f"FROM {columns.of('damage', 'heal', 'take')} ORDER BY seq"
        ).fetchall()
    assert asked == [
        ("damage", 5, 2, 6, 3, None),
        ("take", 6, None, 5, 2, 7),
        ("heal", 5, 1, 7, None, None),
    ]
    with pytest.raises(LookupError):
        columns.of("no such tag")
