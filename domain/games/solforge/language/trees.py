"""Walking through trees of nodes: what they refer to, and the same with parts changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import msgspec

from domain.games.solforge.cards import nodes as n

PRONOUNS: Final = frozenset({"?it", "?they", "?that", "?first", "?second"})
"""Refs of words that speak of what came before."""


def fields(node: n.Node) -> dict[str, Any]:
    """The fields of a node by name."""
    return {name: getattr(node, name) for name in node.__struct_fields__}


def mapped(node: Any, change: Callable[[Any], Any]) -> Any:
    """A tree of nodes with every node changed, leaves first."""
    if isinstance(node, tuple):
        return tuple(mapped(part, change) for part in node)
    if not isinstance(node, n.Node):
        return node
    return change(
        type(node)(**{name: mapped(value, change) for name, value in fields(node).items()})
    )


def refs(node: Any) -> frozenset[str]:
    """All that a tree refers to, and that is not known yet."""
    if isinstance(node, str):
        return frozenset({node}) if node.startswith("?") else frozenset()
    if isinstance(node, tuple):
        return frozenset().union(*map(refs, node))
    if not isinstance(node, n.Node) or b'"?' not in msgspec.json.encode(node):
        return frozenset()
    return frozenset().union(*(refs(value) for value in fields(node).values()))


def renamed(node: Any, old: str, new: str) -> Any:
    """A tree that refers to another thing."""

    def change(part: Any) -> Any:
        found = {k: new for k, v in fields(part).items() if v == old}
        return msgspec.structs.replace(part, **found) if found else part

    return mapped(node, change)


def with_x(found: Any, x: n.Amount) -> Any:
    """A tree in which X is a number."""

    def known(node: Any) -> Any:
        if isinstance(node, n.PlayerNumber) and node.what == "?X":
            return times(x, node.times)
        return node

    return mapped(found, known)


def times(base: n.Amount, by: int) -> n.Amount:
    """A number so many times."""
    match base:
        case _ if by == 1:
            return base
        case n.Number(number):
            return n.Number(number * by)
        case n.Sum(parts):
            return n.Sum(tuple(times(part, by) for part in parts))
        case n.Half(of, up):
            return n.Half(times(of, by), up)
        case n.ThatMuch(plus, own):
            return n.ThatMuch(plus * by, own * by)
        case _:
            return msgspec.structs.replace(base, times=base.times * by)


def own_number(amount: Any, *, that: bool = True) -> Any:
    """`Give a creature +A equal to its H`: `its` is the one it is given to."""
    if isinstance(amount, n.StatOf) and amount.ref in (
        ("?it", "?they", "?that") if that else ("?it", "?they")
    ):
        return n.StatOf(amount.stat, "self", amount.times)
    if isinstance(amount, n.StatOf) and amount.ref == "?opposing":
        return n.TotalOf(amount.stat, n.Filter(opposing="self"), "sum", amount.times)
    if isinstance(amount, n.CountOf):
        own = fields(amount.what)
        if own["other"]:
            own |= {"other": False, "not_ref": "self"}
        for name in ("adjacent_to", "opposing", "ref", "not_ref"):
            if own[name] in ("?it", "?they", "?that", "?near"):
                own[name] = "self"
        return n.CountOf(n.Filter(**own), amount.times, amount.zone, amount.whose)
    if isinstance(amount, n.Sum):
        return n.Sum(tuple(own_number(part, that=that) for part in amount.parts))
    if isinstance(amount, n.Half):
        return n.Half(own_number(amount.of, that=that), amount.up)
    return amount
