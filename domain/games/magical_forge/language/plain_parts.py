"""The parts of plain words: who and what, numbers, conditions."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from domain.frame.language.nodes import Compare, Done, Half, Not, Number, Sum, ThatMuch
from domain.games.magical_forge.cards import nodes as n

# -- who and what --------------------------------------------------------------------------------

OWNERS: Final = {
    "yours": " of yours",
    "opponent": " of your opponent",
    "theirs": " of theirs",
    "": "",
}
EFFECTS_OF: Final = {
    ("forge",): "Forge card",
    ("weapon",): "Weapon",
    ("ability", "trigger"): "Creature ability",
    ("spell",): "activated Spell",
    (): "effect",
}
OPS: Final = {"<=": " or fewer", ">=": " or more", "=": ""}
REFS: Final = {
    "this": "this",
    "it": "it",
    "that": "that player",
    "you": "you",
    "opponent": "your opponent",
    "each": "each player",
}


def with_s(word: str, *, many: bool) -> str:
    """One or several of them."""
    return f"{word}s" if many else word


def a(word: str) -> str:
    """A word after `a` or `an`."""
    return f"an {word}" if word[:1].lower() in "aeiou" else f"a {word}"


def noun(f: n.Filter, *, many: bool = False) -> str:
    """What a filter means, without an article."""
    if f.kind == "player":
        return with_s("player", many=many)
    if f.kind == "spell":
        return f"{with_s('Spell', many=many)} in the centre{OWNERS[f.side]}"
    if f.kind == "effect":
        word = {(): "effects", ("forge",): "Forge cards", ("weapon",): "Weapons"}
        kind = word[f.effects] if many and f.effects in word else EFFECTS_OF[f.effects]
        back = f" that returns a {f.returns} Creature" if f.returns else ""
        return f"{kind}{OWNERS[f.side]}{back}"
    before = "".join(f"{word} " for word in ("other" * f.other, f.state, *f.types) if word)
    has = f" with {f.than}{OPS[f.spells]} Spells" if f.spells else ""
    if f.spells == "=" and not f.than:
        has = " without Spells"
    return f"{before}{with_s('Creature', many=many)}{OWNERS[f.side]}{has}"


def article(f: n.Filter) -> str:
    """One that fits: `a Creature`, `another Creature`."""
    if f.other:
        return f"another {noun(msgspec.structs.replace(f, other=False))}"
    return a(noun(f))


def who(what: n.Selector) -> str:
    """Whom an effect is for."""
    if isinstance(what, n.Refer):
        return REFS[what.ref]
    if isinstance(what, n.All):
        return f"each {noun(what.among)}"
    target = "target " if isinstance(what, n.Target) else ""
    if what.most == what.least == 1:
        return f"{target}{noun(what.among)}" if target else article(what.among)
    some = f"{what.most} {target}{noun(what.among, many=True)}"
    return some if what.least else f"up to {some}"


# -- numbers -------------------------------------------------------------------------------------

PILES: Final = {"hand": "hand", "discard": "discard pile", "spell discard": "Spell discard"}


def your(whose: str) -> str:
    """Whose something is."""
    return "your" if whose in ("you", "yours") else "your opponent's"


def counted(amount: Any, *, many: bool) -> str:
    """What an amount counts, or nothing if it counts nothing."""
    if isinstance(amount, n.Count):
        return noun(amount.what, many=many)
    if isinstance(amount, n.SpellsOn):
        return f"{with_s('Spell', many=many)} attached to {REFS[amount.ref]}"
    if isinstance(amount, n.PlayerNumber) and amount.what in PILES:
        return f"{with_s('card', many=many)} in {your(amount.whose)} {PILES[amount.what]}"
    return ""


def value(amount: Any) -> str:
    """An amount as `equal to` takes it."""
    what = counted(amount, many=True)
    if what:
        return f"{'twice ' if amount.times == 2 else ''}the number of {what}"
    if isinstance(amount, Number):
        return str(amount.n)
    if isinstance(amount, Sum):
        return " plus ".join(value(part) for part in amount.parts)
    if isinstance(amount, Half):
        return f"half {value(amount.of)}{', rounded up' if amount.up else ''}"
    if isinstance(amount, n.PlayerNumber):
        return f"{your(amount.whose)} Life Points"
    return "that many"


def some(amount: Any, word: str, *, many: str = "") -> str:
    """So many of something: `2 cards`, `1 Spell for each Creature of yours`."""
    plural = many or f"{word}s"
    if isinstance(amount, Number):
        return f"{amount.n} {word if amount.n == 1 else plural}"
    what = counted(amount, many=False)
    if what:
        return f"{some(Number(amount.times), word, many=many)} for each {what}"
    return f"that many {plural}"


def life(amount: Any) -> str:
    """So many Life Points."""
    if isinstance(amount, (Number, ThatMuch)) or counted(amount, many=False):
        return some(amount, "Life Point")
    return f"Life Points equal to {value(amount)}"


# -- conditions ----------------------------------------------------------------------------------


def exists(c: n.Exists) -> str:
    """There are so many."""
    plain = msgspec.structs.replace(c.what, side="")
    have = {"yours": "you have", "opponent": "your opponent has"}.get(c.what.side, "there are")
    thing = plain if c.what.side else c.what
    if c.most == 0:
        return f"{have} no {noun(thing, many=True)}"
    if c.most is not None:
        return f"{have} {c.most} or fewer {noun(thing, many=True)}"
    return f"{have} {c.least} or more {noun(thing, many=True)}"


def _of_opponent(number: Any) -> Any:
    """The same number of the other player."""
    if isinstance(number, n.Count):
        what = msgspec.structs.replace(number.what, side="opponent")
        return msgspec.structs.replace(number, what=what)
    return msgspec.structs.replace(number, whose="opponent")


def compare(c: Compare) -> str:
    """Two numbers compared."""
    left, right = c.left, c.right
    if not isinstance(right, Number):
        assert c.op in ("<", ">")
        assert right == _of_opponent(left)
    if isinstance(left, n.PlayerNumber) and isinstance(right, n.PlayerNumber):
        what = "Life Points" if left.what == "life" else "cards in hand"
        return f"you have {'more' if c.op == '>' else 'fewer'} {what} than your opponent"
    if isinstance(left, n.Count):
        assert not isinstance(right, Number)
        kind = noun(msgspec.structs.replace(left.what, side=""), many=True)
        return f"you have {'more' if c.op == '>' else 'fewer'} {kind} than your opponent"
    assert isinstance(left, n.PlayerNumber)
    have = "you have" if left.whose == "you" else "your opponent has"
    return f"{have} {value(right)}{OPS[c.op]} Life Points"


def is_(c: n.Is) -> str:
    """What something is."""
    if not c.what.spells:
        return f"{REFS[c.ref]} is in play"
    if c.what.spells == "=" and not c.what.than:
        return f"{REFS[c.ref]} has no Spells"
    return f"{REFS[c.ref]} has {c.what.than}{OPS[c.what.spells]} Spells"


def condition(c: Any) -> str:
    """What is asked after `if`."""
    if isinstance(c, Not):
        return "you don't" if isinstance(c.condition, Done) else "it is not your turn"
    if isinstance(c, Done):
        return "you do"
    if isinstance(c, n.YourTurn):
        return "it is your turn"
    if isinstance(c, Compare):
        return compare(c)
    return exists(c) if isinstance(c, n.Exists) else is_(c)
