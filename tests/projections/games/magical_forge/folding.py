"""What Magical Forge's tables must hold, recomputed from the state: a match folded fact by fact."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from domain.contract.game import UNKNOWN
from domain.games.magical_forge import facts as f
from domain.games.magical_forge.cards import nodes as n
from domain.games.magical_forge.cards.book import book
from domain.games.magical_forge.game import MAGICAL_FORGE
from domain.record.events import Opened

Rows = dict[str, list[tuple[Any, ...]]]


class Folded:
    """The rows of one match."""

    def __init__(self, match: int, opened: Opened, steps: list[Any]) -> None:
        self.match = match
        self.settings = opened.settings
        self.book = book(opened.settings.get("cards", ""))
        self.own = book()
        self.state = MAGICAL_FORGE.new_state(opened.settings)
        self.rows: Rows = defaultdict(list)
        self.creatures: dict[int, tuple[str, str]] = {}
        """Seat and name of every Creature that was ever in play, by id."""
        self.effects: dict[int, Any] = {}
        """Every effect that was ever on the stack, by id."""
        self.changed = 0
        """The turn in which Life Points changed last."""
        self.opening()
        for number, step in enumerate(steps, 1):
            self.step(number, step)

    def put(self, table: str, *row: Any) -> None:
        self.rows[f"magical_forge_{table}" if table != "turns" else table].append(
            (self.match, *row)
        )

    def opening(self) -> None:
        s = self.settings
        how = "agreed" if "start" in s else "tossed"
        cards = "extra" if "cards" in s else "own"
        self.put("settings", int(s["life"]), int(s["opening hand"]), s["deck out"], how, cards)
        for seat in "AB":
            lists: list[Any] = []
            for pile, ready in (("deck", self.own.decks), ("spells", self.own.spell_decks)):
                words = s[f"{pile} {seat.lower()}"]
                if words.startswith("?"):
                    lists += [None, "unknown"]
                elif words in {deck.name for deck in ready.values()}:
                    lists += [words, "ready"]
                else:
                    lists += [None, "list"]
            self.put("decks", seat, *lists)

    def step(self, number: int, step: Any) -> None:
        state = self.state
        turn, life = state.turn, self.life()
        for position, fact in enumerate(step.facts, 1):
            there = (number, position, state.turn + isinstance(fact, f.TurnBegan))
            if isinstance(fact, f.Tossed) and self.life() != (15, 15):
                life = (15, 15)
            before = state.copy()
            fact.apply(state)
            if isinstance(fact, f.LifeLost | f.LifeGained):
                self.changed = there[2]
            self.fact(fact, there, before)
        if self.life() != life:
            self.rows["scores"].append((self.match, number, self.changed, *self.life()))
        self.rows["score_after_step"].append((self.match, number, turn, *self.life()))
        if state.over:
            winner = None if state.winner is None else "AB"[state.winner]
            self.rows["endings"].append(
                (self.match, winner, state.why, *self.life(), state.turn, number)
            )

    def life(self) -> tuple[int, int]:
        return self.state.sides[0].life, self.state.sides[1].life

    def name(self, code: str) -> str:
        return self.book.cards[code].name

    def trigger(self, item: f.Activated) -> str | None:
        """The event an effect of the project's own cards waited for."""
        mine = self.own.cards.get(item.card)
        if mine is None or mine is not self.book.cards[item.card]:
            return None
        if item.kind not in ("spell", "trigger"):
            return None
        ability = mine.abilities[item.which]
        assert isinstance(ability, n.Triggered)
        return ability.trigger.event

    # -- facts -----------------------------------------------------------------------------------

    def fact(self, fact: Any, there: tuple[int, int, int], before: Any) -> None:
        name, seats = self.name, "AB"
        match fact:
            case f.TurnBegan(turn, seat):
                whose = seats[seat]
                own = [
                    row for row in self.rows["turns"] if row[0] == self.match and row[2] == whose
                ]
                self.put("turns", turn, whose, *there[:2], len(own) + 1, *self.life())
            case f.Summoned(number, seat, card, source, played):
                self.creatures[number] = (seats[seat], name(card))
                self.put("summons", *there, seats[seat], number, name(card), source, played)
            case f.CreatureLeft(number, why, to, by):
                owner = self.creatures[number]
                item = self.effects.get(by)
                doer: tuple[Any, ...] = (None,) * 4
                if item:
                    doer = (by, seats[item.seat], item.kind, name(item.card))
                self.put("exits", *there, owner[0], number, owner[1], why, to, *doer)
            case f.Attached(number, card, source, counted):
                owner = self.creatures[number]
                self.put(
                    "attachments",
                    *there,
                    owner[0],
                    number,
                    owner[1],
                    name(card),
                    source,
                    None,
                    counted,
                )
            case f.SpellMoved(source, number, card):
                owner = self.creatures[number]
                row = (owner[0], number, owner[1], name(card), "creature", source, False)
                self.put("attachments", *there, *row)
            case f.Detached(number, card, to):
                owner = self.creatures[number]
                self.put("detachments", *there, owner[0], number, owner[1], name(card), to)
            case f.AttackBegan(number):
                self.put(
                    "attacks_begun",
                    *there,
                    self.creatures[number][0],
                    number,
                    self.creatures[number][1],
                )
            case f.AttackEnded(number, how, blocker):
                who = (blocker, self.creatures[blocker][1]) if blocker else (None, None)
                self.put("attacks_ended", *there, number, how, *who)
            case f.PutInCentre(number, seat, card, source, zone):
                origin: tuple[Any, ...] = (zone, None, None)
                if source:
                    origin = ("attached", source, self.creatures[source][1])
                why = "effect" if before.stack else "block"
                self.put("centre", *there, seats[seat], number, name(card), *origin, why)
            case f.LeftCentre(number, to):
                spell = before.centre[number]
                self.put(
                    "centre_exits",
                    *there,
                    seats[spell.seat],
                    number,
                    name(spell.card),
                    "removed",
                    to,
                )
            case _:
                self.effect(fact, there, before)

    def effect(self, fact: Any, there: tuple[int, int, int], before: Any) -> None:
        name, seats = self.name, "AB"
        match fact:
            case f.Activated(number, seat, kind, card, source, which):
                self.effects[number] = fact
                row = (seats[seat], number, kind, name(card), source or None, which)
                aimed = sum(target != 0 for target in fact.targets)
                depth = len(self.state.stack)
                self.put("effects", *there, *row, self.trigger(fact), aimed, fact.to or None, depth)
            case f.Resolved(number):
                self.ended(there, number, "resolved", None, before)
            case f.Fizzled(number):
                self.ended(there, number, "fizzled", None, before)
            case f.Stopped(number, by):
                self.ended(there, number, "stopped", by, before)
            case f.LifeLost(seat, amount, why, source, card, by):
                kind = why if why != "effect" else self.effects[source].kind
                total = self.state.sides[seat].life
                lost = (seats[seat], -amount, total, kind, source, name(card), seats[by])
                self.put("life", *there, *lost)
            case f.LifeGained(seat, amount, source, card):
                item = self.effects[source]
                total = self.state.sides[seat].life
                gained = (
                    seats[seat],
                    amount,
                    total,
                    item.kind,
                    source,
                    name(card),
                    seats[item.seat],
                )
                self.put("life", *there, *gained)
            case _:
                self.other(fact, there)

    def ended(
        self, there: tuple[int, int, int], number: int, how: str, by: int | None, before: Any
    ) -> None:
        self.put("effects_ended", *there, number, how, by)
        item = self.effects[number]
        if item.kind == "spell" and item.source in before.centre:
            spell = before.centre[item.source]
            row = ("AB"[spell.seat], spell.id, self.name(spell.card), how, "discard")
            self.put("centre_exits", *there, *row)

    def other(self, fact: Any, there: tuple[int, int, int]) -> None:
        name, seats = self.name, "AB"
        match fact:
            case f.Drawn(seat, cards, creatures):
                why = "effect" if creatures < 0 else "turn"
                for i, card in enumerate(cards, 1):
                    known = None if card == UNKNOWN else name(card)
                    self.put("draws", *there, seats[seat], "deck", i, known, why)
            case f.SpellsDrawn(seat, cards):
                for i, card in enumerate(cards, 1):
                    known = None if card == UNKNOWN else name(card)
                    self.put("draws", *there, seats[seat], "spells", i, known, None)
            case f.Carried(seat, pile, card, source, to):
                self.put("carried", *there, seats[seat], pile, name(card), source, to)
            case f.Recycled(seat):
                self.put("recycled", *there, seats[seat])
            case f.Marked(number, mark, count):
                owner, card = self.creatures[number]
                self.put("marks", *there, owner, number, card, mark, count)
            case f.LoopCut(dropped):
                self.put("loop_cuts", *there, dropped)
