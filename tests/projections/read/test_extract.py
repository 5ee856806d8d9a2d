"""One match alone, as a seat may know it: nothing that is hidden is in any table."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest
from hypothesis import given, settings

from domain.contract.game import Seat
from domain.games import GAMES
from domain.record.codec import codec, encode, topic_of
from domain.record.match import Record
from projections.games import registry
from projections.read import reader as reading
from tests.domain.tabled import Walk, walked, walks
from tests.projections.bent import contents, read

Bent = tuple[Path, list[Record]]
ALL = registry.RELATIONS


def extract(record: Record) -> dict[str, list[object]]:
    with reading.open_record(record, 7) as reader:
        return read(reader, ALL)


def test_one_match_alone_is_what_it_is_among_others(bent: Bent, bent_analytics: Path) -> None:
    with duckdb.connect(str(bent_analytics), read_only=True) as con:
        numbers = dict(con.execute("SELECT match_id, match FROM openings").fetchall())
    everything = contents(bent_analytics)
    for record in bent[1][:3]:
        number = numbers[record.id]
        with reading.open_record(record, number) as reader:
            assert reader.tail == record.version
            found = read(reader)
        for name, rows in found.items():
            assert rows == [row for row in everything[name] if row[0] == str(number)], name


def swapped(record: Record, seat: Seat) -> Record | None:
    """The same match, but another card lay hidden from a seat; None if there is none to swap.

    A card in the other's hand that the seat never saw is exchanged for one that was never drawn.
    """
    texts = [encode(event).decode() for event in record.events]
    everything = "".join(texts)
    seen = "".join(encode(event.seen_by(seat)).decode() for event in record.events)
    hand = record.state().hands[1 - seat]
    hidden = [
        card for card in sorted(hand.hand) if f'"{card}"' in everything and unnamed(card, seen)
    ]
    pile = [card for card in sorted(hand.unseen) if unnamed(card, everything)]
    pairs = [(x, y) for x in hidden for y in pile if hand.unseen[y] >= everything.count(f'"{x}"')]
    if not pairs:
        return None
    (was, now), key = pairs[0], record.game.key
    events = [
        codec(key).decode(
            record.id, 2, topic_of(key, event), text.replace(f'"{was}"', f'"{now}"').encode()
        )
        for text, event in zip(texts, record.events, strict=True)
    ]
    return Record(record.id, record.game, record.opened, events, "")


def unnamed(card: str, text: str) -> bool:
    """Whether a card is not named in a text."""
    return f'"{card}"' not in text


@settings(max_examples=8, deadline=None)
@given(walks(most=8, start=14, deeds=("line", "line", "undo", "redo", "amend", "remark", "close")))
def test_other_hidden_cards_make_the_same_extract(walk: Walk) -> None:
    record = walked(walk)
    for seat in (0, 1):
        other = swapped(record, seat)
        if other is not None:
            assert encode(other.events) != encode(record.events)
            assert extract(record.seen_by(seat)) == extract(other.seen_by(seat))
            break


def test_hidden_cards_can_be_swapped() -> None:
    """The property above has something to say, and without a seat it would not hold."""
    record = walked(Walk("riftforce", 3, 12, ()))
    other = swapped(record, 0)
    assert other is not None
    assert extract(other) != extract(record)
    assert extract(other.seen_by(0)) == extract(record.seen_by(0))
    assert extract(other.seen_by(1)) != extract(record.seen_by(1))


@pytest.mark.parametrize("key", list(GAMES))
@pytest.mark.parametrize("seat", [0, None])
def test_what_is_stored_in_an_extract_is_what_the_seat_may_know(
    bent: Bent, key: str, seat: Seat | None
) -> None:
    record = next(r for r in bent[1] if r.game.key == key)
    seen = record.seen_by(seat)
    with reading.open_record(seen) as reader:
        payloads = list(reader.ask("SELECT step, payload FROM steps ORDER BY step").rows())
        ((openings, seeds),) = reader.ask("SELECT count(*), count(seed) FROM openings").rows()
        assert (openings, seeds) == (1, 0)
        ((there,),) = reader.ask("SELECT current_setting('enable_external_access')").rows()
        assert there is False
    steps = zip(seen.numbers, seen.steps, strict=True)
    assert payloads == [(number, encode(step).decode()) for number, step in steps]
