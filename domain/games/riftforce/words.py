"""Facts of Riftforce in words."""

from __future__ import annotations

from domain.contract.game import UNKNOWN, Fact, seat_name
from domain.games.riftforce import facts as f
from domain.games.riftforce.cards import GUILDS
from domain.games.riftforce.state import RiftState


def cards_words(cards: tuple[str, ...]) -> str:
    """Cards in words; unknown ones are counted."""
    known = [card for card in cards if card != UNKNOWN]
    hidden = len(cards) - len(known)
    parts = [" ".join(known)] if known else []
    if hidden:
        parts.append(f"{hidden} unknown card{'s' if hidden > 1 else ''}")
    return " and ".join(parts)


def who(state: RiftState, number: int) -> str:
    """An elemental in words: whose, what, where; by its number once it has left."""
    e = state.elementals.get(number)
    return f"{seat_name(e.seat)}'s {e.card}" if e else f"elemental {number}"


def describe(fact: Fact, before: RiftState) -> str:
    """One fact in words; `before` is the state before it."""
    match fact:
        case f.SummonerDrawn(seat, guild):
            return f"{seat_name(seat)} draws the {GUILDS[guild]} summoner"
        case f.Displayed(guilds):
            return "on display: " + ", ".join(GUILDS[g] for g in guilds)
        case f.StartTossed(seat):
            return f"{seat_name(seat)} gets the start marker"
        case f.GuildPicked(seat, guild):
            return f"{seat_name(seat)} picks {GUILDS[guild]}"
        case f.DecksFormed():
            return "both decks are shuffled"
        case f.Drawn(seat, cards):
            return f"{seat_name(seat)} draws {cards_words(cards)}"
        case f.Reshuffled(seat):
            return f"{seat_name(seat)} shuffles the discard pile into a new draw pile"
        case f.FacedUp(seat, card, _):
            return f"{seat_name(seat)}'s {card} lies face up at location 3"
        case f.Played(seat, card, location, _):
            return f"{seat_name(seat)} plays {card} at location {location}"
        case f.Discarded(seat, card):
            return f"{seat_name(seat)} discards {card}"
        case f.Activated(number):
            return f"{who(before, number)} at location {before.elemental(number).location} is activated"
        case f.Damaged(number, amount, source, location):
            where = f"on {who(before, number)} at location {location}"
            if not source:
                return f"{amount} damage is put {where}, by a ruling"
            return f"{who(before, source)} puts {amount} {where}"
        case f.Healed(number, amount, source):
            if not source:
                return f"{amount} damage is removed from {who(before, number)}, by a ruling"
            return f"{who(before, source)} removes {amount} from {who(before, number)}"
        case f.Moved(number, to):
            return f"{who(before, number)} moves to location {to}"
        case f.Destroyed(number, _, location):
            return f"{who(before, number)} at location {location} is destroyed"
        case f.Taken(number, _, location, _):
            return f"{who(before, number)} is destroyed and changes sides, to location {location}"
        case f.Gained(seat, points, why, total, location):
            reason = {"control": f"controls location {location}"}.get(why, why)
            verb = "gains" if points >= 0 else "loses"
            return f"{seat_name(seat)} {verb} {abs(points)} ({reason}): {total}"
        case f.TurnBegan(turn, seat):
            return f"turn {turn}: {seat_name(seat)}"
        case f.MatchEnded(winner, why):
            result = f"{seat_name(winner)} wins" if winner is not None else "a draw"
            return f"the match ends ({why}): {result}"
        case _:
            return type(fact).__name__
