"""Positions of SolForge Fusion made by hand, decided on, and looked at: given, when, then.

Cards are made on the spot, with abilities as nodes or as words. A card is played from a hand or
stands in a lane. After each decision the facts, folded, must give the live state.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, TypeVar

import msgspec
import pytest

from domain.contract.errors import GameError
from domain.contract.game import DEALER, Action, Ask, Fact, Play, Turn
from domain.frame.bags import put
from domain.frame.slugs import slug
from domain.games.solforge import actions as a
from domain.games.solforge.actions import SolAction
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.cards.book import Card, CardSet, Face, Forgeborn, Level, book
from domain.games.solforge.cards.decks import starting_state
from domain.games.solforge.facts import SolFact
from domain.games.solforge.queries import properties
from domain.games.solforge.queries.forgeborn import power
from domain.games.solforge.rules.engine import Engine
from domain.games.solforge.rules.turns import setup, turn
from domain.games.solforge.state import Permanent, SolState
from domain.record.match import Match

F = TypeVar("F", bound=Fact)
_number = itertools.count(1)


class Rules:
    """The bare rules, as a match needs them: no notation, no bots, no decks."""

    key, name, rules_version = "solforge", "SolForge Fusion", "1"
    action_type, fact_type = SolAction, SolFact
    bots: ClassVar[dict[str, Any]] = {}

    class notation:
        @staticmethod
        def words(_: Any, ask: Ask) -> list[str]:
            return [str(action) for action in ask.choices]

    def turn(self, play: Play) -> Turn | None:
        state: SolState = play.state
        if state.over:
            return None
        return setup(Engine(play)) if state.turn == 0 else turn(Engine(play))


RULES: Any = Rules()
WORKED_OUT = [name for name, x in vars(Face).items() if isinstance(x, cached_property)]
"""What a face keeps of its abilities; an earlier test may have made one of the same name and numbers."""


class Made:
    """A card made for a test: its name, and abilities that are not read from words."""

    def __init__(self, card: Card, abilities: dict[int, tuple[n.Ability, ...]]) -> None:
        self.card = card
        self.abilities = abilities

    def code(self, level: int | None = None) -> str:
        """Its code; at its lowest level if none is said."""
        return f"{self.card.slug}.{level or min(self.card.levels)}"


class MadeBorn:
    """A Forgeborn made for a test, with abilities by level that are not read from words."""

    def __init__(self, born: Forgeborn, abilities: dict[int, tuple[n.Line, ...]]) -> None:
        self.born = born
        self.abilities = abilities


def born(*lines: Sequence[n.Effect], name: str = "", levels: Sequence[int] = (2, 3, 4)) -> MadeBorn:
    """A Forgeborn with the same ability at each of the levels: a line for each sequence of effects."""
    made = Forgeborn(name or f"Forgeborn {next(_number)}", "Alloyin", dict.fromkeys(levels, "…"))
    return MadeBorn(made, {level: tuple(n.Line(tuple(line)) for line in lines) for level in levels})


def card(
    name: str = "",
    attack: int = 3,
    health: int = 5,
    *abilities: n.Ability,
    text: str | None = None,
    kind: str = "creature",
    level: int = 1,
    levels: dict[int, tuple[int, int]] | None = None,
    types: Sequence[str] = (),
    minion: bool = False,
    solbind: str = "",
    faction: str = "Alloyin",
) -> Made:
    """A card with one level (or `levels`: Attack and Health by level), the same abilities on each."""
    name = name or f"Card {next(_number)}"
    numbers = levels or {level: (attack, health)}
    made = Card(
        name,
        kind,
        {at: Level(text or "", *both) for at, both in numbers.items()},
        faction=faction,
        types=tuple(types),
        minion=minion,
        solbind=solbind,
    )
    return Made(made, {} if text is not None else dict.fromkeys(numbers, abilities))


def spell(*effects: n.Effect, name: str = "", level: int = 1, text: str | None = None) -> Made:
    """A spell of one line."""
    lines = () if text is not None else (n.Line(tuple(effects)),)
    return card(name, 0, 0, *lines, kind="spell", level=level, text=text)


def exalt(*abilities: n.Ability, name: str = "", text: str | None = None) -> Made:
    """An Exalt."""
    return card(name, 0, 0, *abilities, kind="exalt", text=text)


def triggered(event: str, *body: n.Effect, who: n.Filter | None = None, **more: Any) -> n.Triggered:
    """A triggered ability."""
    return n.Triggered(n.Trigger(event, who, **more), tuple(body))


def deploy(*body: n.Effect) -> n.Triggered:
    """Deploy: …"""
    return triggered("deploy", *body, who=n.Filter(ref="this"))


YOU, ENEMY, THIS, IT, THAT = (n.Refer(ref) for ref in ("you", "enemy", "this", "it", "that"))


def has(*names: str, exalted: bool = False, **numbers: int) -> n.Has:
    """Keywords: `has("stealth")`, `has(armor=3)`, `has(mobility=2)`."""
    return n.Has(keywords(*names, **numbers), exalted)


def keywords(*names: str, **numbers: int) -> n.Gift:
    """A gift of keywords."""
    plain = tuple(n.Keyword(name) for name in names)
    return n.Gift(keywords=(*plain, *(n.Keyword(k, n.Number(v)) for k, v in numbers.items())))


def one(side: str = "", **more: Any) -> n.Choose:
    """A creature of a side, chosen."""
    return n.Choose((n.Filter(side=side, **more),))


def every(side: str = "", **more: Any) -> n.All:
    """All creatures of a side."""
    return n.All((n.Filter(side=side, **more),))


def damage(who: n.Selector, amount: int) -> n.Damage:
    """Deal damage."""
    return n.Damage(who, n.Number(amount))


def change(who: n.Selector, attack: int = 0, health: int = 0, until: str = "") -> n.Change:
    """+A, +H."""
    return n.Change(
        who, n.Number(attack) if attack else None, n.Number(health) if health else None, until
    )


def gain(amount: int, who: n.Selector = YOU) -> n.Heal:
    """A player gains Health."""
    return n.Heal(who, n.Number(amount))


class Scene:
    """A position, what is decided in it, and what comes of it."""

    def __init__(self, state: SolState) -> None:
        self.match = Match(RULES, {}, (), state)
        self.before = state.copy()
        self.folded = state.copy()
        self.emitted: list[Fact] = []
        self._collect()

    @property
    def state(self) -> SolState:
        """The state now."""
        state: SolState = self.match.state
        return state

    @property
    def ask(self) -> Ask:
        """What is asked now."""
        assert self.match.ask is not None
        return self.match.ask

    @property
    def about(self) -> str:
        """What is asked about; empty when the match is over."""
        return self.match.ask.about if self.match.ask else ""

    def _collect(self) -> None:
        for step in self.match.take():
            self.emitted += step.facts
            for fact in step.facts:
                fact.apply(self.folded)
        assert self.folded == self.state

    def when(self, *decisions: Action) -> Scene:
        """Decide, one after the other."""
        for action in decisions:
            self.match.decide(action)
            self._collect()
        return self

    def refused(self, action: Action) -> str:
        """An action that must be refused; returns why."""
        with pytest.raises(GameError) as error:
            self.match.choose(action)
        return error.value.message

    def until(self, about: str, *, limit: int = 200) -> Scene:
        """Go on with the first legal answer to everything until something is asked about."""
        for _ in range(limit):
            if self.about in (about, ""):
                return self
            ask = self.ask
            choices = list(ask.choices)
            if ask.about == "step":
                choice: Action = a.Done() if a.Done() in choices else a.Pass()
            else:
                choice = choices[-1] if ask.seat != DEALER else choices[0]
            self.when(choice)
        raise AssertionError(f"nothing was asked about {about!r}")

    def end_turn(self) -> Scene:
        """Pass everything until the next turn's first Action Step (or the end)."""
        turn_now = self.state.turn
        while self.about and (self.state.turn == turn_now or self.about != "step"):
            self.until("step") if self.about != "step" else self.when(
                a.Done() if a.Done() in self.ask.choices else a.Pass()
            )
        return self

    def facts(self, kind: type[F]) -> list[F]:
        """The facts of a kind so far, in order."""
        return [fact for fact in self.emitted if isinstance(fact, kind)]

    def at(self, place: str) -> Permanent:
        """What is in play at `a3`, `b3` (creatures), `xa3`, `xb3` (Exalts)."""
        found = self.look(place)
        assert found is not None, f"nothing at {place}"
        return found

    def look(self, place: str) -> Permanent | None:
        """What is in play at a place, or None."""
        seat, lane = "ab".index(place[-2]), int(place[-1])
        there = self.state.exalt_at if place.startswith("x") else self.state.creature_at
        return there(seat, lane)

    def target(self, place: str) -> a.Target:
        """The action that chooses what is at a place."""
        return a.Target(self.at(place).id)

    def numbers(self, place: str) -> tuple[int, int]:
        """Attack and Health at a place, auras included."""
        p = self.at(place)
        return properties.attack_of(self.state, p), properties.health_of(self.state, p)

    def keywords(self, place: str) -> dict[str, int]:
        """Keywords at a place."""
        return properties.keywords_of(self.state, self.at(place))

    def health(self) -> tuple[int, int]:
        """Health of A and of B."""
        return self.state.sides[0].health, self.state.sides[1].health

    def consistent(self) -> None:
        """The facts, folded over the position, give the live state."""
        folded = self.before.copy()
        for fact in self.emitted:
            fact.apply(folded)
        assert folded == self.state


Place = Made | tuple[Made, dict[str, Any]]


def scene(
    *,
    a: Mapping[int, Place] | None = None,
    b: Mapping[int, Place] | None = None,
    xa: Mapping[int, Place] | None = None,
    xb: Mapping[int, Place] | None = None,
    hand_a: Sequence[Made | str] = (),
    hand_b: Sequence[Made | str] = (),
    discard_a: Sequence[Made | str] = (),
    banished_a: Sequence[Made | str] = (),
    banished_b: Sequence[Made | str] = (),
    upgrades_a: Sequence[Made | str] = (),
    deck_a: Sequence[Made | str] = (),
    deck_b: Sequence[Made | str] = (),
    extra: Sequence[Made] = (),
    forgeborn: Forgeborn | MadeBorn | None = None,
    edition: str = "whitefang",
    forge: int = 0,
    turn: int = 1,
    step: int = 1,
    level: int = 3,
    health: tuple[int, int] = (50, 50),
    change: Callable[[SolState], None] | None = None,
    discard_b: Sequence[Made | str] = (),
    upgrades_b: Sequence[Made | str] = (),
    unseen_a: Sequence[Made | str] = (),
    unseen_b: Sequence[Made | str] = (),
    forgeborn_b: Forgeborn | MadeBorn | None = None,
) -> Scene:
    """A position in the Action Phase.

    Things in lanes are in front, ready, as printed; a pair (card, {…}) changes that. `level` is that
    of both Forgeborn. Cards in zones are cards or codes; `extra` are cards that only effects name. What
    the unknown cards (`??`) of hands and discard piles can be is `unseen_a`, `unseen_b` and the decks.
    Without `forgeborn_b` both have the same Forgeborn.
    """
    lanes = [(0, False, a), (1, False, b), (0, True, xa), (1, True, xb)]
    zones = [hand_a, hand_b, discard_a, banished_a, banished_b, upgrades_a, deck_a, deck_b]
    zones += [discard_b, upgrades_b, unseen_a, unseen_b]
    made: dict[str, Made] = {m.card.slug: m for m in extra}
    for _, _, there in lanes:
        for place in (there or {}).values():
            one = place if isinstance(place, Made) else place[0]
            made[one.card.slug] = one
    for zone in zones:
        made |= {m.card.slug: m for m in zone if isinstance(m, Made)}
    first = _born(forgeborn or Forgeborn(f"Nobody {next(_number)}", "Alloyin", {}))
    second = first if forgeborn_b is None else _born(forgeborn_b)
    powers = (first.born,) if second is first else (first.born, second.born)
    cards = CardSet(tuple(m.card for m in made.values()), powers)
    text = msgspec.json.encode(cards).decode()
    known = book(text)
    for one in (first, second):
        for at, lines in one.abilities.items():
            ability = power(text, slug(one.born.name), at)
            assert ability is not None
            ability.__dict__["lines"] = lines
    for m in made.values():
        for at, abilities in m.abilities.items():
            face = known.faces[f"{m.card.slug}.{at}"]
            for name in WORKED_OUT:
                face.__dict__.pop(name, None)
            face.__dict__["abilities"] = abilities
    state = starting_state({"edition": edition, **_some_decks()})
    state.cards = text
    state.forge, state.start = forge, 0
    state.turn, state.phase, state.step = turn, "action", step
    state.active = forge if step % 2 else 1 - forge
    for side, own in zip(state.sides, (first, second), strict=True):
        side.unseen, side.deck, side.upgrades = {}, 0, {}
        side.forgeborn, side.level, side.health = slug(own.born.name), level, 0
    state.sides[0].health, state.sides[1].health = health
    for seat, is_exalt, there in lanes:
        for lane, place in (there or {}).items():
            one, changes = (place, {}) if isinstance(place, Made) else place
            _put_into_lane(state, one, seat, lane, is_exalt, dict(changes))
    for seat, zone in ((0, hand_a), (1, hand_b)):
        for item in zone:
            state.sides[seat].hand.add(_code(item), shown=False)
    for seat, zone in ((0, discard_a), (1, discard_b)):
        for item in zone:
            state.sides[seat].discard.add(_code(item), shown=True)
    for seat, pile in ((0, banished_a), (1, banished_b)):
        for item in pile:
            put(state.sides[seat].banished, _code(item))
    for seat, pile in ((0, upgrades_a), (1, upgrades_b)):
        for item in pile:
            put(state.sides[seat].upgrades, _code(item))
    for seat, pile in ((0, unseen_a), (1, unseen_b)):
        for item in pile:
            put(state.sides[seat].unseen, _code(item))
    for seat, pile in ((0, deck_a), (1, deck_b)):
        for item in pile:
            put(state.sides[seat].unseen, _code(item))
            state.sides[seat].deck += 1
    if change is not None:
        change(state)
    return Scene(state)


def _some_decks() -> dict[str, str]:
    from domain.games.solforge.cards.decks import check_settings

    return {k: v for k, v in check_settings({}).items() if k != "edition"}


def _born(one: Forgeborn | MadeBorn) -> MadeBorn:
    return one if isinstance(one, MadeBorn) else MadeBorn(one, {})


def _code(item: Made | str) -> str:
    return item.code() if isinstance(item, Made) else item


def _put_into_lane(
    state: SolState, one: Made, seat: int, lane: int, is_exalt: bool, changes: dict[str, Any]
) -> None:
    level = changes.pop("level", min(one.card.levels))
    printed = one.card.levels[level]
    state.placed += 1
    state.in_play[state.placed] = Permanent(
        state.placed,
        one.code(level),
        seat,
        changes.pop("owner", seat),
        lane,
        changes.pop("front", not is_exalt),
        changes.pop("attack", printed.attack),
        changes.pop("health", printed.health),
        is_exalt,
        base_attack=printed.attack,
        base_health=printed.health,
        counters=changes.pop("counters", {}),
        gifts=[],
        **changes,
    )
