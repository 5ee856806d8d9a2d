"""Rulings of SolForge Fusion about players and what is in play."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import Final

from domain.contract.game import Fact, Seat
from domain.frame.ruling_words import (
    CHANGE,
    DIGITS,
    REST,
    need_change,
    need_number,
    take_number,
    take_seat,
    take_word,
)
from domain.frame.scanner import END, Scanner, illegal, unreadable, whole
from domain.games.solforge import facts as f
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.cards.book import book
from domain.games.solforge.notation.reader import THING, there
from domain.games.solforge.notation.ruling_objects import (
    CODE,
    FROM,
    TO,
    Doer,
    check_there,
    home,
    in_zone,
    read_card,
    read_doer,
    read_thing,
    read_zone,
)
from domain.games.solforge.queries import properties
from domain.games.solforge.state import LANES, Permanent, SolState

ARMOR: Final = re.compile(rf"armou?r{END}", re.IGNORECASE)
COMBAT: Final = re.compile(rf"combat{END}", re.IGNORECASE)
BATTLE: Final = re.compile(rf"battle{END}", re.IGNORECASE)
FOR: Final = re.compile(rf"for{END}", re.IGNORECASE)
OF: Final = re.compile(r"of\s+([ab])\b", re.IGNORECASE)
PLAYED: Final = re.compile(rf"played{END}", re.IGNORECASE)
STATS: Final = re.compile(r"([+-]?\d+)\s*/\s*([+-]?\d+)")
ROWS: Final = {"front": True, "back": False}
KEYWORDS: Final = {
    word: word
    for word in ("aggressive", "defender", "breakthrough", "stealth", "mobility", "armor")
} | {"armour": "armor"}
TURN: Final = re.compile(rf"(?:this\s+)?turn{END}", re.IGNORECASE)


# -- Health and damage ---------------------------------------------------------------------------


def health(scanner: Scanner, state: SolState) -> Sequence[Fact]:
    """`health A 43`, `health A +3`; of a creature `health b2 5`, `health b2 -1`."""
    if (seat := take_seat(scanner)) is not None:
        now = state.sides[seat].health
        change = need_change(scanner, now, "the Health")
        return (f.Gained(seat, change, now + change, read_doer(scanner, state).id),)
    p = read_thing(scanner, state)
    return (changed(scanner, state, p, 0, health_change(scanner, state, p)),)


def health_change(scanner: Scanner, state: SolState, p: Permanent) -> int:
    """By how much a creature's Health goes up."""
    return need_change(scanner, properties.health_of(state, p), "the Health")


def attack(scanner: Scanner, state: SolState) -> Sequence[Fact]:
    """`attack b2 7`, `attack b2 +2`."""
    p = read_thing(scanner, state)
    change = need_change(scanner, properties.attack_of(state, p), "the Attack")
    return (changed(scanner, state, p, change, 0),)


def change(scanner: Scanner, state: SolState) -> Sequence[Fact]:
    """`change b2 +2/-1`: for good."""
    p, column = read_thing(scanner, state), scanner.column
    found = scanner.take(STATS)
    if not found:
        raise unreadable("by how much? +2/-1", column)
    return (changed(scanner, state, p, signed(found[1]), signed(found[2])),)


def signed(text: str) -> int:
    """A number with a sign; of one that is absurdly long only the start."""
    return int(text[:9])


def changed(scanner: Scanner, state: SolState, p: Permanent, up: int, more: int) -> Fact:
    """A change of Attack and Health, and whose doing it is."""
    doer = read_doer(scanner, state)
    return f.Changed(p.id, up, more, doer.id, doer.seat, doer.card)


def damage(scanner: Scanner, state: SolState) -> Sequence[Fact]:
    """`damage b2 3`, `damage A 5 by spark`; Armor takes what it can, or `armor 0`."""
    seat = take_seat(scanner)
    p = read_thing(scanner, state) if seat is None else None
    amount = need_number(scanner, "the damage")
    left = properties.armor_of(state, p) if p else properties.player_armor(state, seat or 0)
    absorbed = min(left, amount)
    if scanner.take(ARMOR):
        column = scanner.column
        absorbed = need_number(scanner, "what Armor takes")
        if absorbed > amount:
            raise illegal(f"Armor takes {amount} at most", column)
    combat = scanner.take(COMBAT) is not None
    battle = scanner.take(BATTLE) is not None
    doer = read_doer(scanner, state)
    if p is not None:
        return (f.Hit(p.id, amount, absorbed, doer.id, doer.seat, combat, doer.card, battle),)
    whose: Seat = seat or 0
    total = state.sides[whose].health - amount + absorbed
    return (f.HitPlayer(whose, amount, absorbed, doer.id, doer.seat, combat, total, doer.card),)


def heal(scanner: Scanner, state: SolState) -> Sequence[Fact]:
    """`heal A 3`, `heal b2 3`."""
    if (seat := take_seat(scanner)) is not None:
        amount = need_number(scanner, "how much")
        total = state.sides[seat].health + amount
        return (f.Gained(seat, amount, total, read_doer(scanner, state).id),)
    p = read_thing(scanner, state)
    return (changed(scanner, state, p, 0, need_number(scanner, "how much")),)


# -- leaving and coming into play ----------------------------------------------------------------


def leaving(why: str, scanner: Scanner, state: SolState, usual: str = "") -> Sequence[Fact]:
    """Something leaves play, to where it usually goes or where the ruling says."""
    p = read_thing(scanner, state)
    to = read_zone(scanner) if scanner.take(TO) else ""
    own = home(state, p)
    doer = read_doer(scanner, state)
    where = to or (own if own != "banish" or not usual else usual)
    return (f.Left(p.id, why, where, doer.id, doer.seat, doer.card),)


def destroy(scanner: Scanner, state: SolState) -> Sequence[Fact]:
    """`destroy b2`, `destroy b2 by a1`."""
    return leaving("destroyed", scanner, state)


def leave(scanner: Scanner, state: SolState) -> Sequence[Fact]:
    """`leave b2`, `leave b2 to hand`: it leaves play otherwise than destroyed."""
    return leaving("left", scanner, state)


def replaced(scanner: Scanner, state: SolState) -> Sequence[Fact]:
    """`replaced b2 by b3`: it left for what came in its place."""
    return leaving("replaced", scanner, state)


def put(scanner: Scanner, state: SolState) -> Sequence[Fact]:
    """`put a3 bear`, `put a3 bear 5/6 back`, `put a3 bear from hand`; it replaces what is there."""
    column, found = scanner.column, scanner.take(THING)
    if not found:
        raise unreadable("where? a3", column)
    seat, lane = "ab".index(found[2].lower()), whole(found[4])
    if lane not in LANES:
        raise illegal(f"there is no lane {lane}", column)
    side, column = state.sides[seat], scanner.column
    code = read_card(scanner, state, in_zone(side, "hand"), in_zone(side, "discard"))
    face = book(state.cards).faces[code]
    exalt = bool(found[1] or found[3]) or face.card.kind == "exalt"
    numbers = scanner.take(STATS)
    stats = [signed(x) for x in numbers.groups()] if numbers else []
    row = take_word(scanner, ROWS)
    front = not exalt and (state.forge == seat if row is None else row)
    of, played = scanner.take(OF), scanner.take(PLAYED)
    owner = "ab".index(of[1].lower()) if of else seat
    number = state.placed + 1
    facts: list[Fact] = []
    gone, gone_card = read_replaced(scanner)
    if scanner.take(FROM):
        source = read_zone(scanner)
        check_there(state, owner, code, source, column)
        facts.append(f.Carried(owner, code, source, "aside"))
    old = there(state, seat, lane, exalt=exalt)
    if old is not None:
        facts.append(f.Left(old.id, "replaced", home(state, old), number, seat, code))
    facts.append(
        f.Entered(
            number,
            code,
            seat,
            owner,
            lane,
            front,
            stats[0] if stats else face.printed.attack,
            stats[1] if stats else face.printed.health,
            exalt,
            "played" if played else "put",
            old.id if old else gone,
            old.code if old else gone_card,
        )
    )
    return facts


def read_replaced(scanner: Scanner) -> tuple[int, str]:
    """`for #4 bear.1`: what it replaced, which has left already."""
    if not scanner.take(FOR):
        return 0, ""
    column, number, code = scanner.column, take_number(scanner), scanner.take(CODE)
    if number is None or code is None:
        raise unreadable("what did it replace? #4 bear.1", column)
    return number, code[0]


# -- places, readiness, counters, gifts ----------------------------------------------------------


def move(scanner: Scanner, state: SolState) -> Sequence[Fact]:
    """`move b2>4`, `move b2 front`, `move b2>4 back`."""
    p = read_thing(scanner, state)
    scanner.take(TO)
    column, found = scanner.column, scanner.take(DIGITS)
    row = take_word(scanner, ROWS)
    lane = whole(found[0]) if found else p.lane
    if not found and row is None:
        raise unreadable("where? a lane, front, or back", column)
    if lane not in LANES:
        raise illegal(f"there is no lane {lane}", column)
    if lane != p.lane and there(state, p.seat, lane, exalt=p.exalt) is not None:
        raise illegal(f"lane {lane} is taken", column)
    return (f.Moved(p.id, lane, p.front if row is None else row),)


def swap(scanner: Scanner, state: SolState) -> Sequence[Fact]:
    """`swap b2 b3`."""
    one, column = read_thing(scanner, state), scanner.column
    scanner.take(TO)
    other = read_thing(scanner, state)
    if (one.seat, one.exalt) != (other.seat, other.exalt):
        raise illegal("only two of a kind of one side swap", column)
    return (f.Swapped(one.id, other.id),)


def turned(scanner: Scanner, state: SolState, *, ready: bool) -> Sequence[Fact]:
    """`b2`, or `A` for the Forgeborn."""
    if (seat := take_seat(scanner)) is not None:
        return (f.ForgebornTurned(seat, ready),)
    return (f.Turned(read_thing(scanner, state).id, ready),)


ready, exhaust = partial(turned, ready=True), partial(turned, ready=False)


def activate(scanner: Scanner, state: SolState) -> Sequence[Fact]:
    """`activate b2`, `activate b2 #2`: exhausted for an ability, which is entered by itself."""
    p = read_thing(scanner, state)
    which = take_number(scanner)
    return (f.Activated(p.id, (which or 1) - 1),)


def counter(scanner: Scanner, state: SolState) -> Sequence[Fact]:
    """`counter b2 +1`, `counter b2 -2 growth`."""
    p, column = read_thing(scanner, state), scanner.column
    found = scanner.take(CHANGE)
    if not found:
        raise unreadable("how many? +1 or -1", column)
    by = whole(found[2]) * (1 if found[1] == "+" else -1)
    named = scanner.take(REST)
    name = " ".join(named[0].split()) if named else ""
    if not name and by < 0 and len(p.counters) == 1:
        (name,) = p.counters
    if p.counters.get(name, 0) + by < 0:
        raise illegal(f"there are {p.counters.get(name, 0)} such counters on it", column)
    return (f.Counted(p.id, name, by),)


def lose(scanner: Scanner, state: SolState) -> Sequence[Fact]:
    """`lose b2 breakthrough turn`, `lose b2 printed`: what it has not any more."""
    p = read_thing(scanner, state)
    column, found = scanner.column, take_word(scanner, {**KEYWORDS, "printed": "printed"})
    if found is None:
        raise unreadable("which keyword?", column, (*KEYWORDS, "printed"))
    return (given(scanner, state, p, n.Gift(loses=(found,))),)


def bar(scanner: Scanner, state: SolState) -> Sequence[Fact]:
    """`bar b2 attack turn`: it can't."""
    p, column = read_thing(scanner, state), scanner.column
    found = take_word(scanner, {"attack": "attack", "move": "move", "activate": "activate"})
    if found is None:
        raise unreadable("what can it not do?", column, ("attack", "move", "activate"))
    return (given(scanner, state, p, n.Gift(forbids=(n.Forbid(found),))),)


def give(scanner: Scanner, state: SolState) -> Sequence[Fact]:
    """`give b2 aggressive`, `give b2 armor 2 turn`, `give b2 +2/+2 turn`, `give A armor 2`."""
    seat = take_seat(scanner)
    on: Permanent | Seat = read_thing(scanner, state) if seat is None else seat
    column = scanner.column
    keywords: list[n.Keyword] = []
    while (name := take_word(scanner, KEYWORDS)) is not None:
        count = scanner.take(DIGITS)
        keywords.append(n.Keyword(name, n.Number(whole(count[0]) if count else 1)))
    stats = scanner.take(STATS)
    up = [n.Number(signed(x)) if signed(x) else None for x in stats.groups()] if stats else []
    if not keywords and not stats:
        raise unreadable("what is given?", column, (*dict.fromkeys(KEYWORDS.values()), "+2/+2"))
    made = n.Gift(up[0] if up else None, up[1] if up else None, tuple(keywords))
    return (given(scanner, state, on, made),)


def given(scanner: Scanner, state: SolState, on: Permanent | Seat, what: n.Gift) -> Fact:
    """A gift, with how long it lasts and the card that gives it."""
    until = "turn" if scanner.take(TURN) else ""
    doer: Doer = read_doer(scanner, state)
    number = state.lasting + 1
    if isinstance(on, Permanent):
        return f.Given(number, on.id, what, until, doer.card)
    return f.PlayerGiven(number, on, what, until, doer.card)
