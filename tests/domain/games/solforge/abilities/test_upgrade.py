"""Upgrade: cards in hand, in piles, in play; one level, several, all of them (Glossary)."""

from __future__ import annotations

from domain.contract.game import UNKNOWN
from domain.games.solforge import actions as a
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.facts import Levelled, Upgraded
from tests.domain.games.solforge.abilities.acting import OX, RAM, answer, cast, legal
from tests.domain.games.solforge.given import (
    IT,
    card,
    change,
    every,
    gain,
    one,
    triggered,
)

BEAST = card("Beast", levels={1: (1, 1), 2: (3, 3), 3: (6, 6)})
BIRD = card("Bird", levels={1: (1, 2), 2: (2, 4)})
TOP = card("Top", 9, 9, level=3)
CARD = n.Filter(kind="card")
PILE = [BEAST.code(2), BEAST.code(3), BIRD.code(2)]


def hand(position: object) -> dict[str, int]:
    return dict(position.state.sides[0].hand.cards)  # type: ignore[attr-defined]


class TestInHand:
    def test_the_next_level_takes_its_place(self) -> None:
        position = cast(
            n.UpgradeCard("hand", CARD), hand_a=[BEAST, BIRD], upgrades_a=PILE, then=(BEAST,)
        )
        assert hand(position) == {BEAST.code(2): 1, BIRD.code(): 1}
        assert position.state.sides[0].banished[BEAST.code()] == 1
        assert position.state.sides[0].upgrades == {BEAST.code(3): 1, BIRD.code(2): 1}

    def test_only_what_has_a_next_level(self) -> None:
        position = cast(n.UpgradeCard("hand", CARD), hand_a=[BEAST, OX], upgrades_a=PILE)
        assert legal(position) == {BEAST.code()}

    def test_level_three_has_no_effect_and_counts(self) -> None:
        effects = (n.UpgradeCard("hand", CARD), n.If(n.Done(), (gain(5),)))
        position = cast(*effects, hand_a=[TOP], then=(TOP,))
        assert hand(position) == {TOP.code(): 1}
        assert position.health() == (55, 50)

    def test_nothing_to_upgrade(self) -> None:
        effects = (n.UpgradeCard("hand", CARD), n.If(n.Done(), (gain(5),)))
        position = cast(*effects, hand_a=[OX])
        assert legal(position) == {"no"}
        assert answer(position, "no").health() == (50, 50)

    def test_twice_the_same_one(self) -> None:
        twice = n.UpgradeCard("hand", CARD, times=2)
        position = cast(twice, hand_a=[BEAST, BIRD], upgrades_a=PILE, then=(BEAST,))
        assert hand(position) == {BEAST.code(3): 1, BIRD.code(): 1}

    def test_two_of_them(self) -> None:
        two = n.UpgradeCard("hand", CARD, most=2, least=2)
        position = cast(two, hand_a=[BEAST, BIRD], upgrades_a=PILE, then=(BEAST,))
        assert legal(position) == {BIRD.code()}
        assert hand(answer(position, BIRD)) == {BEAST.code(2): 1, BIRD.code(2): 1}

    def test_all_of_them_once_each(self) -> None:
        whole = n.UpgradeCard("hand", CARD, most=99, least=99)
        position = cast(whole, hand_a=[BEAST, BIRD], upgrades_a=PILE, then=(BEAST, BIRD))
        assert position.about == "step"
        assert hand(position) == {BEAST.code(2): 1, BIRD.code(2): 1}

    def test_at_random(self) -> None:
        position = cast(
            n.UpgradeCard("hand", CARD, random=True), hand_a=[BEAST, BIRD], upgrades_a=PILE
        )
        assert position.ask.seat == -1
        assert hand(answer(position, a.Random(BIRD.code()))) == {BEAST.code(): 1, BIRD.code(2): 1}

    def test_a_hidden_one_is_bound(self) -> None:
        position = cast(
            n.UpgradeCard("hand", CARD),
            hand_a=[UNKNOWN, OX],
            unseen_a=[BEAST, BIRD],
            upgrades_a=PILE,
        )
        assert legal(position) == {BEAST.code(), BIRD.code(), "no"}
        answer(position, BEAST)
        assert hand(position) == {OX.code(): 1, BEAST.code(2): 1}
        assert position.state.sides[0].unseen == {BIRD.code(): 1}

    def test_later_words_follow_the_new_card(self) -> None:
        effects = (n.UpgradeCard("hand", CARD), n.Discard())
        position = cast(*effects, hand_a=[BEAST], upgrades_a=PILE, then=(BEAST,))
        assert position.state.sides[0].discard.cards == {BEAST.code(2): 1}

    def test_the_very_card_again(self) -> None:
        again = n.UpgradeCard("", n.Filter(kind="card", ref="it"))
        position = cast(
            n.UpgradeCard("hand", CARD), again, hand_a=[BEAST, BIRD], upgrades_a=PILE, then=(BEAST,)
        )
        assert hand(position) == {BEAST.code(3): 1, BIRD.code(): 1}

    def test_each_player(self) -> None:
        each = n.UpgradeCard("hand", CARD, whose="each")
        position = cast(each, hand_a=[TOP], hand_b=[TOP], then=(TOP,))
        assert position.ask.seat == 1
        answer(position, TOP)
        assert [fact.seat for fact in position.facts(Upgraded)] == [0, 1]

    def test_it_is_no_levelling(self) -> None:
        position = cast(n.UpgradeCard("hand", CARD), hand_a=[BEAST], upgrades_a=PILE, then=(BEAST,))
        assert position.facts(Levelled) == []


class TestElsewhere:
    def test_in_the_discard_pile(self) -> None:
        position = cast(
            n.UpgradeCard("discard", n.Filter()), discard_a=[BEAST], upgrades_a=PILE, then=(BEAST,)
        )
        assert position.state.sides[0].discard.cards == {BEAST.code(2): 1}

    def test_in_play(self) -> None:
        effect = n.UpgradeCard("play", n.Filter(), who=one("yours"))
        position = cast(
            effect, change(IT, 1), a={1: BEAST, 2: BEAST, 3: RAM}, upgrades_a=PILE, then=("a1",)
        )
        assert (position.numbers("a1"), position.numbers("a2")) == ((4, 3), (1, 1))
        assert position.at("a1").code == BEAST.code(2)
        assert position.state.sides[0].banished[BEAST.code()] == 1

    def test_in_play_chosen_by_filter_and_twice(self) -> None:
        effect = n.UpgradeCard("play", n.Filter(side="yours", names=("Beast",)), times=2)
        position = cast(effect, a={1: BEAST, 3: RAM}, upgrades_a=PILE)
        assert (position.numbers("a1"), position.numbers("a3")) == ((6, 6), (4, 9))

    def test_in_play_without_a_next_level(self) -> None:
        position = cast(n.UpgradeCard("play", n.Filter(), who=one("yours")), gain(1), a={1: BEAST})
        assert position.facts(Upgraded) == []
        assert position.numbers("a1") == (1, 1)
        assert position.health() == (51, 50)

    def test_it_is_not_transforming(self) -> None:
        spy = card(
            "Spy",
            0,
            9,
            triggered("transformed", gain(1), who=n.Filter()),
            triggered("upgraded", gain(10), who=n.Filter(kind="card"), by="you"),
        )
        effect = n.UpgradeCard("play", n.Filter(), who=one("yours", names=("Beast",)))
        assert cast(effect, a={1: BEAST, 2: spy}, upgrades_a=PILE).health() == (60, 50)

    def test_it_triggers_in_hand_too(self) -> None:
        spy = card(
            "Spy", 0, 9, triggered("upgraded", gain(10), who=n.Filter(levels=(2,)), by="you")
        )
        effect = n.UpgradeCard("hand", CARD)
        field = {"hand_a": [BEAST, TOP], "upgrades_a": PILE}
        assert cast(effect, a={1: spy}, then=(BEAST,), **field).health() == (60, 50)
        assert cast(effect, a={1: spy}, then=(TOP,), **field).health() == (50, 50)
        assert cast(effect, b={1: spy}, then=(BEAST,), **field).health() == (50, 50)


def test_how_many_were_upgraded() -> None:
    effects = (
        n.UpgradeCard("hand", CARD, most=9, least=0),
        n.Heal(n.Refer("you"), n.ThatMuch(times=2)),
    )
    position = cast(*effects, hand_a=[BEAST, BIRD], upgrades_a=PILE, then=(BEAST, BIRD))
    assert position.health() == (54, 50)
    assert every("yours").among
