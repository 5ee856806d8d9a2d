"""What is not as it was: the marks between two boards of one match."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.contract.board import Board, Card, Mark, Number


def changed(before: Board, after: Board) -> list[Mark]:
    """What came, left, moved or is otherwise on a later board, in reading order.

    A card that stays in its zone and only shifts there has not moved. A card of which there are
    several in one place came or left when there are more or fewer of it.
    """
    was, now = placed(before), placed(after)
    marks: list[Mark] = []
    for seat_before, seat in zip(before.seats, after.seats, strict=True):
        for label, by in moved_numbers(seat_before.numbers, seat.numbers):
            marks.append(Mark(seat.seat, "numbers", change=by, label=label))
    counts = {zone.key: zone.count for zone in before.zones}
    marks += [
        Mark(zone.key, "numbers", zone.key, zone.count - counts[zone.key], "cards")
        for zone in after.zones
        if zone.key in counts and zone.count != counts[zone.key]
    ]
    for key, (zone_key, card) in now.items():
        marks += card_marks(was.get(key), zone_key, card)
    for key, (zone_key, _) in was.items():
        if key not in now:
            marks.append(Mark(key, "left", zone_key))
    return marks


def placed(board: Board) -> dict[str, tuple[str, Card]]:
    """Every card by its key, with the zone it lies in."""
    return {card.key: (zone.key, card) for zone in board.zones for card in zone.cards}


def card_marks(was: tuple[str, Card] | None, zone: str, card: Card) -> Iterator[Mark]:
    """The marks of a card that is on the board now."""
    if was is None:
        yield Mark(card.key, "came", zone)
        return
    before, old = was
    if before != zone:
        yield Mark(card.key, "moved", zone)
    if old.count != card.count:
        yield Mark(card.key, "numbers", zone, card.count - old.count, "cards")
    for label, by in moved_numbers(old.numbers, card.numbers):
        yield Mark(card.key, "numbers", zone, by, label)
    if looks(old) != looks(card):
        yield Mark(card.key, "state", zone)


def looks(card: Card) -> tuple[object, ...]:
    """What is so of a card apart from its numbers: words, and what lies under it."""
    under = [(spell.code, spell.count) for spell in card.attached]
    return card.state, card.keywords, card.code, under


def moved_numbers(before: Sequence[Number], after: Sequence[Number]) -> Iterator[tuple[str, int]]:
    """Numbers that are others now, and by how much; one that was not there counts from 0."""
    old = {number.label: number.value for number in before}
    for number in after:
        by = number.value - old.pop(number.label, 0)
        if by:
            yield number.label, by
    for label, value in old.items():
        if value:
            yield label, -value
