"""SolForge Fusion: who looks at cards of a deck is asked the same whatever they are.

Nobody else knows whether one of them fits, or how many do; and where a recording does not know them,
any card that can be there may be taken.
"""

from __future__ import annotations

import pytest

from domain.contract.game import UNKNOWN
from domain.games.solforge import actions as a
from domain.games.solforge.cards import nodes as n
from tests.domain.games.solforge.abilities.acting import ELK, OX, RAM, answer, cast, legal
from tests.domain.games.solforge.given import Made, Scene, gain, spell

ZAP = spell(gain(1), name="Zap")
DECK = [OX, OX, RAM, ZAP, ELK]
TAKE = n.PutCard("hand", "deck", n.Filter(kind="card", ref="it"))
MAY_TAKE = n.PutCard("hand", "deck", n.Filter(kind="spell", ref="it"), least=0)


def looking(take: n.Effect, *cards: Made | str) -> Scene:
    """A looks at the top two cards, and takes one."""
    position = cast(n.Look(n.Number(2)), take, deck_a=DECK)
    return answer(position, a.Show(0, tuple(x if isinstance(x, str) else x.code() for x in cards)))


def test_that_both_are_the_same_is_not_told() -> None:
    for cards in ((OX, RAM), (OX, OX)):
        position = looking(TAKE, *cards)
        assert (position.ask.seat, position.about, position.ask.forced) == (0, "card", False)


def test_that_none_fits_is_not_told() -> None:
    assert legal(looking(MAY_TAKE, OX, ZAP)) == {ZAP.code(), "no"}
    assert legal(looking(MAY_TAKE, OX, RAM)) == {"no"}
    assert not looking(MAY_TAKE, OX, RAM).ask.forced


@pytest.mark.parametrize("known", [(UNKNOWN, UNKNOWN), (OX, UNKNOWN)])
def test_what_is_not_known_can_be_any_card_that_fits(known: tuple[Made | str, ...]) -> None:
    assert legal(looking(TAKE, *known)) == {x.code() for x in (OX, RAM, ZAP, ELK)}
    assert legal(looking(MAY_TAKE, *known)) == {ZAP.code(), "no"}
    position = answer(looking(TAKE, *known), RAM)
    side = position.state.sides[0]
    assert side.hand.cards == {RAM.code(): 1}
    assert side.deck == 4
