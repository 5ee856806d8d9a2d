"""SolForge Fusion's rulings: what a judge or scorekeeper enters by hand, in words."""

from __future__ import annotations

from typing import Final

from domain.contract.game import Fact, seat_name
from domain.frame.ruling_words import RULED, Words, drawn_words, end_words, turn_words
from domain.games.solforge import facts as f
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.notation import ruling_cards as cards
from domain.games.solforge.notation import ruling_play as play
from domain.games.solforge.notation.reader import place
from domain.games.solforge.notation.ruling_objects import Doer, at, doer_words, home
from domain.games.solforge.queries import properties
from domain.games.solforge.state import SolState

TABLE: Final = """
health | health A 43 · health A +3 · health b2 5 | Health: so much, or so much more
damage | damage b2 3 · damage A 5 by spark · damage b2 3 armor 0 | damage; Armor takes what it can
heal | heal A 3 · heal b2 3 | Health is gained
attack | attack b2 7 · attack b2 +2 | Attack: so much, or so much more
change | change b2 +2/-1 | Attack and Health, for good
give | give b2 aggressive · give b2 armor 2 turn · give b2 +2/+2 turn | a keyword, a number
lose | lose b2 breakthrough turn · lose b2 printed | what it has not any more
bar | bar b2 attack turn | it can't: attack, move, activate
counter counters | counter b2 +1 · counter b2 -1 growth | counters on it
destroy kill | destroy b2 · destroy b2 by a1 | it is destroyed
banish | banish b2 · banish A bear from discard | out of play, or of the hand
return | return b2 · return A bear | out of play, or of the discard, to the hand
leave | leave b2 to deck | it leaves play otherwise
replaced | replaced b2 | it left for what came in its place
put create | put a3 bear · put a3 bear 5/6 back · put a3 bear from hand | into play
move | move b2>4 · move b2 front | another lane, another row
swap | swap b2 b3 | two change lanes
ready | ready b2 · ready A | a card, or the Forgeborn
exhaust | exhaust b2 · exhaust A | a card, or the Forgeborn
activate | activate b2 | only that it was, and is exhausted
forgeborn | forgeborn A ready · forgeborn A used · forgeborn A level 3 | the Forgeborn
draw | draw A bear ?? · draw A 2 | cards are drawn
look | look A bear ?? | at the top of the deck
discard | discard A bear | out of the hand
carry | carry A bear hand>deck | hand, discard, banish, upgrade, deck, top, aside
level | level A bear.2 | a higher level comes into the discard pile
upgrade | upgrade b2 · upgrade A bear | to the next level, in play or in hand
shuffle | shuffle A | deck and discard pile together
forge | forge A | A has the Forge
step | step 3 | an Action Step begins
phase | phase combat | a phase begins: draw, action, combat, end
sudden | sudden | Sudden Death begins
turn | turn A | the next turn begins; A has the Forge
end | end A reason · end draw | the match ends: who wins, and why
"""
"""The verbs, what right lines look like, and what they do."""


LEAVING: Final = {
    "destroyed": "destroy",
    "banished": "banish",
    "returned": "return",
    "left": "leave",
    "replaced": "replaced",
}
"""Why something left play, and the verb for it."""


def words_of(state: SolState, fact: Fact) -> str:
    """A fact as it is entered, `state` being before it; nothing if there are no words for it."""
    for part in (of_numbers, of_play, of_cards, of_course):
        if words := part(state, fact):
            return words
    return ""


def of_numbers(state: SolState, fact: Fact) -> str:
    """Facts about Attack, Health, damage and gifts."""
    match fact:
        case f.Hit(number, amount, absorbed, source, seat, _, card, _):
            p = state.in_play[number]
            usual = min(properties.armor_of(state, p), amount)
            doer = doer_words(state, Doer(source, seat, card))
            return f"damage {place(p)} {amount}{kind(fact, absorbed, usual)}{doer}"
        case f.HitPlayer(whose, amount, absorbed, source, seat, _, _, card):
            usual = min(properties.player_armor(state, whose), amount)
            doer = doer_words(state, Doer(source, seat, card))
            return f"damage {seat_name(whose)} {amount}{kind(fact, absorbed, usual)}{doer}"
        case f.Gained(seat, amount, _, source):
            by = f" by {at(state, source) if source in state.in_play else f'#{source}'}"
            return f"health {seat_name(seat)} {amount:+d}{by if source else ''}"
        case f.Changed(number, up, more, source, seat, card):
            doer = doer_words(state, Doer(source, seat, card))
            return f"change {at(state, number)} {up:+d}/{more:+d}{doer}"
        case f.Given(_, number, gift, until, source):
            return given(at(state, number), gift, until, source)
        case f.PlayerGiven(_, seat, gift, until, source):
            return given(seat_name(seat), gift, until, source)
        case f.Counted(number, name, by):
            return f"counter {at(state, number)} {by:+d} {name}".rstrip()
        case _:
            return ""


def kind(fact: f.Hit | f.HitPlayer, absorbed: int, usual: int) -> str:
    """What of damage is not as usual, after a space."""
    armor = "" if absorbed == usual else f" armor {absorbed}"
    battle = " battle" if isinstance(fact, f.Hit) and fact.battle else ""
    return f"{armor}{' combat' if fact.combat else ''}{battle}"


def given(whom: str, gift: n.Gift, until: str, source: str) -> str:
    """A gift as it is entered; another kind than can be entered reads as another and is dropped."""
    more = f"{' turn' if until == 'turn' else ''}{f' by {source}' if source else ''}"
    if gift.loses:
        return f"lose {whom} {gift.loses[0]}{more}"
    if gift.forbids:
        return f"bar {whom} {gift.forbids[0].what}{more}"
    parts = [f"{k.name} {k.n.n}" for k in gift.keywords if isinstance(k.n, n.Number)]
    up = [x.n if isinstance(x, n.Number) else 0 for x in (gift.attack, gift.health)]
    if any(up):
        parts.append(f"{up[0]:+d}/{up[1]:+d}")
    return f"give {whom} {' '.join(parts)}{more}" if parts else ""


def of_play(state: SolState, fact: Fact) -> str:
    """Facts about what comes into play, moves and leaves it."""
    match fact:
        case f.Left(number, why, to, by, seat, card):
            verb = LEAVING.get(why)
            own = home(state, state.in_play[number])
            usual = "hand" if why == "returned" and own == "banish" else own
            where = "" if to == usual else f" to {to}"
            doer = doer_words(state, Doer(by, seat, card))
            return f"{verb} {at(state, number)}{where}{doer}" if verb else ""
        case f.Entered(_, card, seat, owner, lane, front, attack, health, exalt, how, old, was):
            where = f"{'x' if exalt else ''}{'ab'[seat]}{lane}"
            row = "" if exalt else " front" if front else " back"
            whose = f" of {seat_name(owner)}" if owner != seat else ""
            done = " played" if how == "played" else ""
            instead = f" for #{old} {was}" if old else ""
            return f"put {where} {card} {attack}/{health}{row}{whose}{done}{instead}"
        case f.Moved(number, lane, front):
            p = state.in_play[number]
            row = "" if p.front is front else " front" if front else " back"
            to = f">{lane}" if lane != p.lane or not row else ""
            return f"move {place(p)}{to}{row}"
        case f.Swapped(number, other):
            return f"swap {at(state, number)} {at(state, other)}"
        case f.Turned(number, ready):
            return f"{'ready' if ready else 'exhaust'} {at(state, number)}"
        case f.Activated(number, which):
            return f"activate {at(state, number)} #{which + 1}"
        case _:
            return ""


def of_cards(state: SolState, fact: Fact) -> str:
    """Facts about cards that are not in play, and Forgeborn."""
    match fact:
        case f.Drawn(seat, drawn):
            return f"draw {seat_name(seat)} {drawn_words(drawn)}"
        case f.Looked(seat, looked):
            return f"look {seat_name(seat)} {drawn_words(looked)}"
        case f.Carried(seat, card, source, to):
            return f"carry {seat_name(seat)} {card} {source}>{to}"
        case f.Levelled(seat, card):
            return f"level {seat_name(seat)} {card}"
        case f.Upgraded(seat, zone, old, _, _, number):
            if number:
                return f"upgrade {at(state, number)}"
            return f"upgrade {seat_name(seat)} {old} in {zone}"
        case f.Shuffled(seat):
            return f"shuffle {seat_name(seat)}"
        case f.ForgebornUsed(seat):
            return f"forgeborn {seat_name(seat)} used"
        case f.ForgebornTurned(seat, ready):
            return f"forgeborn {seat_name(seat)} {'ready' if ready else 'exhausted'}"
        case f.ForgebornLevelled(seat, level):
            return f"forgeborn {seat_name(seat)} level {level}"
        case _:
            return ""


def of_course(state: SolState, fact: Fact) -> str:
    """Facts about the course of a match."""
    match fact:
        case f.ForgePassed(seat):
            return f"forge {seat_name(seat)}"
        case f.StepBegan(step):
            return f"step {step}"
        case f.PhaseBegan(phase):
            return f"phase {phase}"
        case f.SuddenDeath(why):
            return f"sudden {why}".removesuffix(f" {RULED}")
        case f.TurnBegan(number, seat):
            return turn_words(number, seat, state.turn)
        case f.MatchEnded(winner, why):
            return end_words(winner, why)
        case _:
            return ""


RULINGS: Final = Words(TABLE, {**vars(play), **vars(cards)}, words_of)
"""What a ruling can say in SolForge Fusion."""
