"""Cards in hands and piles: discard, draw, look at, put elsewhere."""

from __future__ import annotations

import pytest

from domain.contract.game import UNKNOWN
from domain.games.solforge import actions as a
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.facts import Carried, Drawn, Left, Looked
from tests.domain.games.solforge.abilities.acting import (
    ELK,
    ME,
    OX,
    RAM,
    SELF,
    answer,
    cast,
    legal,
)
from tests.domain.games.solforge.given import (
    IT,
    Scene,
    card,
    change,
    exalt,
    gain,
    one,
    scene,
    spell,
    triggered,
)

CARD = n.Filter(kind="card")
ZAP = spell(gain(1), name="Zap")


def zones(position: Scene, seat: int = 0) -> tuple[dict[str, int], dict[str, int]]:
    """The hand and the discard pile."""
    side = position.state.sides[seat]
    return dict(side.hand.cards), dict(side.discard.cards)


class TestDiscard:
    def test_one_of_choice(self) -> None:
        position = cast(n.Discard(what=CARD), hand_a=[OX, ZAP], hand_b=[OX])
        assert legal(position) == {OX.code(), ZAP.code()}
        answer(position, OX)
        assert zones(position) == ({ZAP.code(): 1}, {OX.code(): 1})
        assert zones(position, 1) == ({OX.code(): 1}, {})

    def test_what_fits_only(self) -> None:
        position = cast(n.Discard(what=n.Filter()), hand_a=[OX, ZAP])
        assert legal(position) == {OX.code()}
        none = cast(
            n.Discard(what=n.Filter()), n.If(n.Done(), (gain(5),)), hand_a=[ZAP], then=("no",)
        )
        assert none.health() == (50, 50)

    def test_up_to_two_and_so_many(self) -> None:
        effects = (n.Discard(what=CARD, most=2, least=0), n.Heal(n.All((ME,)), n.ThatMuch()))
        field = {"hand_a": [OX, RAM, ELK]}
        assert cast(*effects, then=("no",), **field).health() == (50, 50)
        assert cast(*effects, then=(OX, "no"), **field).health() == (51, 50)
        assert cast(*effects, then=(OX, RAM), **field).health() == (52, 50)

    def test_the_whole_hand(self) -> None:
        position = cast(n.Discard(what=CARD, all=True), hand_a=[OX, OX, RAM])
        assert zones(position) == ({}, {OX.code(): 2, RAM.code(): 1})
        hidden = cast(n.Discard(what=CARD, all=True), hand_a=[OX, UNKNOWN], unseen_a=[RAM])
        assert zones(hidden) == ({}, {OX.code(): 1, UNKNOWN: 1})

    def test_at_random(self) -> None:
        position = cast(n.Discard(what=CARD, random=True), hand_a=[OX, RAM])
        assert position.ask.seat == -1
        assert zones(answer(position, a.Random(RAM.code()))) == ({OX.code(): 1}, {RAM.code(): 1})

    def test_the_enemy_chooses_its_own(self) -> None:
        position = cast(n.Discard("enemy", CARD), hand_a=[OX], hand_b=[OX, RAM])
        assert position.ask.seat == 1
        answer(position, RAM)
        assert zones(position, 1) == ({OX.code(): 1}, {RAM.code(): 1})
        assert zones(position)[0] == {OX.code(): 1}

    def test_each_player_the_forge_first(self) -> None:
        position = cast(n.Discard("each", CARD), hand_a=[OX, RAM], hand_b=[OX, RAM], then=(OX,))
        assert position.ask.seat == 1
        answer(position, RAM)
        assert zones(position)[1] == {OX.code(): 1}
        assert zones(position, 1)[1] == {RAM.code(): 1}

    def test_it_triggers(self) -> None:
        spy = card("Spy", 1, 1, triggered("discarded", gain(1), who=n.Filter(), by="you"))
        assert cast(n.Discard(what=CARD), a={1: spy}, hand_a=[OX, ZAP], then=(OX,)).health() == (
            51,
            50,
        )
        assert cast(n.Discard(what=CARD), a={1: spy}, hand_a=[OX, ZAP], then=(ZAP,)).health() == (
            50,
            50,
        )
        assert cast(n.Discard("enemy", CARD), a={1: spy}, hand_b=[OX], then=(OX,)).health() == (
            50,
            50,
        )


class TestDraw:
    def test_so_many(self) -> None:
        position = cast(n.Draw(n.Number(2)), deck_a=[OX, RAM, ELK], deck_b=[OX])
        answer(position, a.Deal(0, (RAM.code(), OX.code())))
        assert zones(position)[0] == {RAM.code(): 1, OX.code(): 1}
        assert position.state.sides[0].unseen == {ELK.code(): 1}
        assert (position.state.sides[0].deck, position.state.sides[1].deck) == (1, 1)

    def test_as_many_as_there_are(self) -> None:
        position = cast(n.Draw(n.Number(3)), n.Heal(n.All((ME,)), n.ThatMuch()), deck_a=[OX])
        answer(position, a.Deal(0, (OX.code(),)))
        assert position.health() == (51, 50)
        assert cast(n.Draw(n.Number(3)), n.If(n.Done(), (gain(9),))).health() == (50, 50)

    def test_each_player(self) -> None:
        position = cast(n.Draw(n.Number(1), "each"), deck_a=[OX], deck_b=[RAM])
        answer(position, a.Deal(0, (OX.code(),)), a.Deal(1, (RAM.code(),)))
        assert [fact.seat for fact in position.facts(Drawn)] == [0, 1]

    def test_each_card_triggers(self) -> None:
        spy = card("Spy", 1, 1, triggered("drawn", gain(1), who=CARD, by="you"))
        position = cast(n.Draw(n.Number(2)), a={1: spy}, b={1: spy}, deck_a=[OX, RAM])
        answer(position, a.Deal(0, (OX.code(), UNKNOWN))).until("step")
        assert position.health() == (52, 50)

    def test_what_was_drawn_may_be_played(self) -> None:
        position = cast(n.Draw(n.Number(1)), n.PlayIt(), deck_a=[OX, RAM])
        answer(position, a.Deal(0, (RAM.code(),)), 2)
        assert position.numbers("a2") == (4, 9)


class TestLook:
    def test_some_go_to_hand_and_the_rest_down(self) -> None:
        effects = (
            n.Look(n.Number(3)),
            n.PutCard("hand", "deck", n.Filter(kind="card", ref="it")),
            n.PutCard("bottom", "deck", n.Filter(kind="card", ref="rest"), all=True),
        )
        position = cast(*effects, deck_a=[OX, OX, RAM, ELK, ZAP])
        answer(position, a.Show(0, (OX.code(), RAM.code(), OX.code())))
        assert legal(position) == {OX.code(), RAM.code()}
        answer(position, OX)
        assert zones(position)[0] == {OX.code(): 1}
        side = position.state.sides[0]
        assert (side.deck, side.top) == (4, [])
        assert side.unseen == {OX.code(): 1, RAM.code(): 1, ELK.code(): 1, ZAP.code(): 1}

    def test_only_what_fits_of_them(self) -> None:
        effects = (
            n.Look(n.Number(2)),
            n.PutCard("hand", "deck", n.Filter(kind="spell", ref="it"), least=0),
        )
        position = cast(*effects, deck_a=[OX, ZAP, RAM])
        answer(position, a.Show(0, (OX.code(), ZAP.code())))
        assert legal(position) == {ZAP.code(), "no"}
        answer(position, "no")
        assert position.state.sides[0].top == [OX.code(), ZAP.code()]

    def test_no_more_than_there_are(self) -> None:
        position = cast(n.Look(n.Number(3)), deck_a=[OX])
        answer(position, a.Show(0, (OX.code(),)))
        assert position.facts(Looked) == [Looked(0, (OX.code(),))]
        assert cast(n.Look(n.Number(3)), n.If(n.Done(), (gain(1),))).health() == (50, 50)

    def test_at_a_hand(self) -> None:
        effects = (
            n.Look(n.Number(99), "enemy", "hand"),
            n.PutCard("discard", "hand", n.Filter(kind="card", ref="it"), whose="enemy"),
        )
        position = cast(*effects, hand_b=[OX, UNKNOWN], unseen_b=[RAM, ELK], hand_a=[ZAP])
        assert (position.ask.seat, legal(position)) == (1, {RAM.code(), ELK.code(), "no"})
        answer(position, RAM)
        assert (position.ask.seat, legal(position)) == (0, {OX.code(), RAM.code()})
        answer(position, RAM)
        assert zones(position, 1) == ({OX.code(): 1}, {RAM.code(): 1})
        assert zones(position)[0] == {ZAP.code(): 1}


class TestPut:
    @pytest.mark.parametrize("to", ["hand", "top", "banish", "deck", "bottom"])
    def test_a_card_of_the_discard_pile(self, to: str) -> None:
        position = cast(
            n.PutCard(to, "discard", n.Filter()), discard_a=[OX, RAM, ZAP], deck_a=[ELK]
        )
        assert legal(position) == {OX.code(), RAM.code()}
        side = answer(position, RAM).state.sides[0]
        assert zones(position)[1] == {OX.code(): 1, ZAP.code(): 1}
        where = {
            "hand": side.hand.cards,
            "top": dict.fromkeys(side.top, 1),
            "banish": {x: c for x, c in side.banished.items() if x == RAM.code()},
        }.get(to, {x: c for x, c in side.unseen.items() if x == RAM.code()})
        assert where == {RAM.code(): 1}
        assert side.deck == (1 if to in ("hand", "banish") else 2)

    def test_all_of_them(self) -> None:
        position = cast(
            n.PutCard("deck", "discard", CARD, all=True),
            discard_a=[OX, OX, RAM, UNKNOWN],
            unseen_a=[ELK],
        )
        side = position.state.sides[0]
        assert zones(position)[1] == {}
        assert (side.deck, side.unseen) == (4, {ELK.code(): 1, OX.code(): 2, RAM.code(): 1})

    def test_only_the_creatures_of_both_piles(self) -> None:
        position = cast(
            n.PutCard("banish", "discard", n.Filter(), all=True, whose="each"),
            discard_a=[OX, ZAP],
            discard_b=[RAM, ZAP],
        )
        assert (zones(position)[1], zones(position, 1)[1]) == ({ZAP.code(): 1}, {ZAP.code(): 1})
        assert position.state.sides[1].banished == {RAM.code(): 1}

    def test_one_of_the_enemys_as_you_choose(self) -> None:
        position = cast(n.PutCard("top", "hand", CARD, whose="enemy"), hand_b=[OX, RAM])
        assert position.ask.seat == 0
        side = answer(position, OX).state.sides[1]
        assert (side.top, dict(side.hand.cards)) == ([OX.code()], {RAM.code(): 1})

    def test_at_random(self) -> None:
        position = cast(n.PutCard("hand", "discard", CARD, random=True), discard_a=[OX, RAM])
        assert position.ask.seat == -1
        assert zones(answer(position, a.Random(OX.code()))) == ({OX.code(): 1}, {RAM.code(): 1})

    def test_the_top_cards_of_the_deck(self) -> None:
        position = cast(n.PutCard("discard", "top", CARD, most=2), deck_a=[OX, RAM, ELK])
        answer(position, a.Show(0, (ELK.code(), OX.code())))
        assert zones(position)[1] == {ELK.code(): 1, OX.code(): 1}
        assert (position.state.sides[0].deck, position.state.sides[0].top) == (1, [])

    def test_from_the_deck_as_you_choose(self) -> None:
        position = cast(n.PutCard("hand", "deck", n.Filter(kind="spell")), deck_a=[OX, ZAP])
        assert legal(position) == {ZAP.code()}
        assert zones(answer(position, ZAP))[0] == {ZAP.code(): 1}

    def test_a_creature_from_play(self) -> None:
        spy = card(
            "Spy",
            1,
            9,
            triggered("leaves", gain(1), who=n.Filter()),
            triggered("destroyed", gain(10), who=n.Filter()),
        )
        effect = n.PutCard("hand", "play", who=one("enemy"))
        position = cast(effect, a={1: spy}, b={1: OX, 2: RAM}, then=("b1",))
        assert zones(position, 1)[0] == {OX.code(): 1}
        assert position.health() == (51, 50)
        assert position.numbers("b2") == (4, 9)

    def test_minions_and_solbind_cards_do_not_go_there(self) -> None:
        imp, sun = card("Imp", 1, 1, minion=True), card("Sun", 1, 1, solbind="Moon")
        effect = n.PutCard("hand", "play", who=n.All((n.Filter(side="enemy"),)))
        position = cast(
            effect, b={1: imp, 2: sun, 3: OX}, extra=[card("Moon", 1, 1, solbind="Sun", level=2)]
        )
        assert [fact.to for fact in position.facts(Left)] == ["aside", "upgrade", "hand"]

    def test_an_exalt_and_on_top(self) -> None:
        tower = exalt(name="Tower")
        position = cast(
            n.PutCard("top", "play", who=n.All((n.Filter(kind="exalt"),))), xa={1: tower}, a={1: OX}
        )
        assert position.state.sides[0].top == [tower.code()]
        assert position.numbers("a1") == (2, 5)

    def test_what_was_just_destroyed(self) -> None:
        loyal = card(
            "Loyal",
            1,
            1,
            triggered(
                "destroyed",
                n.PutCard("hand", "banish", n.Filter(kind="card", ref="this"), all=True),
                who=SELF,
            ),
        )
        position = cast(
            n.Destroy(one("enemy")), b={1: loyal, 2: OX}, banished_b=[RAM], then=("b1",)
        )
        assert zones(position, 1)[0] == {loyal.code(): 1}
        assert position.state.sides[1].banished == {RAM.code(): 1}

    def test_what_was_put_is_it(self) -> None:
        effects = (n.PutCard("hand", "discard", CARD), n.PlayIt(), change(IT, 2))
        position = cast(*effects, discard_a=[OX, RAM], then=(OX, 3))
        assert position.numbers("a3") == (4, 5)

    def test_nothing_there(self) -> None:
        position = cast(n.PutCard("hand", "discard", CARD), n.If(n.Done(), (gain(5),)))
        assert position.health() == (50, 50)
        assert position.facts(Carried) == []


def test_start_of_turn_draw_of_the_dealer_is_untouched() -> None:
    position = scene(deck_a=[OX, RAM], deck_b=[ELK]).end_turn()
    assert [len(fact.cards) for fact in position.facts(Drawn)] == [1, 2]


def test_both_choose_what_they_discard_before_anything_goes() -> None:
    plague = spell(n.Discard("each", n.Filter(kind="card")))
    hands = [card("Kept A"), card("Gone A")], [card("Kept B"), card("Gone B")]
    position = scene(hand_a=[plague, *hands[0]], hand_b=hands[1], forge=1, step=2)
    position.when(a.Play(plague.code()))
    assert (position.about, position.ask.seat) == ("card", 1)
    position.when(a.Card("gone-b.1"))
    assert position.ask.seat == 0
    assert not position.facts(Carried)
    position.when(a.Card("gone-a.1"))
    assert [fact.card for fact in position.facts(Carried)] == ["gone-b.1", "gone-a.1"]
