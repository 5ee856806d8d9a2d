"""The board of SolForge Fusion: five lanes, in each both sides' front row, back row and Exalts."""

from __future__ import annotations

from typing import Any, Final

from domain.contract.board import SEATED, Board, Card, Number, SeatInfo, Zone
from domain.contract.game import UNKNOWN
from domain.frame.zones import (
    closed_pile,
    hand,
    lines,
    number,
    owned,
    pile,
    placed,
    whole_board,
)
from domain.games.solforge.cards.book import book
from domain.games.solforge.cards.titles import forgeborn_name, gift_words, keyword_words, title
from domain.games.solforge.queries.properties import (
    armor_of,
    attack_of,
    health_of,
    keywords_of,
    player_armor,
    types_of,
)
from domain.games.solforge.state import LANES, Permanent, Side, SolState

COLOUR: Final = {"Alloyin": "cyan", "Nekrium": "violet", "Tempys": "red", "Uterra": "green"}
ROWS: Final = ("front", "back", "exalt")
"""A side's rows, the one nearest the middle first."""


def board(state: SolState) -> Board:
    """The lanes between both seats: B above, A below, the front rows in the middle."""
    return whole_board(
        "solforge",
        state,
        state.active,
        (seat_info(state, 0), seat_info(state, 1)),
        (
            cards_row(state, 1),
            *(row(state, 1, name) for name in reversed(ROWS)),
            tuple(Zone(f"lane.{n}", str(n), "", "site", place=1) for n in LANES),
            *(row(state, 0, name) for name in ROWS),
            cards_row(state, 0),
        ),
        moment(state),
    )


def moment(state: SolState) -> str:
    """Where in the match it is, in words."""
    if not state.turn:
        return "the match has not begun"
    words = f"turn {state.turn}, cycle {state.cycle}"
    if state.phase and not state.over:
        words += f", {state.phase} phase"
        if state.active >= 0:
            words += f", Action Step {state.step} of {SEATED[state.active]}"
            words += ", played" if state.played else ""
    return words + (", Sudden Death" if state.sudden else "")


def seat_info(state: SolState, seat: int) -> SeatInfo:
    """A seat's Health, cards, Forge and factions."""
    side = state.sides[seat]
    armor = player_armor(state, seat)
    return SeatInfo(
        SEATED[seat],
        numbers=(
            Number("Health", side.health),
            *((Number("Armor", armor),) if armor else ()),
            Number("hand", side.hand.count),
            Number("deck", side.deck),
            Number("discards", side.discard.count),
        ),
        notes=(
            *(["the Forge"] if state.forge == seat else []),
            *([" and ".join(side.halves)] if side.halves else []),
            *gift_words_of(side),
            *waiting(state, seat),
        ),
    )


def gift_words_of(side: Side) -> list[str]:
    """What a player was given, word by word."""
    return [word for g in side.gifts for word in gift_words(g.gift).split(", ")]


def waiting(state: SolState, seat: int) -> list[str]:
    """What a seat has set up for later."""
    return [f"later: {title(state, s.source)}" for s in state.standing if s.seat == seat]


def face(state: SolState, code: str) -> Card:
    """A card as it lies face up: its numbers as printed."""
    found = book(state.cards).faces.get(code)
    if found is None:
        return Card(code, title(state, code), code)
    stats: tuple[Number, ...] = (Number("level", found.level),)
    if found.card.kind == "creature":
        stats += (Number("Attack", found.printed.attack), Number("Health", found.printed.health))
    return Card(
        code, found.name, code, "", found.card.kind, stats, text=lines(found.printed.text),
        colour=COLOUR.get(found.card.faction, ""),
    )  # fmt: skip


def permanent(state: SolState, p: Permanent) -> Card:
    """A creature or Exalt in play, its numbers as they are now."""
    card = face(state, p.code)
    found = book(state.cards).faces.get(p.code)
    level = (Number("level", found.level),) if found else ()
    stats: tuple[Number, ...] = level
    words: tuple[str, ...] = ()
    if not p.exalt:
        attack, health, armor = attack_of(state, p), health_of(state, p), armor_of(state, p)
        printed = found.printed if found else None
        stats += (
            number("Attack", attack, printed.attack if printed else None),
            number("Health", health, printed.health if printed else None),
            *((Number("Armor", armor),) if armor else ()),
        )
        words = tuple(
            keyword_words(name, count)
            for name, count in sorted(keywords_of(state, p).items())
            if name != "armor" and count
        )
    return Card(
        f"p{p.id}", card.name, p.code, SEATED[p.seat], "exalt" if p.exalt else "creature",
        stats, words, described(state, p, card.text), states(p), card.colour,
        types=() if p.exalt else tuple(sorted(types_of(state, p))),
    )  # fmt: skip


def described(state: SolState, p: Permanent, text: str) -> str:
    """A card's words, and what it was given."""
    given = [
        f"{title(state, g.source)} gives {gift_words(g.gift)}"
        + (" until the end of the turn" if g.until == "turn" else "")
        for g in p.gifts
    ]
    return "\n".join(part for part in (text, *given) if part)


def states(p: Permanent) -> tuple[str, ...]:
    """What is so of something in play: exhausted, counters, given things, another's."""
    found = [] if p.ready else ["exhausted"]
    for name, count in sorted(p.counters.items()):
        found.append(f"{count} {name or 'counter'}{'s' if count != 1 and not name else ''}")
    return (*found, *owned(p.owner, p.seat))


def row(state: SolState, seat: int, name: str) -> tuple[Zone, ...]:
    """A side's row, lane by lane."""
    there: dict[int, Permanent] = {
        p.lane: p
        for p in (state.exalts(seat) if name == "exalt" else state.creatures(seat))
        if name == "exalt" or p.front is (name == "front")
    }
    zones = []
    for lane in LANES:
        cards = (permanent(state, there[lane]),) if lane in there else ()
        key = f"{SEATED[seat]}.{name}.{lane}"
        label = "Exalt" if name == "exalt" else name
        room = 0 if name == "exalt" else 1
        zones.append(Zone(key, label, SEATED[seat], "row", cards, len(cards), place=room))
    return tuple(zones)


def forgeborn(state: SolState, seat: int) -> Zone:
    """The Forgeborn with the level it has."""
    side, key = state.sides[seat], f"{SEATED[seat]}.forgeborn"
    if not side.forgeborn:
        return Zone(key, "Forgeborn", SEATED[seat], weight=2)
    known: Any = book(state.cards)
    born = known.forgeborn.get(side.forgeborn)
    text = born.abilities.get(side.level, "") if born else ""
    card = Card(
        f"{key}.{side.forgeborn}", forgeborn_name(state, side.forgeborn), side.forgeborn,
        SEATED[seat], "forgeborn", (Number("level", side.level),), text=lines(text),
        state=() if side.ready else ("used",),
        colour=COLOUR.get(born.faction, "") if born else "",
    )  # fmt: skip
    return Zone(key, "Forgeborn", SEATED[seat], cards=(card,), count=1, weight=2)


def cards_row(state: SolState, seat: int) -> tuple[Zone, ...]:
    """A seat's hand, Forgeborn and piles."""
    side, name = state.sides[seat], SEATED[seat]

    def shown(code: str) -> Card:
        return face(state, code)

    top = [
        placed(shown(code), f"{name}.deck.{place}", name)
        for place, code in enumerate(side.top, 1)
        if code != UNKNOWN
    ]
    return (
        hand(f"{name}.hand", name, side.hand.cards, shown),
        forgeborn(state, seat),
        closed_pile(f"{name}.deck", name, "deck", side.deck, top),
        pile(f"{name}.discard", name, "discards", side.discard.cards, shown),
        pile(f"{name}.upgrades", name, "upgrades", side.upgrades, shown),
        pile(f"{name}.banished", name, "banished", side.banished, shown),
    )
