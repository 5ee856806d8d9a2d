"""Twins: another match that tells a viewer the same, since only cards it never sees are others.

    twin = twin_of(record, viewer, random.Random(3))

A twin can happen: every decision is made again by the rules with cards the viewer has not seen dealt
otherwise, and everything that the viewer saw done is done again. What comes of it for the viewer
(`Record.seen_by`, and everything made of that) must be the same; where the rules ask another question
or go on otherwise, that alone gives a hidden card away, and is `Diverged`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from domain.bots.simulation import deal
from domain.contract.errors import IMPOSSIBLE, GameError
from domain.contract.game import DEALER, UNKNOWN, Ask, Seat
from domain.games.magical_forge.cards.book import book
from domain.games.magical_forge.cards.decks import read_list
from domain.record.chain import chained
from domain.record.events import ON_THE_LINE, Closed, Event, Ruled, Step, TakenBack
from domain.record.match import Match, Record
from domain.revise.undo import revealed

VIEWERS: Final = (0, 1, None)
Place = tuple[int, int, str, int]
"""A card that a viewer does not see: event, part (0 the action, then the facts), field, index."""
DECISIONS: Final = 0


class Diverged(AssertionError):
    """What happened for everybody to see depends on cards that a viewer does not see."""


class Impossible(Exception):
    """The match cannot have gone so with these cards."""


def hidden_places(record: Record, viewer: Seat | None) -> Iterator[Place]:
    """The cards of a record that a viewer does not see, where they were dealt or entered by hand."""
    for number, event in enumerate(record.events, 1):
        if not isinstance(event, ON_THE_LINE) or isinstance(event, Closed):
            continue
        entered = event.facts[: event.entered] if isinstance(event, Ruled) else ()
        for part, value in enumerate((event.action, *entered)):
            if value is not None:
                yield from ((number, part, *at) for at in hidden_in(value, viewer))


def hidden_in(value: Any, viewer: Seat | None) -> Iterator[tuple[str, int]]:
    """Fields and indexes of an action or fact where a card is that a viewer does not see."""
    seen = value.seen_by(viewer)
    for name in value.__struct_fields__:
        old, new = getattr(value, name), getattr(seen, name)
        if isinstance(old, tuple) and old != new:
            yield from ((name, i) for i, card in enumerate(old) if card != new[i])
        elif old != new:
            yield name, -1


def at(value: Any, name: str, index: int) -> str:
    """The card at a place of an action or fact."""
    found = getattr(value, name)
    return str(found if index < 0 else found[index])


def with_card(value: Any, name: str, index: int, card: str) -> Any:
    """An action or fact with another card at a place."""
    if index < 0:
        return msgspec.structs.replace(value, **{name: card})
    cards = list(getattr(value, name))
    cards[index] = card
    return msgspec.structs.replace(value, **{name: tuple(cards)})


class Again:
    """A record decided again, with other cards at some places."""

    def __init__(
        self, record: Record, cards: Mapping[Place, str], settings: Mapping[str, str] | None = None
    ) -> None:
        self.record = record
        self.cards: dict[int, dict[Place, str]] = {}
        for place, card in cards.items():
            self.cards.setdefault(place[0], {})[place] = card
        self.settings = dict(record.opened.settings if settings is None else settings)
        self.events: list[Event] = []
        self.elsewhere = [
            event.action
            for event in record.events[::5]
            if isinstance(event, Step) and event.seat >= 0
        ]
        """Decisions that are tried wherever something else is asked."""
        self.pools: dict[int, list[str]] = {}
        """Of each deal by number, cards that could have been dealt there."""
        self.asking = False
        """Whether it is noted what is asked."""
        self.asked: dict[int, Any] = {}
        """Of each decision by number: who was asked, about what, the legal answers, why not others."""
        self.live: Match | None = None
        self.tip = 0

    def run(self, rng: random.Random | None = None) -> Record:
        """Decide it again. Raises Impossible, or Diverged where hidden cards show."""
        old = self.record
        for number, event in enumerate(old.events, 1):
            if isinstance(event, ON_THE_LINE):
                self.events.append(self.again(number, event, rng))
                self.tip = number
            elif isinstance(event, TakenBack):
                so_far = Record(old.id, old.game, old.opened, list(self.events), "")
                shown = revealed(so_far, so_far.place(event.to))
                self.events.append(msgspec.structs.replace(event, revealed=shown))
            else:
                self.events.append(event)
        opened = msgspec.structs.replace(old.opened, settings=self.settings)
        twin = Record(old.id, old.game, opened, [], "")
        chained(twin, [opened, *self.events])
        return twin

    def again(self, number: int, event: Any, rng: random.Random | None) -> Any:
        """Let an event of the line happen again where it did."""
        live = self.at_event(number)
        if isinstance(event, Closed):
            live.close(event)
            return event
        try:
            if isinstance(event, Ruled):
                self.ruled(live, number, event)
            else:
                self.decided(live, number, event, rng)
            live.settle()
        except (GameError, *IMPOSSIBLE) as error:
            raise Impossible(f"event {number}: {error}") from error
        steps: list[Any] = live.take(judge=getattr(event, "judge", ""))
        if len(steps) != 1:
            raise Diverged(f"event {number} is {len(steps)} steps now")
        stamps = ("after", "occurred", "by", "note", "redecides")
        return msgspec.structs.replace(steps[0], **{s: getattr(event, s) for s in stamps})

    def at_event(self, number: int) -> Match:
        """The live end before an event."""
        history = self.record.history
        before = history.before[number]
        if self.live is None or before != self.tip:
            steps: list[Any] = [self.events[n - 1] for n in history.path(before)]
            self.live = Match(self.record.game, self.settings, steps)
        return self.live

    def ruled(self, live: Match, number: int, event: Ruled[Any, Any]) -> None:
        """Let a ruling happen again."""
        if event.action is not None:
            if self.cards and event.action in live.open_ask().choices:
                raise Impossible(f"event {number}: what stood is legal with these cards")
            live.stand(event.action)
            return
        facts = [
            self.dealt(number, part, fact)
            for part, fact in enumerate(event.facts[: event.entered], 1)
        ]
        live.rule(facts, event.kind, event.seat)

    def decided(self, live: Match, number: int, event: Any, rng: random.Random | None) -> None:
        """Let a decision be made again."""
        ask = live.ask
        if ask is None or ask.seat != event.seat:
            raise Diverged(f"event {number}: {event.action} is not asked for")
        if rng is not None and not isinstance(ask.choices, list) and hasattr(ask.choices, "sample"):
            samples = [deal(ask, rng) for _ in range(4)]
            self.pools[number] = [c for one in samples for c in cards_of(one)]
        if self.asking:
            self.asked[number] = (ask.seat, ask.about, self.answers(live, ask))
        action = self.dealt(number, DECISIONS, event.action)
        if action not in ask.choices:
            raise Impossible(f"event {number}: {action} is not legal")
        if ask.forced:
            raise Diverged(f"event {number}: {event.action} is forced, and no step any more")
        live.answer(action)

    def answers(self, live: Match, ask: Ask) -> list[str]:
        """What a seat that is asked may answer, in words, and why not what is decided elsewhere."""
        if ask.seat == DEALER:
            return []
        others = {str(action): action for action in self.elsewhere if action not in ask.choices}
        return [
            *map(str, ask.choices),
            *live.game.notation.words(live.state, ask),
            *(ask.why_not(action) for action in others.values()),
        ]

    def dealt(self, number: int, part: int, value: Any) -> Any:
        """An action or fact with the other cards that stand in it."""
        for (_, where, name, index), card in self.cards.get(number, {}).items():
            if where == part:
                value = with_card(value, name, index, card)
        return value


def cards_of(action: Any) -> Iterator[str]:
    """The cards of a deal."""
    for name in action.__struct_fields__:
        value = getattr(action, name)
        if isinstance(value, tuple):
            yield from (card for card in value if isinstance(card, str) and card != UNKNOWN)


class Twins:
    """The twins of a record for a viewer, one card after the other dealt otherwise."""

    def __init__(self, record: Record, viewer: Seat | None, rng: random.Random) -> None:
        self.record = record
        self.viewer = viewer
        self.rng = rng
        self.cards: dict[Place, str] = {}
        self.settings = dict(record.opened.settings)
        self.tried = self.changed = 0
        self.refused: list[str] = []
        base = Again(record, {})
        self.twin = base.run(rng)
        self.pools = base.pools
        self.places = [p for p in hidden_places(record, viewer) if self.card(p) != UNKNOWN]

    def card(self, place: Place) -> str:
        """The card at a place as it is now."""
        if place in self.cards:
            return self.cards[place]
        number, part, name, index = place
        event: Any = self.record.events[number - 1]
        return at((event.action, *event.facts)[part], name, index)

    def kind(self, place: Place) -> Any:
        """What holds a place: only places alike can exchange cards."""
        event: Any = self.record.events[place[0] - 1]
        value = (event.action, *event.facts)[place[1]]
        return value.__struct_config__.tag, getattr(value, "seat", event.seat)

    def changes(self) -> Iterator[dict[Place, str]]:
        """Other cards for a place, the card that goes there taken from where it is dealt later."""
        place = self.rng.choice(self.places[len(self.places) // 3 :] or self.places)
        old = self.card(place)
        pool = sorted({*self.pools.get(place[0], ())} - {old})
        alike = [p for p in self.places if self.kind(p) == self.kind(place)]
        new = self.rng.choice(pool or sorted({self.card(p) for p in alike}))
        if new == old:
            return
        yield {place: new}
        for other in [p for p in reversed(alike) if self.card(p) == new][:2]:
            yield {place: new, other: old}

    def change(self) -> bool:
        """Deal one card otherwise, if that is possible; whether it was. Raises Diverged."""
        for change in self.changes():
            self.tried += 1
            try:
                twin = Again(self.record, {**self.cards, **change}, self.settings).run()
            except Impossible as error:
                self.refused.append(str(error))
                continue
            self.cards.update(change)
            self.twin = twin
            self.changed += 1
            return True
        return False

    def other_lists(self) -> bool:
        """Give seats that the viewer does not see other lists, where a game has private ones."""
        for name in sorted(self.settings):
            seen = self.record.game.settings_seen_by(self.record.opened.settings, self.viewer)
            if seen[name] != self.record.opened.settings[name]:
                self.other_list(name)
        return self.settings != self.record.opened.settings

    def other_list(self, name: str) -> None:
        """Another list in the place of one, with every card that the viewer has seen, if possible."""
        known = book(self.settings.get("cards", ""))
        cards = read_list(name, self.settings[name], known)
        told = msgspec.json.encode(seen_events(self.record, self.viewer)).decode()
        for old in sorted(cards, key=lambda _: self.rng.random()):
            if f'"{old}"' in told:
                continue
            kind = known.cards[old].kind
            pool = [c for c, card in known.cards.items() if card.kind == kind and c not in cards]
            if not pool:
                continue
            new = self.rng.choice(sorted(pool))
            listed = {(new if c == old else c): n for c, n in cards.items()}
            text = "; ".join(f"{n} {known.cards[c].name}" for c, n in listed.items())
            settings = self.record.game.settings({**self.settings, name: text})
            change = {p: new for p in self.places if self.card(p) == old}
            try:
                twin = Again(self.record, {**self.cards, **change}, settings).run()
            except Impossible as error:
                self.refused.append(str(error))
                continue
            self.cards.update(change)
            self.settings, self.twin, cards = settings, twin, listed
            self.changed += 1
            return


def twin_of(record: Record, viewer: Seat | None, rng: random.Random, most: int = 6) -> Twins:
    """A twin with up to so many cards dealt otherwise. Raises Diverged."""
    twins = Twins(record, viewer, rng)
    twins.other_lists()
    for _ in range(most if twins.places else 0):
        twins.change()
    return twins


def seen_events(record: Record, viewer: Seat | None) -> list[Any]:
    """The events of a record as a viewer may know them."""
    return list(record.seen_by(viewer).events)


__all__ = ["VIEWERS", "Again", "Diverged", "Impossible", "Twins", "twin_of"]
