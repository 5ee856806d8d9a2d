"""Before the first turn: the guild selection and the hands (Rulebook: Setup)."""

from __future__ import annotations

from collections.abc import Callable

from domain.contract.game import DEALER, Action, Ask, Turn, seat_name
from domain.contract.rule import rule
from domain.games.riftforce import actions as a
from domain.games.riftforce import facts as f
from domain.games.riftforce.cards import GUILDS, guilds_in
from domain.games.riftforce.rules.deal import Displays
from domain.games.riftforce.rules.engine import Engine
from domain.games.riftforce.state import RiftState

GUILDS_EACH = 4
DISPLAYED = {"base": 7, "beyond": 8}


def because(reason: str) -> Callable[[Action], str]:
    """A reason that is the same for every action that is not legal."""
    return lambda _: reason


@rule
def setup(t: Engine) -> Turn:
    """Select guilds unless they were agreed beforehand; draw; place one elemental face up."""
    state = t.state
    if not state.hands[0].guilds:
        yield from draw_summoners(t)
    if state.start < 0:
        yield from toss(t)
    if len(state.hands[0].guilds) < GUILDS_EACH:
        yield from select(t)
    for seat in (0, 1):
        yield from t.fill_hand(seat)
    yield from face_up(t, 1 - state.start)
    t.emit(f.TurnBegan(1, state.start))


@rule
def draw_summoners(t: Engine) -> Turn:
    """Each seat draws a random summoner, and the display is laid out."""
    drawn: list[str] = []
    for seat in (0, 1):
        left = [g for g in guilds_in(t.state.expansion) if g not in drawn]
        why = because(f"seat {seat_name(seat)} draws one of the summoners that are left")
        choices = [a.DrawSummoner(seat, g) for g in left]
        choice: a.DrawSummoner = yield Ask(DEALER, "draw summoner", choices, why, always=True)
        t.emit(f.SummonerDrawn(seat, choice.guild))
        drawn.append(choice.guild)
    left = [g for g in guilds_in(t.state.expansion) if g not in drawn]
    displays = Displays(left, DISPLAYED[t.state.expansion])
    shown: a.Display = yield Ask(DEALER, "display", displays, displays.why_not, always=True)
    t.emit(f.Displayed(shown.guilds))


@rule
def toss(t: Engine) -> Turn:
    """Toss the start marker."""
    choices = [a.Toss(0), a.Toss(1)]
    choice: a.Toss = yield Ask(
        DEALER, "toss", choices, lambda _: "the start is A or B", always=True
    )
    t.emit(f.StartTossed(choice.seat))


@rule
def select(t: Engine) -> Turn:
    """Choose a summoner in turn until each has four; the rest go back into the box."""
    state: RiftState = t.state
    seat = state.start
    while any(len(hand.guilds) < GUILDS_EACH for hand in state.hands):
        choices: list[Action] = [a.Pick(guild) for guild in state.display]
        names = ", ".join(GUILDS[guild] for guild in state.display)
        why = because(f"the display holds {names}")
        choice: a.Pick = yield Ask(seat, "pick", choices, why, always=True)
        t.emit(f.GuildPicked(seat, choice.guild))
        seat = 1 - seat
    t.emit(f.DecksFormed())


@rule
def face_up(t: Engine, seat: int) -> Turn:
    """The seat without the start marker places its top elemental at the middle location."""
    hand = t.state.hands[seat]
    choices = [a.FaceUp(seat, card) for card in hand.unseen]
    why = f"the face-up elemental is one of seat {seat_name(seat)}'s that are not known elsewhere"
    choice: a.FaceUp = yield Ask(DEALER, "face up", choices, lambda _: why, always=True)
    t.emit(f.FacedUp(seat, choice.card, t.state.placed + 1))
