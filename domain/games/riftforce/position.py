"""Positions of Riftforce in scenario files: what is given, and what must hold."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from domain.contract.errors import GameError
from domain.contract.game import UNKNOWN, Scenery, seat_name
from domain.frame.bags import Bag, pull, put
from domain.frame.scanner import unreadable, whole
from domain.frame.statements import ENDING
from domain.games.riftforce.cards import (
    GUILD,
    GUILDS,
    LOCATIONS,
    NUMBER,
    composition,
    guilds_in,
    ordered,
)
from domain.games.riftforce.notation.names import CARD, card_code, guild_code
from domain.games.riftforce.state import Elemental, RiftState, new_state

LOCATION = re.compile(r"location\s+(\d)\s*:\s*(.*)", re.IGNORECASE)
SEATED = re.compile(r"(guilds|hand|discard|pile)\s+([ab])\s*:\s*(.*)", re.IGNORECASE)
SCORE = re.compile(r"score\s*:\s*(\d+)\s*[:-]\s*(\d+)", re.IGNORECASE)
TURN = re.compile(r"turn\s*:\s*(\d+)(?:\s+([ab]))?\s*", re.IGNORECASE)
OVER = re.compile(r"(winner|why|over)\s*:\s*(\S+)", re.IGNORECASE)
DAMAGED = re.compile(r"\s*(?:/|-)\s*(\d+)")
SIDE = re.compile(r"^\s*[abAB]\b\s*:?")

EXAMPLES = (
    "location 2: A F5/1 W6 | B C7",
    "hand A: F5 F6",
    "discard A: F7",
    "pile A: 20",
    "guilds A: Fire Water Ice Air",
    "score: 3:4",
    "turn: 7 A",
)


def read_side(text: str, column: int) -> list[tuple[str, int]]:
    """Cards with their damage, the one nearest the location first: `F5/1 W6`; `-` for none."""
    found: list[tuple[str, int]] = []
    at = 0
    body = SIDE.sub(lambda m: " " * len(m[0]), text)
    while at < len(body):
        if body[at] in " ,-":
            at += 1
            continue
        card = CARD.match(body, at)
        if not card:
            raise unreadable(f"{body[at:]!r} is no elemental", column + at, ("F5", "F5/2"))
        code = card_code(card, column + at, [])
        at = card.end()
        damage = DAMAGED.match(body, at)
        found.append((code, whole(damage[1]) if damage else 0))
        at = damage.end() if damage else at
    return found


def read_bag(text: str, column: int) -> Bag:
    """Cards as a bag."""
    bag: Bag = {}
    for card, _ in read_side(text, column):
        put(bag, card)
    return bag


def sides_of(text: str) -> tuple[str, str]:
    """The two sides of a location line, `A … | B …`, in seat order."""
    parts = text.split("|")
    named = {part.strip()[:1].upper(): part for part in parts if part.strip()}
    if len(parts) == 2 and set(named) <= {"A", "B"} and all(SIDE.match(p) for p in named.values()):
        return named.get("A", ""), named.get("B", "")
    raise unreadable("a location has two sides", 1, (EXAMPLES[0],))


class RiftScenery(Scenery[RiftState]):
    """Reads the `given` and `then` lines of a scenario."""

    def given(self, settings: Mapping[str, str], lines: Sequence[tuple[int, str]]) -> RiftState:
        """The position that the lines describe. Raises GameError with line and column.

        Guilds that are not given are those of the cards shown, then any others. Cards not shown are
        in the draw pile, unless `pile` says that fewer are left: then the rest is out of the game.
        """
        state = new_state(settings)
        state.start, state.turn, state.active = 0, 1, 0
        shown: tuple[list[str], list[str]] = ([], [])
        piles: dict[int, int] = {}
        for number, text in lines:
            try:
                self._line(state, text.strip(), shown, piles)
            except GameError as error:
                raise error.at(line=number) from error
        state.start = state.active if state.turn % 2 else 1 - state.active
        choose_guilds(state, shown)
        for seat, hand in enumerate(state.hands):
            hand.unseen = composition(hand.guilds)
            for card in shown[seat]:
                if card == UNKNOWN:
                    continue
                if card not in hand.unseen:
                    raise unreadable(f"seat {seat_name(seat)} has too many {card}", 0)
                pull(hand.unseen, card)
            unknown = hand.hand.get(UNKNOWN, 0)
            hand.pile = sum(hand.unseen.values()) - unknown
            if seat in piles:
                limit_pile(state, seat, piles[seat] + unknown)
        return state

    def _line(
        self,
        state: RiftState,
        text: str,
        shown: tuple[list[str], list[str]],
        piles: dict[int, int],
    ) -> None:
        if found := LOCATION.fullmatch(text):
            location = whole(found[1])
            if location not in LOCATIONS:
                raise unreadable("locations are 1 to 5", found.start(1) + 1)
            for seat, side in enumerate(sides_of(found[2])):
                for card, damage in read_side(side, found.start(2) + 1):
                    check_elemental(state, card, damage, found.start(2) + 1)
                    place(state, seat, location, card, damage)
                    shown[seat].append(card)
        elif found := SEATED.fullmatch(text):
            seat = "ab".index(found[2].lower())
            self._seat(state, seat, found, shown, piles)
        elif found := SCORE.fullmatch(text):
            for hand, points in zip(state.hands, (found[1], found[2]), strict=True):
                hand.score = whole(points)
        elif found := TURN.fullmatch(text):
            state.turn = whole(found[1])
            state.active = "ab".index(found[2].lower()) if found[2] else (state.turn + 1) % 2
        else:
            raise unreadable(f"{text!r} is not understood", 1, EXAMPLES)

    def _seat(
        self,
        state: RiftState,
        seat: int,
        found: re.Match[str],
        shown: tuple[list[str], list[str]],
        piles: dict[int, int],
    ) -> None:
        hand, column = state.hands[seat], found.start(3) + 1
        kind = found[1].lower()
        if kind == "guilds":
            words = found[3].replace(",", " ").split()
            allowed = guilds_in(state.expansion)
            hand.guilds = [guild_code(word, column, allowed) for word in words]
            for guild in hand.guilds:
                check_guild(state, guild, column)
        elif kind == "pile":
            if not found[3].strip().isdecimal():
                raise unreadable(
                    f"the draw pile is how many cards, not {found[3].strip()!r}; which they are "
                    "follows from the rest",
                    column,
                    (f"pile {seat_name(seat)}: 20",),
                )
            piles[seat] = whole(found[3].strip())
        else:
            bag = read_bag(found[3], column)
            for card in bag:
                if card != UNKNOWN:
                    check_guild(state, GUILD[card], column)
            shown[seat].extend(card for card, count in bag.items() for _ in range(count))
            if kind == "hand":
                hand.hand = bag
            else:
                hand.discard = bag

    def then(self, state: RiftState, line: str) -> str:
        """Check one statement; returns what is wrong with it, or nothing."""
        text = line.strip()
        if found := LOCATION.fullmatch(text):
            location = whole(found[1])
            for seat, side in enumerate(sides_of(found[2])):
                wanted = read_side(side, found.start(2) + 1)
                there = [(e.card, e.damage) for e in state.sides[seat][location]]
                if wanted != there:
                    return f"{seat_name(seat)} has {listing(there)} there, not {listing(wanted)}"
            return ""
        if found := SEATED.fullmatch(text):
            return wrong_cards(state, "ab".index(found[2].lower()), found[1].lower(), found[3])
        if found := SCORE.fullmatch(text):
            scores = f"{state.hands[0].score}:{state.hands[1].score}"
            return "" if scores == f"{found[1]}:{found[2]}" else f"the score is {scores}"
        if found := TURN.fullmatch(text):
            wanted_seat = found[2].upper() if found[2] else seat_name(state.active)
            same = (state.turn, seat_name(state.active)) == (whole(found[1]), wanted_seat)
            return "" if same else f"it is turn {state.turn} of {seat_name(state.active)}"
        if found := OVER.fullmatch(text):
            return wrong_end(state, found[1].lower(), found[2])
        raise unreadable(
            f"{text!r} is not understood", 1, (*EXAMPLES, "winner: A", "why: deadlock")
        )


def place(state: RiftState, seat: int, location: int, card: str, damage: int) -> None:
    """Put an elemental into play."""
    state.placed += 1
    elemental = Elemental(state.placed, card, seat, location, seat, damage)
    state.elementals[elemental.id] = elemental
    state.sides[seat][location].append(elemental)


def check_guild(state: RiftState, guild: str, column: int) -> None:
    """Refuse a guild that is not in the game. Raises GameError."""
    if guild not in guilds_in(state.expansion):
        raise unreadable(
            f"{GUILDS[guild]} is not in the {state.expansion} game", column, ("expansion: beyond",)
        )


def check_elemental(state: RiftState, card: str, damage: int, column: int) -> None:
    """Refuse what cannot be in play: an unknown card, or a destroyed one. Raises GameError."""
    if card == UNKNOWN:
        raise unreadable("an elemental in play is known", column, (EXAMPLES[0],))
    check_guild(state, GUILD[card], column)
    if damage >= NUMBER[card]:
        raise unreadable(
            f"{card}/{damage} is destroyed; in play it carries less than {NUMBER[card]}",
            column,
            (f"{card}/{NUMBER[card] - 1}",),
        )


def choose_guilds(state: RiftState, shown: tuple[list[str], list[str]]) -> None:
    """Complete the guilds of both seats from the cards shown, then from those left."""
    taken = {guild for hand in state.hands for guild in hand.guilds}
    for hand, cards in zip(state.hands, shown, strict=True):
        for card in cards:
            if card != UNKNOWN and GUILD[card] not in hand.guilds:
                hand.guilds.append(GUILD[card])
        taken |= set(hand.guilds)
    for seat, hand in enumerate(state.hands):
        if len(hand.guilds) > 4:
            names = ", ".join(GUILDS[guild] for guild in hand.guilds)
            raise unreadable(f"seat {seat_name(seat)} has more than four guilds: {names}", 0)
        for guild in guilds_in(state.expansion):
            if len(hand.guilds) < 4 and guild not in taken:
                hand.guilds.append(guild)
                taken.add(guild)


def limit_pile(state: RiftState, seat: int, count: int) -> None:
    """Take cards out of the game until so many are unseen."""
    unseen = state.hands[seat].unseen
    while sum(unseen.values()) > count:
        pull(unseen, next(reversed(unseen)))
    state.hands[seat].pile = sum(unseen.values()) - state.hands[seat].hand.get(UNKNOWN, 0)


def listing(cards: list[tuple[str, int]]) -> str:
    """Elementals as a scenario writes them."""
    return " ".join(card + (f"/{damage}" if damage else "") for card, damage in cards) or "nothing"


def wrong_cards(state: RiftState, seat: int, kind: str, text: str) -> str:
    """Compare a seat's hand, discards, guilds or pile with what is stated."""
    hand = state.hands[seat]
    name = f"{seat_name(seat)}'s {kind}"
    if kind == "pile":
        return "" if text.strip() == str(hand.pile) else f"{name} has {hand.pile} cards"
    if kind == "guilds":
        wanted = [guild_code(word, 0, []) for word in text.replace(",", " ").split()]
        return "" if wanted == hand.guilds else f"{name} are {' '.join(hand.guilds)}"
    there = ordered(hand.hand if kind == "hand" else hand.discard)
    wanted_cards = ordered(read_bag(text, 1))
    return "" if wanted_cards == there else f"{name} is {' '.join(there) or 'empty'}"


def wrong_end(state: RiftState, kind: str, text: str) -> str:
    """Compare how the match ended with what is stated."""
    now = ENDING[kind](state)
    return "" if text.lower() == now.lower() else f"{kind} is {now}"
