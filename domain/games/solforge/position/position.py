"""Positions of SolForge Fusion in scenario files: what is given, and what must hold."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from domain.contract.game import UNKNOWN, Scenery, Seat, seat_name
from domain.frame.bags import put, shrink
from domain.frame.scanner import unreadable, whole
from domain.frame.scenario_position import ScenarioPosition
from domain.frame.statements import both
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.cards.book import book
from domain.games.solforge.cards.decks import starting_state
from domain.games.solforge.position.claims import wrong
from domain.games.solforge.position.pieces import (
    Placed,
    armor,
    at_place,
    code_of,
    define,
    read_bag,
    read_cards,
    read_placed,
    settled,
    sides_of,
    take_out,
)
from domain.games.solforge.position.statements import (
    BORN,
    EXAMPLES,
    PHASES,
    PILES,
    Statement,
    born_of,
    counters_of,
    keywords_stated,
    read_statement,
    step_of,
    types_stated,
)
from domain.games.solforge.queries.properties import armor_of, keywords_of
from domain.games.solforge.state import Lasting, Permanent, Side, SolState

CARD: Final = re.compile(
    r"\s*card\s+(?P<name>.+?)(?:[ .](?P<level>\d))?\s*:\s*(?P<value>.*?)\s*", re.IGNORECASE
)


class SolPosition(ScenarioPosition[SolState, Statement]):
    """A position being built from its lines."""

    definition = CARD
    examples = EXAMPLES

    def __init__(self, settings: Mapping[str, str]) -> None:
        state = starting_state({k: v for k, v in settings.items() if k != "start"})
        super().__init__(state, settings)
        self.placed: list[tuple[Seat, str]] = []
        """Whose cards are shown, for decks and Upgrade Piles."""
        self.moment: dict[str, Statement] = {}

    def define(self, found: re.Match[str]) -> None:
        """Define a level of a card of the scenario's own. Raises GameError."""
        level = whole(found["level"]) if found["level"] else 1
        define(self.state, found["name"], level, found["value"], found.start("value") + 1)

    def statement(self, text: str) -> Statement:
        """Read a statement. Raises GameError."""
        return read_statement(text)

    def settled(self) -> SolState:
        """Return the position after what follows of itself."""
        return settled(self.state)

    # -- the moment ------------------------------------------------------------------------------

    def when(self, read: list[tuple[int, Statement]]) -> None:
        """Turn, Forge, phase and step; what is not stated follows from the rest."""
        state = self.state
        phrase = {s.what: (number, s) for number, s in read}
        take = self.take_moment
        state.turn = take(phrase, "turn", lambda s: s.number, 1)
        first = "AB".index(self.settings.get("start", "A"))
        default = first if state.turn % 2 else 1 - first
        state.forge = take(phrase, "forge", lambda s: s.letter(), default)
        state.start = state.forge if state.turn % 2 else 1 - state.forge
        state.phase = take(phrase, "phase", lambda s: s.one_of(PHASES, "phase"), "action")
        for side in state.sides:
            side.level = state.cycle
        if state.phase != "action":
            state.step, state.active = 0, -1
            return
        step, seat = take(phrase, "step", step_of, (1, None))
        state.step = step
        due = state.forge if step % 2 else 1 - state.forge
        state.active = due if seat is None else seat
        state.played = take(phrase, "played", lambda s: s.yes, False)

    def take_moment(
        self,
        phrase: dict[str, tuple[int, Statement]],
        what: str,
        read: Callable[[Statement], Any],
        default: Any,
    ) -> Any:
        """A statement about the moment, or what holds without it."""
        if what not in phrase:
            return default
        number, s = phrase[what]
        self.moment[what] = s
        return self.at(number, read, s)

    # -- lanes -----------------------------------------------------------------------------------

    def place(self, s: Statement) -> bool:
        """Put creatures and Exalts into lanes."""
        if s.what in self.moment:
            return True
        if s.what not in ("lane", "exalt"):
            return False
        for seat, words, column in sides_of(s.value, s.column):
            placed = read_placed(self.state, words, column)
            if placed is not None:
                self.enter(seat, s.lane, placed, exalt=s.what == "exalt", column=column)
        return True

    def enter(self, seat: Seat, lane: int, placed: Placed, *, exalt: bool, column: int) -> None:
        """Put one thing into play, in the front row if nothing else is stated and it is no Defender."""
        state = self.state
        faces = book(state.cards).faces
        if placed.code not in faces:
            raise unreadable("a card in play has a name", column)
        face = faces[placed.code]
        if (face.card.kind == "exalt") is not exalt or face.card.kind == "spell":
            kind = "an Exalt" if exalt else "a creature"
            raise unreadable(f"{face.title} is not {kind}", column)
        taken = state.exalt_at(seat, lane) if exalt else state.creature_at(seat, lane)
        if taken is not None:
            raise unreadable(f"lane {lane} of {seat_name(seat)} is stated twice", column)
        state.placed += 1
        owner = seat if placed.owner is None else placed.owner
        base = (face.printed.attack, face.printed.health)
        p = Permanent(
            id=state.placed,
            code=placed.code,
            seat=seat,
            owner=owner,
            lane=lane,
            front=False,
            attack=base[0] if placed.attack is None else placed.attack,
            health=base[1] if placed.health is None else placed.health,
            exalt=exalt,
            ready=placed.ready is not False,
            counters={},
            gifts=[],
            base_attack=base[0],
            base_health=base[1],
        )
        state.in_play[p.id] = p
        if not exalt:
            defends = "defender" in keywords_of(state, p)
            p.front = placed.front if placed.front is not None else not defends
        self.placed.append((owner, placed.code))

    # -- piles -----------------------------------------------------------------------------------

    def pile(self, s: Statement) -> bool:
        """Hands and piles."""
        if s.what not in PILES:
            return False
        side = self.state.sides[s.seat]
        self.stated[s.what, s.of] = (self.line, s)
        if s.what in ("upgrades", "unseen", "deck"):
            return True
        cards = read_cards(self.state, s.value, s.column)
        for card in cards:
            if s.what == "hand":
                side.hand.add(card, shown=False)
            elif s.what == "discard":
                side.discard.add(card, shown=True)
            elif s.what == "banished":
                put(side.banished, card)
        if s.what == "top":
            side.top = cards
        self.placed += [(s.seat, card) for card in cards if card != UNKNOWN]
        return True

    def complete(self, seat: Seat) -> None:
        """Take what is shown out of deck and Upgrade Pile; what is of no deck brings its next levels."""
        state, side, letter = self.state, self.state.sides[seat], "ab"[seat]
        for owner, code in self.placed:
            if owner == seat:
                take_out(state, side, code)
        for what in ("upgrades", "unseen", "deck"):
            if (what, letter) in self.stated:
                number, stated = self.stated[what, letter]
                self.at(number, self.state_pile, side, stated)
        number, stated_deck = self.stated.get(("deck", letter), (0, None))
        self.at(number, self.count_deck, side, stated_deck)

    def state_pile(self, side: Side, s: Statement) -> None:
        """An Upgrade Pile, or what can be in the deck, card by card."""
        if s.what == "deck" and s.value.isdecimal():
            return
        bag = read_bag(self.state, s.value.removeprefix("+"), s.column)
        if s.what != "upgrades":
            side.unseen = bag
        elif s.value.startswith("+"):
            for card, count in bag.items():
                put(side.upgrades, card, count)
        else:
            side.upgrades = bag

    def count_deck(self, side: Side, stated: Statement | None) -> None:
        """How many cards the deck holds; if fewer are stated, the rest is out of the game."""
        unknown = side.hand.cards.get(UNKNOWN, 0) + side.discard.cards.get(UNKNOWN, 0)
        loose = len(side.top) - side.top.count(UNKNOWN)
        if stated is not None and stated.value.isdecimal():
            wanted = stated.number + unknown - loose
            have = sum(side.unseen.values())
            if not 0 <= wanted <= have:
                raise unreadable(
                    f"the deck can hold {have - unknown + loose} cards here, not {stated.number}",
                    stated.column,
                )
            shrink(side.unseen, wanted)
        side.deck = sum(side.unseen.values()) + loose - unknown
        if side.deck < side.top.count(UNKNOWN) + loose:
            raise unreadable(
                "there are fewer cards than unknown ones stated", 0, ("unseen A: card card",)
            )

    # -- the rest --------------------------------------------------------------------------------

    def rest(self, s: Statement) -> bool:
        """Health, Forgeborn, and what creatures have."""
        state = self.state
        if s.what == "sudden":
            state.sudden = s.yes
        elif s.what == "health" and not s.of:
            for side, number in zip(state.sides, both(s), strict=True):
                side.health = number
        elif s.what == "health" and s.of in ("a", "b"):
            state.sides[s.seat].health = s.number
        elif s.what == "forgeborn":
            self.forgeborn(state.sides[s.seat], s)
        elif s.what == "armor" and s.of in ("a", "b"):
            side = state.sides[s.seat]
            side.gifts = [*side.gifts, self.lasting(armor(s.number), "")]
        elif s.of and s.of[-1].isdecimal() and not s.of.isdecimal():
            return self.change(at_place(state, s.of, 1), s)
        else:
            return False
        return True

    def lasting(self, gift: n.Gift, until: str) -> Lasting:
        """A gift with the next number."""
        self.state.lasting += 1
        return Lasting(self.state.lasting, gift, until, "")

    def forgeborn(self, side: Side, s: Statement) -> None:
        """`Oriel level 2 exhausted`: any of its name, level and readiness."""
        found = BORN.fullmatch(s.value)
        if not found:
            raise unreadable(f"{s.value!r} is no Forgeborn", s.column, ("level 2 ready",))
        if found["name"]:
            side.forgeborn = born_of(self.state, found["name"], s.column)
        if found["level"]:
            side.level = whole(found["level"])
        if found["ready"]:
            side.ready = found["ready"].lower() == "ready"

    def change(self, p: Permanent, s: Statement) -> bool:
        """One number or mark of something in play."""
        match s.what:
            case "attack":
                p.attack = s.number
            case "health":
                p.health = s.number
            case "row":
                p.front = s.one_of(("front", "back"), "row") == "front"
            case "ready":
                p.ready = s.yes
            case "counters":
                p.counters = counters_of(s)
            case "armor":
                missing = s.number - armor_of(self.state, p)
                if missing < 0:
                    p.spent = -missing
                elif missing:
                    p.gifts = [*p.gifts, self.lasting(armor(missing), "turn")]
            case "keywords":
                until, keywords = keywords_stated(s)
                gift = n.Gift(
                    keywords=tuple(n.Keyword(k, n.Number(count)) for k, count in keywords.items())
                )
                p.gifts = [*p.gifts, self.lasting(gift, until)]
            case "types":
                p.gifts = [*p.gifts, self.lasting(n.Gift(types=types_stated(s)), "")]
            case "replaced":
                p.replaced = code_of(self.state, s.value, s.column)
            case _:
                return False
        return True


class SolScenery(Scenery[SolState]):
    """Reads the `given` and `then` lines of a scenario."""

    def given(self, settings: Mapping[str, str], lines: Sequence[tuple[int, str]]) -> SolState:
        """The position that the lines describe. Raises GameError with line and column.

        Cards that are not shown are those of the decks of the settings; the match goes on in the
        Action Step that is stated (the first of the turn if none is).
        """
        return SolPosition(settings).build(lines)

    def then(self, state: SolState, line: str) -> str:
        """Check one statement; returns what is wrong with it, or nothing."""
        return wrong(state, read_statement(line))
