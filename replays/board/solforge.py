"""The board of SolForge Fusion: five lanes, in each both sides' front row, back row and Exalts."""

from __future__ import annotations

from typing import Any, Final

from domain.contract.game import UNKNOWN, Game
from domain.games.solforge.board import gift_words_of, moment
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
from domain.games.solforge.state import LANES, Permanent, SolState
from domain.record.events import Opened
from replays.board.model import Board, Card, Number, SeatInfo, Zone
from replays.board.parts import (
    SEATED,
    closed_pile,
    hand,
    lines,
    number,
    pile,
    placed,
    player,
    seated,
)

COLOUR: Final = {"Alloyin": "cyan", "Nekrium": "violet", "Tempys": "red", "Uterra": "green"}
ROWS: Final = ("front", "back", "exalt")
"""A side's rows, the one nearest the middle first."""


def board(game: Game, state: SolState, opened: Opened | None, eyes: str) -> Board:
    """The lanes between both seats: B above, A below, the front rows in the middle."""
    return Board(
        game=game.key,
        seats=(seat_info(state, opened, 0), seat_info(state, opened, 1)),
        rows=(
            cards_row(state, 1),
            *(row(state, 1, name) for name in reversed(ROWS)),
            tuple(Zone(f"lane.{n}", str(n), "", "site", place=1) for n in LANES),
            *(row(state, 0, name) for name in ROWS),
            cards_row(state, 0),
        ),
        turn=state.turn,
        to_move="" if state.over else seated(state.active),
        status=status(state),
        eyes=eyes,
    )


def status(state: SolState) -> str:
    """Where in the match it is."""
    if state.over:
        how = f"{SEATED[state.winner]} wins" if state.winner is not None else "a draw"
        return f"{moment(state)}: {how}" + (f" ({state.why})" if state.why else "")
    return moment(state)


def seat_info(state: SolState, opened: Opened | None, seat: int) -> SeatInfo:
    """A seat's Health, cards, Forge and factions."""
    side = state.sides[seat]
    armor = player_armor(state, seat)
    notes = [
        *(["the Forge"] if state.forge == seat else []),
        *([" and ".join(side.halves)] if side.halves else []),
        *(gift_words_of(side)),
        *waiting(state, seat),
    ]
    return SeatInfo(
        SEATED[seat],
        player(opened, seat),
        (
            Number("Health", side.health),
            *((Number("Armor", armor),) if armor else ()),
            Number("hand", side.hand.count),
            Number("deck", side.deck),
            Number("discards", side.discard.count),
        ),
        tuple(notes),
        wins=state.over and state.winner == seat,
    )


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
    text = lines(found.printed.text)
    return Card(
        code, found.name, code, "", found.card.kind, stats, (), text, (),
        COLOUR.get(found.card.faction, ""),
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
    )  # fmt: skip


def described(state: SolState, p: Permanent, text: str) -> str:
    """A card's words, its types, and what it was given."""
    types = "" if p.exalt else " ".join(sorted(types_of(state, p)))
    given = [
        f"{title(state, g.source)} gives {gift_words(g.gift)}"
        + (" until the end of the turn" if g.until == "turn" else "")
        for g in p.gifts
    ]
    return "\n".join(part for part in (types, text, *given) if part)


def states(p: Permanent) -> tuple[str, ...]:
    """What is so of something in play: exhausted, counters, given things, another's."""
    found = [] if p.ready else ["exhausted"]
    for name, count in sorted(p.counters.items()):
        found.append(f"{count} {name or 'counter'}{'s' if count != 1 and not name else ''}")
    if p.owner != p.seat:
        found.append(f"owned by {SEATED[p.owner]}")
    return tuple(found)


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
        SEATED[seat], "forgeborn", (Number("level", side.level),), (), lines(text),
        () if side.ready else ("used",), COLOUR.get(born.faction, "") if born else "",
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
