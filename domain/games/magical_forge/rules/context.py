"""What an effect knows while it resolves: its words' pronouns, its targets, and its numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from domain.contract.game import Seat
from domain.frame.language.nodes import Compare, Done, Every, Half, Node, Not, Number, Sum, ThatMuch
from domain.games.magical_forge.cards import nodes as n
from domain.games.magical_forge.cards.book import Book
from domain.games.magical_forge.state import Creature, Item, MagicalState

if TYPE_CHECKING:
    from domain.games.magical_forge.rules.choice import Bound


def player_id(seat: Seat) -> int:
    """A player where ids stand: -1 is seat A, -2 seat B."""
    return -1 - seat


class Context:
    """An effect that resolves, or a trigger or target that is tested, seen by its controller."""

    __slots__ = (
        "amount",
        "book",
        "bound",
        "done",
        "it",
        "item",
        "state",
        "that",
        "this",
        "you",
    )

    def __init__(self, state: MagicalState, book: Book, you: Seat, this: int = 0) -> None:
        self.state = state
        self.book = book
        self.you = you
        self.this = this
        """Id of the Creature or Spell with the ability; 0 for a card of the hand."""
        self.item: Item | None = None
        self.it: list[int] = []
        self.that = 0
        self.amount = 0
        self.done = True
        self.bound: Bound | None = None
        """What was chosen when it was activated."""

    # -- who is meant ----------------------------------------------------------------------------

    def seat(self, whose: str) -> Seat:
        """The seat of you or opponent."""
        return self.you if whose in ("you", "yours") else 1 - self.you

    def refer(self, ref: n.Ref) -> list[int]:
        """What a ref stands for, by id; what is gone is in it too."""
        if ref == "this":
            return [self.this] if self.this else []
        if ref == "it":
            return self.it or ([self.that] if self.that else [])
        if ref == "that":
            return [self.that] if self.that else []
        if ref == "each":
            return [player_id(self.you), player_id(1 - self.you)]
        return [player_id(self.seat(ref))]

    def fits(self, f: n.Filter, number: int) -> bool:
        """Whether something is there and fits."""
        if f.ref and number not in self.refer(f.ref):
            return False
        if f.other and number == self.this:
            return False
        if f.kind == "player":
            return number < 0 and self._side_fits(f, -1 - number)
        if f.kind == "spell":
            spell = self.state.centre.get(number)
            return spell is not None and self._side_fits(f, spell.seat)
        if f.kind == "effect":
            item = self.state.item(number)
            return item is not None and self._effect_fits(f, item)
        c = self.state.in_play.get(number)
        if c is None:
            placed = self.state.centre.get(number)
            return f.ref == "this" and placed is not None
        return self._side_fits(f, c.seat) and self._creature_fits(f, c)

    def _side_fits(self, f: n.Filter, seat: Seat) -> bool:
        return not f.side or self.seat(f.side) == seat

    def _creature_fits(self, f: n.Filter, c: Creature) -> bool:
        if f.types and not set(f.types) & set(self.book.cards[c.card].types):
            return False
        if f.state == "attacking" and c.id != self.state.attacker:
            return False
        if f.state == "blocking" and c.id != self.state.blocker:
            return False
        return not f.spells or compared(c.health, f.spells, f.than)

    def _effect_fits(self, f: n.Filter, item: Item) -> bool:
        if self.item is not None and item.id == self.item.id:
            return False
        if not self._side_fits(f, item.seat) or (f.effects and item.kind not in f.effects):
            return False
        return not f.returns or returns(self.book.cards[item.card].effect(item.which), f.returns)

    def all(self, f: n.Filter) -> list[int]:
        """Everything that fits, oldest first."""
        state = self.state
        if f.kind == "player":
            ids = [player_id(0), player_id(1)]
        elif f.kind == "spell":
            ids = list(state.centre)
        elif f.kind == "effect":
            ids = [item.id for item in state.stack]
        else:
            ids = list(state.in_play)
        return [number for number in ids if self.fits(f, number)]

    # -- numbers ---------------------------------------------------------------------------------

    def value(self, amount: Node) -> int:
        """What an amount is now."""
        return VALUES[type(amount)](self, amount)  # type: ignore[no-any-return]

    def holds(self, condition: Node) -> bool:
        """Whether a condition holds now."""
        return CONDITIONS[type(condition)](self, condition)  # type: ignore[no-any-return]


def cause(ctx: Context) -> tuple[int, str]:
    """Id and card of the effect that resolves; of the Creature, while its cost is paid."""
    if ctx.item is not None:
        return ctx.item.id, ctx.item.card
    c = ctx.state.in_play.get(ctx.this)
    return (c.id, c.card) if c is not None else (0, "")


def compared(left: int, op: str, right: int) -> bool:
    """Two numbers compared."""
    if op == "<=":
        return left <= right
    if op == ">=":
        return left >= right
    if op == "<":
        return left < right
    return left > right if op == ">" else left == right


def returns(body: tuple[Any, ...], of: str) -> bool:
    """Whether an effect returns Creatures of a type, or of any, from a discard pile."""
    for node in body:
        if isinstance(node, n.Recover):
            creatures = not node.kinds or "creature" in node.kinds
            if creatures and node.zone == "discard" and of in node.types:
                return True
        elif isinstance(node, Node):
            if returns(tuple(getattr(node, name) for name in node.__struct_fields__), of):
                return True
        elif isinstance(node, tuple) and returns(node, of):
            return True
    return False


def _player_number(ctx: Context, amount: n.PlayerNumber) -> int:
    side = ctx.state.sides[ctx.seat(amount.whose)]
    if amount.what == "life":
        number = side.life
    elif amount.what == "hand":
        number = side.hand
    else:
        pile = side.spells if amount.what == "spell discard" else side.deck
        number = sum(pile.discard.values())
    return number * amount.times


def _spells_on(ctx: Context, amount: n.SpellsOn) -> int:
    there = (ctx.state.in_play.get(number) for number in ctx.refer(amount.ref))
    return sum(c.health for c in there if c is not None) * amount.times


def _half(ctx: Context, amount: Half) -> int:
    return (ctx.value(amount.of) + amount.up) // 2


def _exists(ctx: Context, condition: n.Exists) -> bool:
    found = len(ctx.all(condition.what))
    return found >= condition.least and (condition.most is None or found <= condition.most)


VALUES: dict[type[Node], Any] = {
    Number: lambda _, a: a.n,
    Sum: lambda ctx, a: sum(ctx.value(part) for part in a.parts),
    Half: _half,
    ThatMuch: lambda ctx, a: ctx.amount * a.times + a.plus,
    n.Count: lambda ctx, a: len(ctx.all(a.what)) * a.times,
    n.SpellsOn: _spells_on,
    n.PlayerNumber: _player_number,
}
CONDITIONS: dict[type[Node], Any] = {
    Compare: lambda ctx, c: compared(ctx.value(c.left), c.op, ctx.value(c.right)),
    Done: lambda ctx, _: ctx.done,
    Not: lambda ctx, c: not ctx.holds(c.condition),
    Every: lambda ctx, c: all(ctx.holds(part) for part in c.conditions),
    n.Exists: _exists,
    n.Is: lambda ctx, c: any(ctx.fits(c.what, number) for number in ctx.refer(c.ref)),
    n.YourTurn: lambda ctx, _: ctx.state.active == ctx.you,
}
