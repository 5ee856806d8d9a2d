"""The parts of abilities that card games share: numbers, and how effects hang together.

A game's own nodes are subclasses of `Node` too; what an effect or a condition is, is the game's. A game
that stores nodes narrows the fields to its own unions.
"""

from __future__ import annotations

import msgspec


class Node(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A part of an ability. Subclasses repeat `frozen=True` and give a tag."""


# -- who and what is meant -----------------------------------------------------------------------


class Refer(Node, frozen=True, tag="refer"):
    """Selects what a ref (`this`, `it`, `you` …) stands for; the game lists its refs."""

    ref: str


# -- numbers -------------------------------------------------------------------------------------


class Number(Node, frozen=True, tag="n"):
    """A number as printed."""

    n: int


class Sum(Node, frozen=True, tag="sum"):
    """Several amounts added up: `1 plus the number of your Creatures`."""

    parts: tuple[Node, ...]


class Half(Node, frozen=True, tag="half"):
    """Half of an amount, rounded down or up."""

    of: Node
    up: bool = False


class ThatMuch(Node, frozen=True, tag="much"):
    """The amount of the triggering event, or of what was done just before; plus `plus`."""

    plus: int = 0
    times: int = 1


# -- conditions ----------------------------------------------------------------------------------


class Compare(Node, frozen=True, tag="compare"):
    """Two numbers compared: <=, >=, <, >, =."""

    left: Node
    op: str
    right: Node


class Done(Node, frozen=True, tag="did"):
    """The step before was done (`if you do`)."""


class Not(Node, frozen=True, tag="not"):
    """The opposite."""

    condition: Node


class Every(Node, frozen=True, tag="and"):
    """All of them."""

    conditions: tuple[Node, ...]


# -- connectors ----------------------------------------------------------------------------------


class If(Node, frozen=True, tag="if"):
    """On a condition this, otherwise that."""

    condition: Node
    body: tuple[Node, ...]
    otherwise: tuple[Node, ...] = ()


class May(Node, frozen=True, tag="may"):
    """`You may`: the player decides."""

    body: tuple[Node, ...]
    by: str = "you"


class Pay(Node, frozen=True, tag="to"):
    """`X to Y`: Y is done if X was."""

    cost: tuple[Node, ...]
    body: tuple[Node, ...]


class Modes(Node, frozen=True, tag="modes"):
    """Choose so many of several options; they resolve in the order written."""

    options: tuple[tuple[Node, ...], ...]
    n: int = 1


class Repeat(Node, frozen=True, tag="repeat"):
    """The same several times, one after the other."""

    times: Node
    body: tuple[Node, ...]
