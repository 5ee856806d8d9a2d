"""Facts of SolForge Fusion in words."""

from __future__ import annotations

from collections.abc import Sequence

from domain.contract.game import UNKNOWN, Action, Fact, Seat, seat_name
from domain.games.solforge import actions as a
from domain.games.solforge import facts as f
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.cards.titles import forgeborn_name, gift_words, title, titles
from domain.games.solforge.state import SolState

ZONES = {
    "hand": "hand",
    "discard": "discard pile",
    "banish": "Banish Pile",
    "upgrade": "Upgrade Pile",
    "deck": "deck",
    "top": "the top of the deck",
    "aside": "out of the game",
}
LEFT = {
    "replaced": "is replaced",
    "destroyed": "is destroyed",
    "banished": "is banished",
    "returned": "returns from play",
    "upgraded": "is exchanged for its next level",
    "homeless": "has no lane left",
    "left": "leaves play",
}
PHASES = {
    "draw": "the Draw Phase begins",
    "action": "the Action Phase begins",
    "combat": "the Combat Phase begins",
    "end": "the End of Turn Phase begins",
}
SUDDEN = {
    "tied": "both have no Health left and the same",
    "cycles": "so many cycles",
    "ruling": "by a ruling",
}
ENDINGS = {
    "health": "the other has no Health left",
    "sudden": "more Health in Sudden Death",
    "forge": "still tied after the last turn, it has the Forge",
}


def who(state: SolState, number: int) -> str:
    """Something in play in words: whose, what, where; by its number once it has left."""
    p = state.in_play.get(number)
    if p is None:
        return f"card {number}"
    return f"{seat_name(p.seat)}'s {title(state, p.code)} in lane {p.lane}"


def several(state: SolState, numbers: Sequence[int]) -> str:
    """Several things in play in words."""
    return " and ".join(who(state, number) for number in numbers)


def pile(zone: str) -> str:
    """A zone in words."""
    return ZONES.get(zone, zone)


def row(*, front: bool) -> str:
    """A row in words."""
    return "front row" if front else "back row"


def by(state: SolState, source: int, seat: Seat, card: str = "") -> str:
    """Who or what did it in words, after a blank; nothing if it is not known."""
    if source in state.in_play:
        return f" by {who(state, source)}"
    if card:
        return f" by {title(state, card)}"
    return f" by {seat_name(seat)}" if seat >= 0 else ""


def up_and_down(attack: int, health: int) -> str:
    """A change of Attack and Health as printed."""
    parts = [f"{amount:+d}{letter}" for amount, letter in ((attack, "A"), (health, "H")) if amount]
    return ", ".join(parts) or "no change"


def describe(fact: Fact, before: SolState) -> str:
    """One fact in words; `before` is the state before it."""
    for part in (describe_cards, describe_play, describe_numbers, describe_turn):
        if words := part(fact, before):
            return words
    return type(fact).__name__


def describe_cards(fact: Fact, before: SolState) -> str:
    """Facts about cards that are not in play."""
    match fact:
        case f.Drawn(seat, cards):
            return f"{seat_name(seat)} draws {titles(before, cards)}"
        case f.HandDiscarded(seat, cards):
            return f"{seat_name(seat)} discards {titles(before, cards)}"
        case f.Shuffled(seat):
            return f"{seat_name(seat)} shuffles deck and discard pile together"
        case f.Announced(seat, card, source, free):
            place = "" if source in ("hand", "aside") else f" from {pile(source)}"
            whose = f" of {seat_name(fact.owner)}" if fact.owner != seat else ""
            return f"{seat_name(seat)} plays {title(before, card)}{place}{whose}" + (
                " for Free" if free else ""
            )
        case f.Carried(seat, card, source, to):
            return (
                f"{seat_name(seat)}'s {title(before, card)} goes from {pile(source)} to {pile(to)}"
            )
        case f.Levelled(seat, card):
            return f"it levels up: {title(before, card)} goes to {seat_name(seat)}'s discard pile"
        case f.Resolved(seat, card):
            return f"{title(before, card)} has resolved and is banished"
        case f.Upgraded(seat, zone, old, new, to):
            if old == new:
                return f"{seat_name(seat)} Upgrades {title(before, old)}, which has no higher level"
            if zone == "play":
                return f"{seat_name(seat)} Upgrades {title(before, old)} in play to level {new[-1]}"
            place = pile(zone) if zone == to else f"{pile(zone)}, into {pile(to)}"
            return f"{seat_name(seat)} Upgrades {title(before, old)} to level {new[-1]} ({place})"
        case f.Looked(seat, cards):
            count = f"{len(cards)} card{'' if len(cards) == 1 else 's'}"
            known = "" if set(cards) <= {UNKNOWN} else f": {titles(before, cards)}"
            return f"{seat_name(seat)} looks at the top {count} of the deck{known}"
        case _:
            return ""


def describe_play(fact: Fact, before: SolState) -> str:
    """Facts about what comes into play, moves and leaves it."""
    match fact:
        case f.Entered(_, card, seat, owner, lane, front, attack, health, exalt):
            place = f"lane {lane}" if exalt else f"lane {lane}, {row(front=front)}"
            numbers = "" if exalt else f" with {attack}/{health}"
            whose = f" (owned by {seat_name(owner)})" if owner != seat else ""
            return f"{seat_name(seat)}'s {title(before, card)}{whose} comes into {place}{numbers}"
        case f.Left(number, why, to):
            reason = LEFT.get(why, why)
            home = "" if to == "banish" else f" and goes {'to ' if to != 'aside' else ''}{pile(to)}"
            done = by(before, fact.by, -1, fact.by_card) if why != "replaced" else ""
            return f"{who(before, number)} {reason}{done}{home}"
        case f.Moved(number, lane, front):
            p = before.in_play.get(number)
            if p is not None and p.lane == lane:
                return f"{who(before, number)} goes to the {row(front=front)}"
            turned = p is not None and not p.exalt and p.front is not front
            return f"{who(before, number)} moves to lane {lane}" + (
                f", {row(front=front)}" if turned else ""
            )
        case f.Swapped(number, other):
            return f"{who(before, number)} swaps with {who(before, other)}"
        case f.Turned(number, ready):
            return f"{who(before, number)} is {'ready' if ready else 'exhausted'}"
        case f.Activated(number, which):
            place = f" (its ability {which + 1})" if which else ""
            return f"{who(before, number)} is activated{place} and exhausted"
        case f.Flipped(number, card, attack, health, exalt, lane):
            p = before.in_play.get(number)
            moved = f" in lane {lane}" if p is not None and p.lane != lane else ""
            numbers = "" if exalt else f" with {attack}/{health}"
            return (
                f"{who(before, number)} is Transformed into {title(before, card)}{numbers}{moved}"
            )
        case f.Counted(number, name, count):
            what = (
                f"{abs(count)} {name + ' ' if name else ''}counter{'' if abs(count) == 1 else 's'}"
            )
            verb = "gets" if count > 0 else "loses"
            return f"{who(before, number)} {verb} {what}"
        case _:
            return ""


def describe_numbers(fact: Fact, before: SolState) -> str:
    """Facts about damage, Health, and what is given."""
    match fact:
        case f.Hit(number, amount, absorbed, source, seat, combat):
            kind = "combat damage" if combat else "damage"
            armor = f", {absorbed} of it by its Armor" if absorbed else ""
            dealt = by(before, source, seat, fact.card)
            return f"{who(before, number)} takes {amount} {kind}{dealt}{armor}"
        case f.HitPlayer(seat, amount, absorbed, source, source_seat, combat, total):
            kind = "combat damage" if combat else "damage"
            armor = f", {absorbed} of it by Armor" if absorbed else ""
            return (
                f"{seat_name(seat)} takes {amount} {kind}"
                f"{by(before, source, source_seat, fact.card)}{armor}: {total}"
            )
        case f.Gained(seat, amount, total):
            verb = "gains" if amount >= 0 else "loses"
            return f"{seat_name(seat)} {verb} {abs(amount)} Health: {total}"
        case f.Changed(number, attack, health):
            changed = by(before, fact.source, -1, fact.card) if fact.source != number else ""
            p = before.in_play.get(number)
            gone = p is not None and attack < 0 and p.attack + attack == 0
            left = " (its Attack is 0 now)" if gone else ""
            return f"{who(before, number)} gets {up_and_down(attack, health)}{changed}{left}"
        case f.Given(_, number, gift, until):
            return f"{who(before, number)} gets {gift_words(gift)}{lasting(until)}"
        case f.PlayerGiven(_, seat, gift, until):
            return f"{seat_name(seat)} gets {gift_words(gift)}{lasting(until)}"
        case f.Stood(_, seat, what, _, source):
            kind = "a rule" if isinstance(what, n.Rule) else "a trigger"
            return (
                f"{title(before, source)} sets up {kind} for {seat_name(seat)}{lasting(what.until)}"
            )
        case f.Ended(numbers):
            return ended(before, numbers)
        case f.Chosen(seat, number):
            only = who(before, number) if number > 0 else seat_name(-1 - number)
            return f"{seat_name(seat)} can choose {only} only"
        case f.Triggered(seat, card, number, _):
            name = who(before, number) if number in before.in_play else title(before, card)
            return f"{seat_name(seat)} resolves what {name} triggered"
        case f.Replenished():
            return "Armor is restored"
        case f.LoopCut(waiting):
            return (
                f"the engine's rule against endless loops: {waiting} waiting "
                f"trigger{'' if waiting == 1 else 's'} will not resolve"
            )
        case _:
            return ""


def lasting(until: str) -> str:
    """How long something lasts, in words."""
    return " this turn" if until == "turn" else ""


def ended(before: SolState, numbers: tuple[int, ...]) -> str:
    """Which gifts, triggers and rules have ended."""
    gone = set(numbers)
    parts = [
        f"{gift_words(g.gift)} of {who(before, p.id)}"
        for p in before.in_play.values()
        for g in p.gifts
        if g.id in gone
    ]
    parts += [
        f"{gift_words(g.gift)} of {seat_name(seat)}"
        for seat, side in enumerate(before.sides)
        for g in side.gifts
        if g.id in gone
    ]
    parts += [f"what {title(before, s.source)} had set up" for s in before.standing if s.id in gone]
    return f"it ends: {'; '.join(parts)}" if parts else "what was lasting ends"


def describe_turn(fact: Fact, before: SolState) -> str:
    """Facts about the Forge, Forgeborn, turns and the end."""
    match fact:
        case f.Tossed(seat):
            return f"{seat_name(seat)} has the Forge first"
        case f.ForgebornUsed(seat, level):
            name = forgeborn_name(before, before.sides[seat].forgeborn)
            return f"{seat_name(seat)} uses {name}'s ability of level {level}"
        case f.ForgebornTurned(seat, ready):
            return f"{seat_name(seat)}'s Forgeborn is {'ready' if ready else 'exhausted'}"
        case f.ForgebornLevelled(seat, level):
            return f"{seat_name(seat)}'s Forgeborn is level {level}"
        case f.Overlaid(seat, forgeborn):
            old = forgeborn_name(before, before.sides[seat].forgeborn)
            return f"{forgeborn_name(before, forgeborn)} overlays {seat_name(seat)}'s {old}"
        case f.PhaseBegan(phase):
            return PHASES.get(phase, f"the {phase} phase begins")
        case f.StepBegan(step, seat):
            return f"Action Step {step}: {seat_name(seat)}"
        case f.BasicTaken():
            return "the basic action is taken"
        case f.ForgePassed(seat):
            return f"the Forge passes to {seat_name(seat)}"
        case f.SuddenDeath(why):
            reason = SUDDEN.get(why, why)
            return f"Sudden Death begins: {reason}"
        case f.TurnBegan(turn, seat):
            return f"turn {turn}: {seat_name(seat)} has the Forge"
        case f.MatchEnded(winner, why):
            result = f"{seat_name(winner)} wins" if winner is not None else "a draw"
            return f"the match ends: {result}, {ENDINGS.get(why, why)}"
        case _:
            return ""


DECIDED = {
    a.Pass: "passes",
    a.Done: "takes no more free actions",
    a.UseForgeborn: "uses the Forgeborn",
    a.Yes: "says yes",
    a.No: "says no",
}


def decision(action: Action, before: SolState) -> str:
    """One decision in words, behind who decided it; `before` is the state before it."""
    match action:
        case a.Target(number) | a.AtRandom(number):
            return f"chooses {who(before, number) if number > 0 else seat_name(-1 - number)}"
        case a.TargetPlayer(seat):
            return f"chooses {seat_name(seat)}"
        case a.Lane(lane):
            return f"chooses lane {lane}"
        case a.Card(card, lane):
            return f"chooses {title(before, card)}" + (f" for lane {lane}" if lane else "")
        case a.Random(card):
            return f"takes {title(before, card) if card else 'nothing'}"
        case a.Mode(which):
            return f"chooses option {which + 1}"
        case a.Order(which):
            return f"lets trigger {which + 1} of those that wait resolve next"
        case a.LevelUp(card):
            return f"levels up {title(before, card)}"
        case a.Play(card, lane):
            return f"plays {title(before, card)}" + (f" into lane {lane}" if lane else "")
        case a.Activate(number) | a.UseMobility(number):
            return f"activates {who(before, number)}"
        case a.Deal(seat, cards) | a.Show(seat, cards):
            return f"deals {titles(before, cards)} to {seat_name(seat)}"
        case a.Toss(seat):
            return f"gives {seat_name(seat)} the Forge"
        case _:
            return DECIDED[type(action)]
