"""Start of the Game, and the phases of a turn: draw, Action Steps, end."""

from __future__ import annotations

import pytest

from domain.contract.game import Fact
from domain.games.solforge.actions import (
    Activate,
    Deal,
    Done,
    Order,
    Pass,
    Play,
    Toss,
    UseForgeborn,
)
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.cards.book import Forgeborn, book
from domain.games.solforge.cards.decks import check_settings, starting_state
from domain.games.solforge.facts import (
    BasicTaken,
    Drawn,
    Gained,
    HandDiscarded,
    HitPlayer,
    PhaseBegan,
    StepBegan,
    Tossed,
    Triggered,
    TurnBegan,
)
from domain.games.solforge.state import SolState
from domain.record.match import Match
from tests.domain.games.solforge.given import (
    RULES,
    Scene,
    born,
    card,
    damage,
    every,
    gain,
    one,
    scene,
    spell,
    triggered,
)
from tests.domain.games.solforge.rulebook import rule

DECK = [card(f"Sapling {i}", levels={1: (1, 2), 2: (3, 4), 3: (5, 6)}) for i in range(20)]
AT_ALL = ("start of turn", "start of combat", "end of turn")


def before_the_start(state: SolState) -> None:
    state.turn, state.phase, state.step, state.active = 0, "", 0, -1
    state.forge = state.start = -1


def plays(position: Scene, code: str = "") -> list[Play]:
    return [x for x in position.ask.choices if isinstance(x, Play) and (not code or x.card == code)]


def kinds(facts: list[Fact]) -> list[str]:
    return [type(fact).__name__ for fact in facts]


class TestStart:
    @rule("decks.1", "decks.2", "decks.3", "decks.4", "start.1", "minions.2", "g-minion.2")
    def test_a_fused_deck_of_twenty_and_its_upgrades(self) -> None:
        state = starting_state(check_settings({}))
        known = book("")
        for side in state.sides:
            assert (side.deck, sum(side.unseen.values()), side.health) == (20, 20, 50)
            assert {known.face(code).level for code in side.unseen} == {1}
            levels = [
                known.face(code).level
                for code in side.upgrades
                if not known.face(code).card.solbind
            ]
            assert (levels.count(2), levels.count(3), len(levels)) == (20, 20, 40)
            factions = {known.face(code).card.faction for code in side.unseen}
            assert factions == set(side.halves)
            assert len(factions) == 2
            assert not any(known.face(code).card.minion for code in (*side.unseen, *side.upgrades))
            assert (side.hand.count, side.discard.count, side.banished, side.level) == (0, 0, {}, 1)

    @rule("decks.6", "e-forgeborn.1")
    @pytest.mark.parametrize("which", [0, 1])
    def test_one_of_two_forgeborn(self, which: int) -> None:
        settings = check_settings({})
        deck = book("").decks
        both = [deck[x.lower()].forgeborn for x in settings["deck a"].split(" + ")]
        state = starting_state(check_settings({"forgeborn a": both[which]}))
        born_names = [
            book("").forgeborn[x].name
            for x in (state.sides[0].forgeborn, state.sides[0].other_forgeborn)
        ]
        assert born_names == [both[which], both[1 - which]]

    @rule("e-decks.1", "e-decks.2", "e-setup.1", "e-setup.2")
    def test_the_early_edition_begins_alike(self) -> None:
        early, late = (
            starting_state(check_settings({"edition": e})) for e in ("early", "whitefang")
        )
        assert early.edition == "early"
        assert early.sides == late.sides

    @rule("start.2", "start.3", "forge.1", "e-setup.3")
    @pytest.mark.parametrize("edition", ["whitefang", "early"])
    @pytest.mark.parametrize("seat", [0, 1])
    def test_the_forge_is_tossed_for(self, edition: str, seat: int) -> None:
        position = scene(
            deck_a=DECK[:6], deck_b=DECK[6:12], change=before_the_start, edition=edition
        )
        assert list(position.ask.choices) == [Toss(0), Toss(1)]
        assert position.ask.seat == -1
        position.when(Toss(seat))
        assert position.emitted[:2] == [Tossed(seat), TurnBegan(1, seat)]
        assert position.ask.seat == -1
        assert Deal(seat, ("??",) * 5) in position.ask.choices
        assert (position.state.forge, position.state.turn) == (seat, 1)

    @rule("start.2")
    def test_or_agreed_on(self) -> None:
        state = starting_state(check_settings({"start": "B"}))
        assert (state.forge, state.turn) == (1, 0)


class TestDraw:
    @rule("draw.1", "turn.1", "e-turn.1")
    @pytest.mark.parametrize("edition", ["whitefang", "early"])
    def test_start_of_turn_abilities_come_before_the_cards(self, edition: str) -> None:
        owl = card("Owl", 1, 9, triggered("start of turn", gain(2)))
        position = scene(a={1: owl}, deck_a=DECK[:5], deck_b=DECK[5:10], edition=edition).end_turn()
        order = [
            x for x in kinds(position.emitted) if x in ("TurnBegan", "Gained", "Drawn", "StepBegan")
        ]
        assert order[order.index("TurnBegan") :] == [
            "TurnBegan",
            "Gained",
            "Drawn",
            "Drawn",
            "StepBegan",
        ]

    @rule("draw.2")
    def test_five_each(self) -> None:
        position = scene(deck_a=DECK[:7], deck_b=DECK[7:14]).end_turn()
        assert [(x.seat, len(x.cards)) for x in position.facts(Drawn)] == [(1, 5), (0, 5)]
        assert [side.deck for side in position.state.sides] == [2, 2]
        assert [side.hand.count for side in position.state.sides] == [5, 5]

    @rule("draw.3", "e-faq.7")
    @pytest.mark.parametrize("edition", ["whitefang", "early"])
    def test_or_what_is_left(self, edition: str) -> None:
        position = scene(deck_a=DECK[:3], edition=edition, turn=2).end_turn()
        assert position.state.turn == 3
        assert [(x.seat, len(x.cards)) for x in position.facts(Drawn)] == [(0, 3)]
        assert position.state.sides[0].hand.count == 3

    @rule("e-draw.1", "draw.2")
    @pytest.mark.parametrize(("edition", "drawn"), [("early", 3), ("whitefang", 5)])
    def test_up_to_five_in_the_early_edition(self, edition: str, drawn: int) -> None:
        """With two cards in hand already."""
        crow = card("Crow", 0, 9, triggered("start of turn", n.Draw(n.Number(2))))
        position = scene(a={1: crow}, deck_a=DECK[:9], edition=edition).end_turn()
        assert [len(x.cards) for x in position.facts(Drawn)] == [2, drawn]

    @rule("ruling.hidden")
    def test_only_cards_that_can_be_in_the_deck_are_dealt(self) -> None:
        position = scene(deck_a=DECK[:6], deck_b=DECK[6:12], forge=1)
        position.until("draw")
        codes = [m.code() for m in DECK]
        assert Deal(0, tuple(codes[:5])) in position.ask.choices
        assert Deal(0, ("??", codes[1], "??", codes[0], "??")) in position.ask.choices
        assert "not all of these cards" in position.refused(Deal(0, tuple(codes[3:8])))
        assert "not all of these cards" in position.refused(Deal(0, (codes[0],) * 5))
        assert "5 cards are drawn here, not 4" in position.refused(Deal(0, tuple(codes[:4])))
        assert "it is seat A" in position.refused(Deal(1, tuple(codes[6:11])))


class TestActionSteps:
    @rule("action.1", "action.2", "e-action.1", "pass.1", "e-action.4")
    @pytest.mark.parametrize("edition", ["whitefang", "early"])
    @pytest.mark.parametrize("forge", [0, 1])
    def test_two_each_in_turn_from_who_has_the_forge(self, forge: int, edition: str) -> None:
        position = scene(forge=forge, edition=edition)
        seats = []
        for _ in range(4):
            seats.append(position.ask.seat)
            assert list(position.ask.choices) == [Pass()]
            position.when(Pass())
        assert seats == [forge, 1 - forge] * 2
        assert [(x.step, x.seat) for x in position.facts(StepBegan)] == [
            (2, 1 - forge),
            (3, forge),
            (4, 1 - forge),
            (1, 1 - forge),
        ]
        assert PhaseBegan("combat") in position.emitted

    @rule("action.3", "play.1", "e-action.3")
    @pytest.mark.parametrize("edition", ["whitefang", "early"])
    def test_play_one_card_or_pass(self, edition: str) -> None:
        x, y = card("Xo", 1, 1), card("Ya", 1, 1)
        position = scene(hand_a=[x, y], edition=edition)
        assert Pass() in position.ask.choices
        assert "a card is played, or the step passed" in position.refused(Done())
        position.when(Play(x.code(), 1))
        assert position.facts(BasicTaken) == [BasicTaken()]
        assert list(position.ask.choices) == [Done()]
        assert "a card was played in this Action Step already" in position.refused(
            Play(y.code(), 2)
        )
        assert "basic action was taken" in position.refused(Pass())

    @rule("action.11")
    def test_done_is_said_even_if_nothing_is_left(self) -> None:
        """With cards in hand it is a step of its own, so that it does not tell what is in hand."""
        x, y = card("Xo", 1, 1), card("Ya", 1, 1)
        position = scene(hand_a=[x, y]).when(Play(x.code(), 1))
        assert position.ask.seat == 0
        assert position.ask.always
        position.when(Done())
        assert position.ask.seat == 1

    @rule("action.11")
    def test_with_an_empty_hand_and_nothing_to_use_it_goes_on(self) -> None:
        x = card("Xo", 1, 1)
        assert scene(hand_a=[x]).when(Play(x.code(), 1)).ask.seat == 1

    @rule("action.4", "e-action.6")
    @pytest.mark.parametrize("edition", ["whitefang", "early"])
    def test_who_cannot_play_passes_after_free_actions(self, edition: str) -> None:
        monk = card("Monk", 1, 5, n.Activated((gain(2),)))
        position = scene(a={2: monk}, edition=edition)
        assert set(position.ask.choices) == {Activate(position.at("a2").id), Pass()}
        position.when(Activate(position.at("a2").id))
        assert position.ask.seat == 0
        position.when(Pass())
        assert position.ask.seat == 1
        assert position.health() == (52, 50)

    @rule("action.4")
    def test_an_unused_basic_action_is_not_carried_over(self) -> None:
        x, y = card("Xo", 1, 1), card("Ya", 1, 1)
        position = scene(hand_a=[x, y]).when(Pass(), Pass())
        assert position.ask.seat == 0
        position.when(Play(x.code(), 1))
        assert list(position.ask.choices) == [Done()]

    @rule("action.5", "action.9", "action.10", "g-free.1", "e-action.2", "e-action.5", "e-g-free.1")
    @pytest.mark.parametrize("edition", ["whitefang", "early"])
    @pytest.mark.parametrize("basic_at", [0, 1, 2])
    def test_free_cards_before_and_after_the_basic_action(
        self, basic_at: int, edition: str
    ) -> None:
        f1, f2 = (card(f"Feather {i}", 1, 1, n.FreeIf()) for i in (1, 2))
        plain = card("Stone", 1, 1)
        position = scene(hand_a=[f1, f2, plain], edition=edition)
        moves = [Play(f1.code(), 1, True), Play(f2.code(), 2, True)]
        moves.insert(basic_at, Play(plain.code(), 3))
        for move in moves:
            assert move in position.ask.choices
            position.when(move)
        assert len(position.facts(BasicTaken)) == 1
        assert position.look("a1")
        assert position.look("a2")
        assert position.look("a3")

    @rule("pass.2", "pass.1")
    def test_free_actions_before_a_pass(self) -> None:
        feather, plain = card("Feather", 1, 1, n.FreeIf()), card("Stone", 1, 1)
        position = scene(hand_a=[feather, plain]).when(Play(feather.code(), 4, True))
        assert Pass() in position.ask.choices
        position.when(Pass())
        assert position.ask.seat == 1
        assert position.state.sides[0].hand.count == 1

    @rule("action.7", "action.9", "action.10", "e-activate.2")
    def test_what_is_ready_is_used_once_as_often_as_one_likes(self) -> None:
        monk = card("Monk", 1, 5, n.Activated((gain(2),)))
        plain = card("Stone", 1, 1)
        position = scene(a={1: monk, 3: monk}, hand_a=[plain])
        first, second = position.at("a1").id, position.at("a3").id
        position.when(Activate(first), Play(plain.code(), 5), Activate(second))
        assert position.health() == (54, 50)
        assert position.ask.seat == 1

    def test_the_other_seat_does_nothing_meanwhile(self) -> None:
        monk = card("Monk", 1, 5, n.Activated((gain(2),)))
        position = scene(b={1: monk})
        assert "is not A's" in position.refused(Activate(position.at("b1").id))
        assert "not in play" in position.refused(Activate(99))
        assert "A's Action Step" in position.refused(Toss(1))


class TestPhases:
    @rule("turn.1", "forge.3", "maintenance.5", "end.3")
    def test_in_order(self) -> None:
        walker = card("Walker", 4, 4)
        position = scene(a={1: walker}, deck_a=DECK[:10], deck_b=DECK[10:], step=4).end_turn()
        order = [
            x
            for x in position.emitted
            if isinstance(x, (PhaseBegan, HitPlayer, TurnBegan, StepBegan)) or type(x) is Drawn
        ]
        assert [x.phase if isinstance(x, PhaseBegan) else type(x).__name__ for x in order] == [
            "combat",
            "HitPlayer",
            "end",
            "TurnBegan",
            "Drawn",
            "Drawn",
            "action",
            "StepBegan",
        ]
        assert position.state.forge == 1

    @rule("combat.1", "end.1", "draw.1")
    def test_abilities_of_the_phases(self) -> None:
        bell = card("Bell", 0, 9, *(triggered(event, gain(1)) for event in AT_ALL))
        position = scene(a={1: bell}, b={2: (card("Ox", 3, 3), {})}, step=4).end_turn()
        order = [
            x.phase if isinstance(x, PhaseBegan) else type(x).__name__
            for x in position.emitted
            if isinstance(x, (PhaseBegan, Gained, HitPlayer, TurnBegan))
        ]
        assert order == [
            *("combat", "Gained", "HitPlayer"),
            *("end", "Gained", "TurnBegan"),
            *("Gained", "action"),
        ]

    @rule("end.1", "end.2", "e-end.1", "e-end.2")
    @pytest.mark.parametrize("edition", ["whitefang", "early"])
    def test_hands_are_discarded_after_end_of_turn_abilities(self, edition: str) -> None:
        crow = card("Crow", 0, 9, triggered("end of turn", n.Draw(n.Number(1))))
        position = scene(
            a={1: crow},
            hand_a=[DECK[0]],
            hand_b=[DECK[1]],
            deck_a=[DECK[2]],
            edition=edition,
            step=4,
        ).end_turn()
        (mine, theirs) = sorted(position.facts(HandDiscarded), key=lambda x: x.seat)
        assert sorted(mine.cards) == sorted(["??", DECK[0].code()])
        assert theirs.cards == (DECK[1].code(),)
        assert position.state.sides[0].discard.count == 2

    @rule("g-discard.1")
    def test_what_is_discarded_does_not_level_up(self) -> None:
        up = DECK[0].code(2)
        position = scene(hand_a=[DECK[0]], upgrades_a=[up], step=4).end_turn()
        assert position.state.sides[0].discard.cards == {DECK[0].code(): 1}
        assert position.state.sides[0].upgrades == {up: 1}


class TestGoingOn:
    @pytest.mark.parametrize("edition", ["whitefang", "early"])
    def test_a_match_goes_on_in_the_middle_of_a_turn(self, edition: str) -> None:
        """The same question, after the recorded decisions are run again from the turn's start."""
        hunter = card("Hunter", 0, 9, triggered("played", damage(one("enemy"), 1), by="you"))
        rain, ox = spell(gain(1), name="Rain"), card("Ox", 3, 3)
        position = scene(
            a={1: hunter, 2: hunter},
            b={1: ox, 2: ox},
            hand_a=[rain, ox],
            deck_a=DECK[:5],
            edition=edition,
        )
        position.when(Play(rain.code()), Order(1), position.target("b2"))
        again = Match(RULES, {}, position.match.steps, position.before.copy())
        assert again.state == position.state
        assert again.ask is not None
        assert (again.ask.about, list(again.ask.choices)) == ("target", list(position.ask.choices))


class TestForgeborn:
    BORN = born([gain(3)])

    @rule(
        "action.6", "forgeborn.2", "ruling.born", "e-forgeborn.2", "e-forgeborn.3", "e-activate.3"
    )
    @pytest.mark.parametrize("edition", ["whitefang", "early"])
    @pytest.mark.parametrize(
        ("level", "usable"), [(1, False), (2, True), (3, True), (4, True), (5, False)]
    )
    def test_from_the_second_cycle_to_the_fourth(
        self, level: int, usable: bool, edition: str
    ) -> None:
        position = scene(forgeborn=self.BORN, level=level, edition=edition)
        assert (UseForgeborn() in position.ask.choices) is usable
        if usable:
            position.when(UseForgeborn())
            assert position.health() == (53, 50)
        else:
            assert f"no ability at level {level}" in position.refused(UseForgeborn())

    @rule("born.4", "forgeborn.1", "g-exhaust.1", "e-activate.1", "e-activate.4")
    @pytest.mark.parametrize("edition", ["whitefang", "early"])
    def test_once(self, edition: str) -> None:
        position = scene(forgeborn=self.BORN, edition=edition).when(UseForgeborn())
        assert position.state.sides[0].ready is False
        assert UseForgeborn() not in position.ask.choices
        assert "used in this deck cycle already" in position.refused(UseForgeborn())
        position.end_turn().until("step")
        position.when(Pass())
        assert position.ask.seat == 0
        assert UseForgeborn() not in position.ask.choices

    @rule("born.1", "born.3")
    @pytest.mark.parametrize(("level", "health"), [(2, 52), (3, 54), (4, 58)])
    def test_only_that_of_its_level(self, level: int, health: int) -> None:
        changing = born(levels=(2, 3, 4))
        changing.abilities = {at: (n.Line((gain(2 ** (at - 1)),)),) for at in (2, 3, 4)}
        position = scene(forgeborn=changing, level=level).when(UseForgeborn())
        assert position.health() == (health, 50)

    @rule("born.2", "born.4", "cycle.2", "ruling.born")
    def test_unused_is_lost_and_used_is_ready_again(self) -> None:
        """A uses it on turn 6, B does not: on turn 7 both have that of level 3, and one use."""
        changing = born(levels=(2, 3, 4))
        changing.abilities = {at: (n.Line((gain(10 * at),)),) for at in (2, 3, 4)}
        position = scene(forgeborn=changing, level=2, turn=6).when(UseForgeborn()).end_turn()
        assert position.health() == (70, 50)
        assert [(side.level, side.ready) for side in position.state.sides] == [(3, True), (3, True)]
        position.when(UseForgeborn())
        assert position.health() == (70, 80)
        assert UseForgeborn() not in position.ask.choices

    @rule("ruling.free", "g-ready.1")
    def test_readied_by_an_effect_it_can_be_used_again(self) -> None:
        wake = spell(n.Ready(n.Refer("you")))
        position = scene(forgeborn=self.BORN, hand_a=[wake]).when(UseForgeborn(), Play(wake.code()))
        position.when(UseForgeborn())
        assert position.health() == (56, 50)

    def test_one_whose_words_are_not_understood_can_be_used(self) -> None:
        """Its effect is entered by hand."""
        odd = Forgeborn("Odd One", "Alloyin", {2: "Gleam the outermost frobnitz."})
        position = scene(forgeborn=odd, level=2)
        position.when(UseForgeborn())
        assert (position.state.sides[0].ready, position.health()) == (False, (50, 50))

    def test_it_is_a_free_action(self) -> None:
        plain = card("Stone", 1, 1)
        position = scene(forgeborn=self.BORN, hand_a=[plain]).when(Play(plain.code(), 1))
        position.when(UseForgeborn())
        assert position.ask.seat == 1

    def test_a_prohibition(self) -> None:
        lock = card(
            "Lock",
            0,
            9,
            n.Aura(
                n.All((n.Filter("player", "enemy"),)), n.Gift(forbids=(n.Forbid("use forgeborn"),))
            ),
        )
        assert UseForgeborn() not in scene(b={1: lock}, forgeborn=self.BORN).ask.choices
        assert UseForgeborn() in scene(a={1: lock}, forgeborn=self.BORN).ask.choices

    @rule("batches.2")
    def test_what_it_triggers_resolves_afterwards(self) -> None:
        choir = card(
            "Choir", 0, 9, triggered("forgeborn used", damage(every("enemy"), 1), by="you")
        )
        position = scene(
            a={1: choir}, b={1: card("Ox", 3, 3)}, forgeborn=born([damage(one("enemy"), 2)])
        ).when(UseForgeborn())
        assert position.look("b1") is None
        assert position.facts(Triggered)[0].card == choir.code()

    @rule("g-overlay.1")
    @pytest.mark.parametrize("ready", [True, False])
    def test_an_overlay_keeps_level_and_readiness(self, ready: bool) -> None:
        other = born([gain(9)], name="Titan")
        titan = card("Titan", 5, 5, n.Activated((n.Overlay(),)))

        def change(state: SolState) -> None:
            state.sides[0].ready = ready

        position = scene(
            a={1: titan}, forgeborn=self.BORN, forgeborn_b=other, level=3, change=change
        ).when(Activate(1))
        side = position.state.sides[0]
        assert (side.forgeborn, side.level, side.ready) == ("titan", 3, ready)
        assert (UseForgeborn() in position.ask.choices) is ready
        if ready:
            assert position.when(UseForgeborn()).health() == (59, 50)
