"""What the rules do at the table: place, move, destroy, score, and ask."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from domain.contract.game import DEALER, Action, Ask, Play, Seat, Turn
from domain.games.riftforce import actions as a
from domain.games.riftforce import facts as f
from domain.games.riftforce.cards import GUILD, HAND, LOCATIONS, NUMBER
from domain.games.riftforce.rules.deal import Draws
from domain.games.riftforce.state import Elemental, RiftState

TO = {location: a.To(location) for location in LOCATIONS}
FROM = {location: a.From(location) for location in LOCATIONS}


class Engine:
    """A turn's hands: whose turn it is, the state, and the only ways to change it."""

    __slots__ = ("emit", "hurt", "play", "seat", "state")

    def __init__(self, play: Play) -> None:
        self.play = play
        self.emit = play.emit
        self.state: RiftState = play.state
        self.seat: Seat = self.state.active
        self.hurt: list[tuple[Elemental, Elemental]] = []
        """Elementals damaged since destruction was last checked, with who damaged them last."""

    def damage(self, source: Elemental, target: Elemental | None, amount: int) -> None:
        """Place damage on an elemental, if there is one to place it on."""
        if target is None:
            return
        self.emit(f.Damaged(target.id, amount, source.id, target.location))
        self.hurt.append((target, source))

    def heal(self, source: Elemental, target: Elemental, amount: int) -> None:
        """Remove damage from an elemental."""
        self.emit(f.Healed(target.id, amount, source.id))

    def move(self, elemental: Elemental, location: int) -> None:
        """Move an elemental to the last position of a location."""
        self.emit(f.Moved(elemental.id, location))

    def first_enemy(self, elemental: Elemental, location: int) -> Elemental | None:
        """The enemy of an elemental closest to a location."""
        enemies = self.state.sides[1 - elemental.seat][location]
        return enemies[0] if enemies else None

    def gain(self, seat: Seat, points: int, why: str, location: int) -> None:
        """Move a seat's Riftforce marker."""
        total = self.state.hands[seat].score + points
        self.emit(f.Gained(seat, points, why, total, location))

    def fallen(self) -> list[tuple[Elemental, Elemental]]:
        """Those damaged at least as much as their number since the last check, and by whom."""
        if not self.hurt:
            return []
        found: dict[int, tuple[Elemental, Elemental]] = {}
        for target, source in self.hurt:
            if target.damage >= NUMBER[target.card] and target.id in self.state.elementals:
                found[target.id] = (target, source)
        self.hurt.clear()
        return list(found.values())

    def check_destruction(self) -> None:
        """Destroy what has damage as high as its number, and score it (B: Activate)."""
        for target, source in self.fallen():
            self.emit(f.Destroyed(target.id, source.id, target.location))
            self.score_kill(target, source)

    def check_rulings(self) -> None:
        """Destroy what has come to damage as high as its number otherwise than by an ability."""
        state = self.state
        for e in list(state.elementals.values()):
            if e.damage >= NUMBER[e.card]:
                self.emit(f.Destroyed(e.id, 0, e.location))
                self.score_kill(e, None)

    def score_kill(self, target: Elemental, source: Elemental | None) -> None:
        """Riftforce for a destroyed elemental: one, and one more each for Crystal and Shadow."""
        gainer = 1 - target.seat
        by_enemy = source is not None and source.seat == gainer
        guild = GUILD[source.card] if source else ""
        if not (by_enemy and guild == "Ac"):
            self.gain(gainer, 1, "kill", target.location)
        if GUILD[target.card] == "C":
            self.gain(gainer, 1, "crystal", target.location)
        if by_enemy and guild == "S":
            self.gain(gainer, 1, "shadow", target.location)

    def ask(
        self,
        about: str,
        choices: Sequence[Action],
        why: Callable[[Action], str],
        *,
        always: bool = False,
    ) -> Ask:
        """Ask the seat whose turn it is."""
        return Ask(self.seat, about, choices, why, always=always)

    def ask_to(self, about: str, locations: Iterable[int], why: str) -> Ask:
        """Ask where to move."""
        return Ask(self.seat, about, [TO[location] for location in locations], lambda _: why)

    def draw_up_to(self, seat: Seat, most: int) -> Turn:
        """Draw up to a number of cards, turning the discard pile over when the pile is empty."""
        hand = self.state.hands[seat]
        while most > 0:
            if hand.pile == 0:
                if not hand.discard:
                    return
                self.emit(f.Reshuffled(seat))
            count = min(most, hand.pile)
            draws = Draws(seat, count, hand)
            deal: a.Deal = yield Ask(DEALER, "draw", draws, draws.why_not, always=True)
            self.emit(f.Drawn(seat, deal.cards))
            most -= count

    def fill_hand(self, seat: Seat) -> Turn:
        """Draw until there are seven in hand (C: Check & Draw)."""
        yield from self.draw_up_to(seat, HAND - self.state.hands[seat].count)
