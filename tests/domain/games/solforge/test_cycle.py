"""End of Turn: End Step, End of Deck Cycle, Maintenance, and their order in both editions."""

from __future__ import annotations

import pytest

from domain.contract.game import Fact
from domain.games.solforge.actions import Activate, Pass, Play, UseForgeborn
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.facts import (
    Ended,
    ForgebornLevelled,
    ForgebornTurned,
    ForgePassed,
    Gained,
    HandDiscarded,
    Moved,
    Replenished,
    Shuffled,
    SuddenDeath,
    Triggered,
    TurnBegan,
    Turned,
)
from domain.games.solforge.state import SolState
from tests.domain.games.solforge.given import (
    THIS,
    Scene,
    born,
    card,
    change,
    damage,
    exalt,
    gain,
    has,
    one,
    scene,
    spell,
    triggered,
)
from tests.domain.games.solforge.rulebook import rule

EDITIONS = pytest.mark.parametrize("edition", ["whitefang", "early"])
ENDING = (
    Triggered,
    Ended,
    HandDiscarded,
    Turned,
    Moved,
    Replenished,
    ForgePassed,
    ForgebornTurned,
    ForgebornLevelled,
    Shuffled,
    TurnBegan,
)


def ending(position: Scene) -> list[str]:
    """The facts of the end of the turn, by name, repeats left out."""
    found: list[str] = []
    for fact in position.emitted:
        name = type(fact).__name__
        if isinstance(fact, ENDING) and (not found or found[-1] != name):
            found.append(name)
        if isinstance(fact, TurnBegan):
            break
    return found


def busy(edition: str, turn: int) -> Scene:
    """A position in which every operation of the end of a turn has something to do."""
    grow = spell(change(one("yours", names=("Ox",)), 1, until="turn"), name="Grow")
    position = scene(
        a={
            1: (card("Ox", 0, 9, triggered("end of turn", gain(1))), {}),
            2: (card("Elk", 0, 9), {"ready": False}),
            3: (card("Shell", 0, 9, has(armor=2)), {"spent": 1}),
        },
        b={5: (card("Hare", 0, 9), {"front": False})},
        hand_a=[grow, card("Left Over")],
        forgeborn=born([gain(5)]),
        edition=edition,
        turn=turn,
        level=2,
        step=3,
    )
    position.when(UseForgeborn(), Play(grow.code()))
    position.when(list(position.ask.choices)[-1])
    return position.end_turn()


class TestOrder:
    @rule(
        "end.1",
        "end.2",
        "end.3",
        "maintenance.1",
        "maintenance.2",
        "maintenance.3",
        "maintenance.4",
    )
    def test_of_a_turn(self) -> None:
        assert ending(busy("whitefang", 1)) == [
            *("Triggered", "HandDiscarded"),
            *("Ended", "Replenished", "Turned", "Moved", "TurnBegan"),
        ]

    @rule("e-end.1", "e-end.2", "e-end.3", "e-end.4", "e-end.5")
    def test_of_a_turn_in_the_early_edition(self) -> None:
        assert ending(busy("early", 1)) == [
            *("Triggered", "Ended", "HandDiscarded"),
            *("Replenished", "Turned", "Moved", "TurnBegan"),
        ]

    @rule("end.4", "ruling.cycle-order", "cycle.2", "cycle.3")
    @pytest.mark.parametrize("turn", [3, 6, 9])
    def test_of_a_cycle(self, turn: int) -> None:
        """The End of Deck Cycle Step comes before what lasts this turn ends."""
        assert ending(busy("whitefang", turn)) == [
            *("Triggered", "HandDiscarded"),
            *("ForgebornTurned", "ForgebornLevelled", "Shuffled"),
            *("Ended", "Replenished", "Turned", "Moved", "TurnBegan"),
        ]

    @rule("e-born.1", "e-born.2", "e-born.3", "e-born.4", "e-turn.1")
    @pytest.mark.parametrize("turn", [3, 6, 9])
    def test_of_a_cycle_in_the_early_edition(self, turn: int) -> None:
        """Creatures ready, rows advance, the Forge passes; decks are shuffled before the level."""
        assert ending(busy("early", turn)) == [
            *("Triggered", "Ended", "HandDiscarded", "Replenished", "Turned", "Moved"),
            *("ForgePassed", "ForgebornTurned", "Shuffled", "ForgebornLevelled", "TurnBegan"),
        ]

    @rule("end.3", "end.4", "e-born.1")
    @EDITIONS
    @pytest.mark.parametrize("turn", [1, 2, 4, 5, 7])
    def test_only_every_third_turn(self, turn: int, edition: str) -> None:
        assert "Shuffled" not in ending(busy(edition, turn))


class TestMaintenance:
    @rule("maintenance.3", "g-ready.1", "e-end.3", "e-g-ready.1")
    @EDITIONS
    def test_the_exhausted_ready_but_not_the_forgeborn(self, edition: str) -> None:
        monk = card("Monk", 0, 9, n.Activated((gain(1),)))
        flag = exalt(n.Activated((gain(1),)), name="Flag")
        position = scene(a={1: monk}, xa={2: flag}, forgeborn=born([gain(1)]), edition=edition)
        position.when(Activate(1), Activate(2), UseForgeborn())
        assert [p.ready for p in position.state.in_play.values()] == [False, False]
        position.end_turn()
        assert [p.ready for p in position.state.in_play.values()] == [True, True]
        assert position.state.sides[0].ready is False

    @rule("maintenance.3")
    def test_being_readied_triggers(self) -> None:
        monk = card(
            "Monk",
            0,
            9,
            n.Activated((gain(1),)),
            triggered("readied", gain(5), who=n.Filter(ref="this")),
        )
        position = scene(a={1: monk, 3: monk}).when(Activate(1)).end_turn()
        assert [x.amount for x in position.facts(Gained)] == [1, 5]

    @rule("maintenance.5", "forge.3", "e-end.5")
    @EDITIONS
    @pytest.mark.parametrize("turn", [1, 3])
    def test_the_forge_passes(self, turn: int, edition: str) -> None:
        position = scene(turn=turn, edition=edition).end_turn()
        assert (position.state.forge, position.state.turn, position.ask.seat) == (1, turn + 1, 1)
        assert position.end_turn().state.forge == 0

    @rule("maintenance.1")
    def test_delayed_abilities_end_too(self) -> None:
        later = spell(n.Delayed(n.Trigger("end of turn"), (gain(4),)), name="Later")
        position = scene(hand_a=[later]).when(Play(later.code())).end_turn()
        assert position.health() == (54, 50)
        assert position.state.standing == []
        assert position.end_turn().health() == (54, 50)


class TestCycle:
    @EDITIONS
    @rule("ruling.maintenance", "batches.3")
    def test_what_the_new_level_triggers_resolves_before_the_turn_ends(self, edition: str) -> None:
        proud = card("Proud", 0, 9, triggered("forgeborn levelled", gain(2), by="you"))
        brief = card(
            "Brief", 0, 9, triggered("forgeborn levelled", change(THIS, 5, until="turn"), by="you")
        )
        position = scene(
            a={1: proud, 2: brief}, turn=3, level=1, edition=edition, step=4
        ).end_turn()
        assert (position.health(), position.numbers("a2")) == ((52, 50), (0, 9))
        names = [type(x).__name__ for x in position.emitted]
        assert names.index("Gained") < names.index("TurnBegan")

    @EDITIONS
    @rule("draw.1", "cycle.1")
    @pytest.mark.parametrize(("turn", "health"), [(3, 52), (1, 50), (2, 50)])
    def test_the_start_of_a_cycle(self, turn: int, health: int, edition: str) -> None:
        dawn = card("Dawn", 0, 9, triggered("start of cycle", gain(2)))
        assert scene(a={1: dawn}, turn=turn, edition=edition).end_turn().health() == (health, 50)

    @rule("cycle.1")
    def test_abilities_first_under_the_old_forge(self) -> None:
        herald = card("Herald", 0, 9, triggered("end of cycle", gain(3), condition=n.HasForge()))
        for forge, health in ((0, 53), (1, 50)):
            position = scene(a={1: herald}, turn=3, forge=forge, step=4).end_turn()
            assert position.health() == (health, 50)
        names = [type(x).__name__ for x in scene(a={1: herald}, turn=3, step=4).end_turn().emitted]
        assert names.index("Gained") < names.index("ForgebornLevelled")

    @rule("cycle.2", "born.2", "e-born.2", "e-born.4")
    @EDITIONS
    def test_forgeborn_ready_and_level_up(self, edition: str) -> None:
        position = scene(forgeborn=born([gain(1)]), turn=6, level=2, edition=edition).when(
            UseForgeborn()
        )
        position.end_turn()
        assert [(side.level, side.ready) for side in position.state.sides] == [(3, True)] * 2
        assert [x.seat for x in position.facts(ForgebornTurned)] == [0]

    @rule("cycle.3", "e-born.3", "draw.2")
    @EDITIONS
    def test_deck_and_discards_become_the_deck(self, edition: str) -> None:
        cards = [card(f"Leaf {i}") for i in range(8)]
        position = (
            scene(
                deck_a=cards[:3],
                discard_a=cards[3:6],
                hand_a=cards[6:8],
                turn=3,
                step=4,
                edition=edition,
            )
            .when(Pass())
            .until("draw")
        )
        while (
            position.ask.choices
            and position.about == "draw"
            and next(iter(position.ask.choices)).seat == 1
        ):
            position.until("step")
        side = position.state.sides[0]
        assert (side.deck, side.discard.count, side.hand.count) == (8, 0, 0)
        assert side.unseen == {m.code(): 1 for m in cards}

    @rule("e-creature.5", "decks.5")
    @EDITIONS
    def test_twenty_cards_until_a_level_three_is_played(self, edition: str) -> None:
        leaf = card("Leaf", levels={1: (1, 1), 2: (1, 1), 3: (1, 1)})
        codes = {level: leaf.code(level) for level in (1, 2, 3)}

        def count(position: Scene) -> int:
            side = position.state.sides[0]
            return side.deck + side.discard.count + side.hand.count

        for level, left in ((1, 20), (2, 20), (3, 19)):
            position = scene(
                hand_a=[codes[level]],
                deck_a=[codes[1]] * 19,
                upgrades_a=[codes[2], codes[3]],
                extra=[leaf],
                edition=edition,
            )
            assert count(position) == 20
            position.when(Play(codes[level], 1))
            assert count(position) == left
            position.end_turn()
            assert count(position) == left
            assert codes[level] in position.state.sides[0].unseen or position.look("a1") is not None

    @rule("cycle.4", "win.3", "e-born.4")
    @EDITIONS
    @pytest.mark.parametrize(("turn", "sudden"), [(9, False), (11, False), (12, True)])
    def test_sudden_death_after_the_fourth(self, turn: int, sudden: bool, edition: str) -> None:
        level = (turn - 1) // 3 + 1
        position = scene(turn=turn, level=level, edition=edition).end_turn()
        assert position.state.sudden is sudden
        assert position.facts(SuddenDeath) == ([SuddenDeath("cycles")] if sudden else [])
        assert not position.state.over

    @rule("ruling.born", "e-born.4")
    @pytest.mark.parametrize(("edition", "level"), [("whitefang", 5), ("early", 4)])
    def test_the_level_after_the_fourth(self, edition: str, level: int) -> None:
        """No ability is left in `whitefang`; the early edition's Forgeborn stays at level 4."""
        position = scene(turn=12, level=4, edition=edition, forgeborn=born([gain(1)])).end_turn()
        assert position.state.sides[1].level == level
        assert (UseForgeborn() in position.ask.choices) is (edition == "early")

    @rule("cycle.5", "sudden.2", "ruling.turn-15")
    @pytest.mark.parametrize("forge", [0, 1])
    def test_the_forge_wins_after_the_fifth(self, forge: int) -> None:
        def sudden(state: SolState) -> None:
            state.sudden = True

        position = scene(turn=15, level=5, forge=forge, change=sudden).end_turn()
        assert (position.state.over, position.state.winner, position.state.why) == (
            True,
            forge,
            "forge",
        )
        assert scene(turn=14, level=5, forge=forge, change=sudden).end_turn().state.over is False

    @rule("cycle.5", "sudden.1")
    def test_unless_an_end_of_cycle_ability_breaks_the_tie(self) -> None:
        def sudden(state: SolState) -> None:
            state.sudden = True

        herald = card("Herald", 0, 9, triggered("end of cycle", gain(1)))
        position = scene(b={1: herald}, turn=15, level=5, change=sudden).end_turn()
        assert (position.state.winner, position.state.why) == (1, "sudden")

    @rule("e-born.4")
    def test_the_early_edition_has_no_last_turn(self) -> None:
        def sudden(state: SolState) -> None:
            state.sudden = True

        position = scene(turn=15, level=4, edition="early", change=sudden).end_turn()
        assert (position.state.over, position.state.turn) == (False, 16)
        assert position.end_turn().end_turn().end_turn().state.turn == 19


def test_damage_at_the_end_of_the_turn_is_looked_at() -> None:
    """Two facts of one kind in a row are one in `ending`, so that is checked here."""
    pain = card("Pain", 0, 9, triggered("end of turn", damage(n.Refer("enemy"), 60)))
    position = scene(a={1: pain}, step=4).when(Pass())
    facts: list[Fact] = position.emitted
    assert position.state.winner == 0
    assert not any(isinstance(x, HandDiscarded) for x in facts)
