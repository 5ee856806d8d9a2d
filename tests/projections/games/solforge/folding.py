"""What SolForge Fusion's tables must hold, recomputed from the state: a match folded fact by fact."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from domain.contract.game import UNKNOWN
from domain.frame.slugs import slug
from domain.games.solforge import facts as f
from domain.games.solforge.cards.book import book
from domain.games.solforge.game import SOLFORGE
from domain.record.events import Opened

Rows = dict[str, list[tuple[Any, ...]]]


class Folded:
    """The rows of one match."""

    def __init__(self, match: int, opened: Opened, steps: list[Any]) -> None:
        self.match = match
        self.settings = opened.settings
        self.book = book(opened.settings.get("cards", ""))
        self.state = SOLFORGE.new_state(opened.settings)
        self.rows: Rows = defaultdict(list)
        self.kinds: dict[int, tuple[Any, ...]] = {}
        """Kind, name and level of everything that was ever in play, by id; with its side."""
        self.lanes: dict[int, int] = {}
        """Where everything is, or was last, by id."""
        self.announced: list[tuple[str, int, int]] = []
        self.spells: list[tuple[int, tuple[Any, ...]]] = []
        """Spells that resolve: when they were announced, and who they are."""
        self.mark: tuple[int, tuple[Any, ...]] = (-1, NOBODY)
        self.now = 0
        self.before: Any = None
        self.changed = 0
        """The turn in which Health changed last."""
        self.opening()
        for number, step in enumerate(steps, 1):
            self.step(number, step)

    def put(self, table: str, *row: Any) -> None:
        self.rows[f"solforge_{table}" if table != "turns" else table].append((self.match, *row))

    def opening(self) -> None:
        settings = self.settings
        self.put(
            "settings",
            settings["edition"],
            "agreed" if "start" in settings else "tossed",
            "extra" if "cards" in settings else "own",
            settings["forgeborn a"],
            settings["forgeborn b"],
        )
        for seat, side in zip("AB", self.state.sides, strict=True):
            words = settings[f"deck {seat.lower()}"].split(" + ")
            for half, (word, faction) in enumerate(zip(words, side.halves, strict=True), 1):
                self.put("halves", seat, half, None if ";" in word else word, faction)

    def step(self, number: int, step: Any) -> None:
        state = self.state
        turn, health = state.turn, self.health()
        for position, fact in enumerate(step.facts, 1):
            self.now += 1
            there = (number, position, state.turn + isinstance(fact, f.TurnBegan))
            touched = state.in_play.get(getattr(fact, "id", -1))
            old = touched.copy() if touched else None
            pair = (
                [state.in_play[i].copy() for i in (fact.id, fact.other)]
                if isinstance(fact, f.Swapped)
                else []
            )
            fact.apply(state)
            if isinstance(fact, f.HitPlayer | f.Gained):
                self.changed = there[2]
            self.lanes |= {p.id: p.lane for p in state.in_play.values()}
            self.fact(fact, there, old)
            for was in pair:
                seat, lane, row = "AB"[was.seat], state.in_play[was.id].lane, row_of(was)
                card = self.named(was.code)
                self.put("moves", *there, seat, was.id, *card, was.lane, lane, row, row, "swapped")
            self.before = fact
        if self.health() != health:
            self.rows["scores"].append((self.match, number, self.changed, *self.health()))
        self.rows["score_after_step"].append((self.match, number, turn, *self.health()))
        if state.over:
            winner = None if state.winner is None else "AB"[state.winner]
            self.rows["endings"].append(
                (self.match, winner, state.why, *self.health(), state.turn, number)
            )

    def health(self) -> tuple[int, int]:
        return self.state.sides[0].health, self.state.sides[1].health

    # -- who is who ------------------------------------------------------------------------------

    def named(self, code: str) -> tuple[str | None, int | None]:
        """Name and level for a code."""
        if code == UNKNOWN:
            return None, None
        name, _, level = code.partition(".")
        card = self.book.cards.get(name) or self.book.forgeborn[name]
        return card.name, int(level) if level else None

    def kind(self, code: str) -> str:
        name = code.partition(".")[0]
        return self.book.cards[name].kind if name in self.book.cards else "forgeborn"

    def doer(self, source: int) -> tuple[Any, ...]:
        """Side, kind, name and level of what does something."""
        if source > 0:
            return self.kinds[source]
        if self.spells and self.spells[-1][0] > self.mark[0]:
            return self.spells[-1][1]
        return self.mark[1]

    def cause(self, source: int, code: str) -> tuple[Any, ...]:
        """Id, kind, name and level of what does something, for a fact that names its card."""
        if source > 0 and source in self.kinds:
            return (source, *self.kinds[source][1:])
        who = (self.kind(code), *self.named(code)) if code else (None, None, None)
        return (source if source > 0 else None, *who)

    def source(self, source: int) -> tuple[Any, ...]:
        """The columns that say who does it."""
        return (source if source > 0 else None, *self.doer(source)[1:])

    def came(self, p: Any) -> None:
        self.kinds[p.id] = ("AB"[p.seat], "exalt" if p.exalt else "creature", *self.named(p.code))

    # -- facts -----------------------------------------------------------------------------------

    def fact(self, fact: Any, there: tuple[int, int, int], old: Any) -> None:
        state, named = self.state, self.named
        match fact:
            case f.Announced(seat, code, source, free, owner):
                zone = source.partition(":")[0]
                card = (*named(code), self.kind(code))
                self.put("announced", *there, "AB"[seat], "AB"[owner], *card, zone, free)
                self.announced.append((code, *there[:2]))
                if self.kind(code) == "spell":
                    self.spells.append((self.now, ("AB"[seat], "spell", *named(code))))
            case f.Resolved(seat, code):
                self.put("resolved", *there, "AB"[seat], *named(code))
                if self.spells:
                    self.spells.pop()
            case f.Entered():
                self.entered(fact, there)
            case f.Left(_, why, to, by, by_seat, by_card):
                kind = "exalt" if old.exalt else "creature"
                side = ("AB"[old.seat], old.id, *named(old.code), kind, old.lane, row_of(old))
                who = self.cause(by, by_card)
                self.put("exits", *there, *side, why, to, "AB"[by_seat] if who[1] else None, *who)
            case f.Hit(_, amount, absorbed, source, by, combat, card, battle):
                side = ("AB"[old.seat], *named(old.code), old.lane)
                who = ("AB"[by], *self.cause(source, card), combat, battle)
                self.put("damage", *there, *who, old.id, *side, amount, absorbed, None)
            case f.HitPlayer(seat, amount, absorbed, source, by, combat, total, card):
                attacker = self.lanes.get(source)
                who = ("AB"[by], *self.cause(source, card), combat, False)
                side = (None, "AB"[seat], None, None, attacker)
                self.put("damage", *there, *who, *side, amount, absorbed, total)
                assert state.sides[seat].health == total
            case f.Gained(seat, amount, total, source):
                self.put("gains", *there, "AB"[seat], amount, total, *self.source(source))
            case f.Changed(_, attack, health, source, by, card):
                side = ("AB"[old.seat], old.id, *named(old.code))
                who = ("AB"[by] if by >= 0 else None, *self.cause(source, card))
                self.put("changes", *there, *side, attack, health, None, *who)
            case f.Given(_, _, gift, until, code):
                if gift.attack is not None or gift.health is not None:
                    by = (gift.attack.n if gift.attack else 0, gift.health.n if gift.health else 0)
                    side = ("AB"[old.seat], old.id, *named(old.code))
                    who = (None, None, self.kind(code), *named(code))
                    self.put("changes", *there, *side, *by, until or None, *who)
            case f.Moved(_, lane, front):
                row = None if old.exalt else "front" if front else "back"
                side = ("AB"[old.seat], old.id, *named(old.code))
                self.put("moves", *there, *side, old.lane, lane, row_of(old), row, "moved")
            case f.Flipped(_, code, attack, health):
                p = state.in_play[fact.id]
                self.came(p)
                kind = "exalt" if p.exalt else "creature"
                side = ("AB"[p.seat], p.id, *named(code), kind, p.lane, row_of(p))
                self.put("transforms", *there, *side, attack, health, *named(old.code))
            case f.Activated(_, which):
                side = ("AB"[old.seat], old.id, *named(old.code), old.lane)
                self.put("activations", *there, *side, which)
            case f.ForgebornUsed(seat, level):
                name = self.book.forgeborn[state.sides[seat].forgeborn].name
                self.put("forgeborn", *there, "AB"[seat], name, level, state.cycle)
                self.mark = (self.now, ("AB"[seat], "forgeborn", name, level))
            case f.Triggered(seat, code, number, which):
                who = (self.kind(code), *named(code))
                here = number if number > 0 else None
                self.put("triggers", *there, "AB"[seat], here, *who, which)
                self.mark = (self.now, ("AB"[seat], *who))
            case _:
                self.other(fact, there)

    def other(self, fact: Any, there: tuple[int, int, int]) -> None:
        named = self.named
        match fact:
            case f.Overlaid(seat, code):
                assert slug(self.named(code)[0] or "") == code
                self.put("overlays", *there, "AB"[seat], named(code)[0])
            case f.Levelled(seat, code):
                name, level = named(code)
                banished = isinstance(self.before, f.Carried) and self.before.to == "banish"
                how = ("levelled", "hand") if banished else ("played", None)
                card = (None, name, level, level - 1)
                self.put("upgrades", *there, "AB"[seat], *card, *how, "discard")
            case f.Upgraded(seat, zone, was, new, to, number, attack, health):
                old, where = named(was), zone if was == new else to
                card = (number or None, *named(new), old[1])
                self.put("upgrades", *there, "AB"[seat], *card, "upgraded", zone, where)
                if number and was != new:
                    p = self.state.in_play[number]
                    self.came(p)
                    kind = "exalt" if p.exalt else "creature"
                    side = ("AB"[p.seat], number, *named(new), kind, p.lane, row_of(p))
                    self.put("transforms", *there, *side, attack, health, *old)
            case f.Drawn(seat, cards):
                for n, card in enumerate(cards, 1):
                    self.put("draws", *there, "AB"[seat], n, *named(card))
            case f.HandDiscarded(seat, cards):
                for n, card in enumerate(cards, 1):
                    self.put("carried", *there, "AB"[seat], n, *named(card), "hand", "discard")
            case f.Carried(seat, card, source, to):
                zone = source.partition(":")[0]
                self.put("carried", *there, "AB"[seat], 1, *named(card), zone, to)
            case f.PhaseBegan(phase):
                self.began(there, phase, None, None)
            case f.StepBegan(step, seat):
                self.began(there, "action", step, "AB"[seat])
            case f.TurnBegan(turn, seat):
                self.spells.clear()
                whose = "AB"[seat]
                own = [
                    row for row in self.rows["turns"] if row[0] == self.match and row[2] == whose
                ]
                self.put("turns", turn, whose, *there[:2], len(own) + 1, *self.health())
                self.began(there, "draw", None, None)
            case f.SuddenDeath(why):
                self.put("sudden_deaths", *there, why)
            case f.LoopCut(waiting):
                self.put("loop_cuts", *there, waiting)

    def began(self, there: tuple[int, int, int], *what: Any) -> None:
        self.mark = (self.now, NOBODY)
        self.put("phases", *there, *what)

    def entered(self, fact: f.Entered, there: tuple[int, int, int]) -> None:
        p = self.state.in_play[fact.id]
        self.came(p)
        kind = "exalt" if p.exalt else "creature"
        where = ("AB"[p.seat], p.id, *self.named(p.code), kind, "AB"[p.owner], p.lane, row_of(p))
        replaced: tuple[Any, ...] = (None, None, None)
        if fact.replaced:
            replaced = (fact.replaced, *self.named(fact.replaced_card))
        played: tuple[Any, ...] = (None, None)
        if fact.how == "played":
            played = [at[1:] for at in self.announced if at[0] == fact.card][-1]
        self.put("entries", *there, *where, p.attack, p.health, fact.how, *replaced, *played)


NOBODY = (None, None, None, None)


def row_of(p: Any) -> str | None:
    return None if p.exalt else "front" if p.front else "back"
