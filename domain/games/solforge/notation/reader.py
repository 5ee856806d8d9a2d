"""From typed words to one decision: an action of a step, or the answer to what is asked."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any, Final

from domain.contract.errors import GameError
from domain.contract.game import UNKNOWN, Action, Ask, Seat, seat_name
from domain.frame.scanner import END, Scanner, counted, illegal, unreadable, whole, word
from domain.games.solforge import actions as a
from domain.games.solforge.cards.book import book
from domain.games.solforge.notation.names import card_next, find, take_card
from domain.games.solforge.notation.whereabouts import no_such_card, not_in_hand, where
from domain.games.solforge.state import LANES, Permanent, Side, SolState

PASS: Final = re.compile(rf"[-–](?!\w)|pass{END}", re.IGNORECASE)
DONE: Final = re.compile(rf"\.(?![\d.])|done{END}", re.IGNORECASE)
FORGEBORN: Final = word("f|forgeborn")
MOBILITY: Final = word(r"m\s*([1-9])\s*>?\s*([1-9])")
LEVEL: Final = re.compile(r"(?:level(?:\s*up)?|lvl)\s+", re.IGNORECASE)
ACTIVATE: Final = re.compile(r"@\s*")
WHICH: Final = re.compile(r"[.#]\s*(\d)")
FREE: Final = re.compile(r"!")
VERB: Final = re.compile(r"play\s+(?=\S)", re.IGNORECASE)
LANE: Final = word(r"[>@]?\s*(\d+)")
MOVING: Final = word(r"m\s*>?\s*[1-9]?")
ARROW: Final = word(r">\s*(\d)")
NUMBER: Final = word(r"(\d)")
THING: Final = word(r"(x?)\s*([ab])\s*(x?)\s*([1-9])")
OWN: Final = word(r"(x?)\s*([1-9])")
PLAYER: Final = word("([ab])")
YES: Final = word("y|yes")
NO: Final = re.compile(rf"\.(?![\d.])|(?:n|no){END}", re.IGNORECASE)
MODE: Final = word(r"#\s*(\d+)")
ORDER: Final = word(r"o\s*(\d+)")
STAR: Final = re.compile(r"\*\s*")
OPENING: Final = re.compile(r"\[\s*")
CLOSING: Final = re.compile(r"\]")
DRAWN: Final = re.compile(r"&\s*")
LOOKED: Final = re.compile(r"\^\s*")

DEALT: Final = {"draw": DRAWN, "look": LOOKED}
"""How the dealer's answers that name several cards begin."""


def options(ask: Ask) -> list[Any]:
    """The legal actions of an Ask."""
    return list(ask.choices)


# -- what is meant -------------------------------------------------------------------------------


def there(state: SolState, seat: Seat, lane: int, *, exalt: bool) -> Permanent | None:
    """A side's creature or Exalt in a lane."""
    return state.exalt_at(seat, lane) if exalt else state.creature_at(seat, lane)


def thing_in(
    state: SolState, seat: Seat, lane: int, column: int, *, exalt: bool, allowed: Iterable[int]
) -> Permanent:
    """The creature or Exalt meant by a lane of a side; what is allowed (by id) is preferred.

    Raises GameError: there is nothing.
    """
    first = there(state, seat, lane, exalt=exalt)
    if not exalt and (first is None or first.id not in set(allowed)):
        other = there(state, seat, lane, exalt=True)
        if other is not None and other.id in set(allowed):
            return other
    if first is None:
        kind = "Exalt" if exalt else "creature"
        legal = tuple(place(state.in_play[x]) for x in allowed if x in state.in_play)
        raise illegal(f"seat {seat_name(seat)} has no {kind} in lane {lane}", column, legal)
    return first


def place(p: Permanent) -> str:
    """Where something in play is, as typed: `a3`, `xb1`."""
    return f"{'x' if p.exalt else ''}{'ab'[p.seat]}{p.lane}"


def by_name(scanner: Scanner, state: SolState, ids: Iterable[int]) -> Permanent:
    """The one of some things in play that a card's name means. Raises GameError."""
    column = scanner.column
    among = [state.in_play[x] for x in ids if x in state.in_play]
    code = take_card(scanner, dict.fromkeys(p.code for p in among))
    found = [p for p in among if p.code == code]
    if len(found) != 1:
        raise unreadable(
            f"{code} is in play {len(found)} times here", column, tuple(place(p) for p in found)
        )
    return found[0]


# -- an Action Step ------------------------------------------------------------------------------


def read_step(scanner: Scanner, state: SolState, ask: Ask) -> Action:
    """One action of an Action Step. Raises GameError if none comes next."""
    if scanner.take(PASS):
        return a.Pass()
    if scanner.take(DONE):
        return a.Done()
    if scanner.take(FORGEBORN):
        return a.UseForgeborn()
    if found := scanner.take(MOBILITY):
        lane_in(scanner, whole(found[2]), found.start(2) + 1)
        moved = thing_in(
            state, ask.seat, whole(found[1]), found.start() + 1, exalt=False, allowed=()
        )
        return a.UseMobility(moved.id, whole(found[2]))
    if scanner.take(ACTIVATE):
        return read_activation(scanner, state, ask)
    if state.edition == "early" and scanner.take(LEVEL):
        return a.LevelUp(take_hand_card(scanner, state, ask, a.LevelUp))
    if scanner.peek(MOVING):
        ways = tuple(
            f"m{state.in_play[c.id].lane}>{c.lane}"
            for c in ask.choices
            if isinstance(c, a.UseMobility)
        )
        raise unreadable("Mobility is from a lane to a lane, like m5>4", scanner.column, ways)
    skip_verb(scanner, state, ask)
    if not card_next(scanner):
        raise unreadable(f"{scanner.rest!r} is no action of a step", scanner.column)
    return read_play(scanner, state, ask)


def skip_verb(scanner: Scanner, state: SolState, ask: Ask) -> None:
    """Pass over `play` before a card, unless a card is called so."""
    side = state.sides[ask.seat]
    if scanner.peek(VERB) and not find("play", side.possible(side.hand)):
        scanner.take(VERB)


def read_activation(scanner: Scanner, state: SolState, ask: Ask) -> Action:
    """`3`, `x3`, `3.2` or a card's name, after the `@`."""
    column = scanner.column
    ids = [c.id for c in ask.choices if isinstance(c, a.Activate)]
    own = scanner.peek(re.compile(r"(x?)\s*[ab]?\s*(x?)\s*([1-9])(?![\w-])", re.IGNORECASE))
    if own:
        scanner.at = own.end()
        exalt = bool(own[1] or own[2])
        p = thing_in(state, ask.seat, whole(own[3]), column, exalt=exalt, allowed=ids)
    else:
        p = by_name(scanner, state, dict.fromkeys(ids))
    which = scanner.take(WHICH)
    scanner.skip()
    return a.Activate(p.id, counted(which) if which else 0)


def take_hand_card(scanner: Scanner, state: SolState, ask: Ask, kind: Callable[..., Any]) -> str:
    """A card that a seat has in hand: what it may do this with is preferred, then what it may hold."""
    side = state.sides[ask.seat]
    column = scanner.column
    legal = dict.fromkeys(c.card for c in ask.choices if isinstance(c, kind))  # type: ignore[arg-type]
    code = take_card(
        scanner,
        legal,
        side.possible(side.hand),
        known=book(state.cards).faces,
        refuse=lambda text, at: no_such_card(state, ask.seat, text, at, tuple(legal)),
    )
    if code == UNKNOWN:
        raise unreadable("a card that is played must be named", column, tuple(legal))
    if code not in legal and not side.holds(side.hand, code):
        raise not_in_hand(state, ask.seat, code, column)
    return code


def read_play(scanner: Scanner, state: SolState, ask: Ask) -> Action:
    """A card, `!` for Free, and the lane of a creature or Exalt."""
    code = take_hand_card(scanner, state, ask, a.Play)
    free = bool(scanner.take(FREE))
    mine = [c for c in ask.choices if isinstance(c, a.Play) and c.card == code]
    if mine and not free:
        free = all(c.free for c in mine)
    lanes = [c.lane for c in mine if c.free == free] or [c.lane for c in mine]
    if not lanes and code in (faces := book(state.cards).faces):
        lanes = [0] if faces[code].card.kind == "spell" else [*LANES]
    lane = 0
    if lanes != [0]:
        column, found = scanner.column, scanner.take(LANE)
        right = tuple(map(str, lanes))
        if not found:
            raise unreadable(f"{code} is played into a lane", column, right)
        lane = whole(found[1])
        if lane not in LANES:
            raise unreadable(
                f"there is no lane {lane}; {code} is played into a lane", column, right
            )
        if mine and lane not in lanes and not scanner.insists:
            raise illegal(f"{code} cannot be played into lane {lane} here", column, right)
        free = free or bool(scanner.take(FREE))
    return a.Play(code, lane, free)


# -- answers -------------------------------------------------------------------------------------


def read_answer(scanner: Scanner, state: SolState, ask: Ask) -> Action:
    """The answer to what is asked. Raises GameError if the next words cannot be one."""
    if ask.about in DEALT:
        return read_dealt(scanner, state, ask)
    choices = options(ask)
    kinds = {type(c) for c in choices}
    column = scanner.column
    if kinds & {a.Random, a.AtRandom}:
        return read_random(scanner, state, choices)
    if scanner.take(YES):
        return a.Yes()
    if scanner.take(NO):
        return a.No()
    if found := scanner.take(MODE):
        return a.Mode(counted(found))
    if found := scanner.take(ORDER):
        return a.Order(counted(found))
    if found := scanner.take(ARROW):
        return a.Lane(lane_in(scanner, whole(found[1]), column))
    if found := scanner.take(THING):
        ids = [c.id for c in choices if isinstance(c, a.Target)]
        exalt = bool(found[1] or found[3])
        seat = "ab".index(found[2].lower())
        return a.Target(thing_in(state, seat, whole(found[4]), column, exalt=exalt, allowed=ids).id)
    if found := scanner.take(PLAYER):
        return a.TargetPlayer("ab".index(found[1].lower()))
    if found := scanner.take(NUMBER):
        number = whole(found[1])
        if a.Lane in kinds:
            lane_in(scanner, number, column)
        return numbered(state, choices, number, column)
    if kinds & {a.Card, a.Target} and (scanner.peek(OPENING) or card_next(scanner)):
        return read_named(scanner, state, choices)
    raise unreadable(f"{scanner.rest!r} answers nothing here", column)


def lane_in(scanner: Scanner, lane: int, column: int) -> int:
    """A lane that there is; otherwise nothing would refuse it where what is written stood."""
    if scanner.insists and lane not in LANES:
        raise unreadable(f"there is no lane {lane}", column, tuple(map(str, LANES)))
    return lane


def numbered(state: SolState, choices: list[Any], number: int, column: int) -> Action:
    """What a bare number means: a lane, the only thing in that lane, an option, a trigger."""
    kinds = {type(c) for c in choices}
    if a.Lane in kinds:
        return a.Lane(number)
    if number < 1:
        raise unreadable("they are counted from 1", column)
    if a.Mode in kinds:
        return a.Mode(number - 1)
    if a.Order in kinds:
        return a.Order(number - 1)
    here = [
        c
        for c in choices
        if isinstance(c, a.Target) and (p := state.in_play.get(c.id)) and p.lane == number
    ]
    if len(here) == 1:
        only: Action = here[0]
        return only
    legal = tuple(place(state.in_play[c.id]) for c in here)
    raise unreadable(f"{number} does not say which of them is meant", column, legal)


def read_named(scanner: Scanner, state: SolState, choices: list[Any]) -> Action:
    """A card by name: of a pile or hand, with its lane if it needs one, or something in play."""
    column = scanner.column
    bracket = scanner.take(OPENING)
    cards = dict.fromkeys(c.card for c in choices if isinstance(c, a.Card))
    if not cards and not bracket:
        ids = [c.id for c in choices if isinstance(c, a.Target)]
        ids += [number for number in state.in_play if scanner.insists and number not in ids]
        return a.Target(by_name(scanner, state, ids).id)
    code = take_card(scanner, cards, known=book(state.cards).faces)
    if bracket and not scanner.take(CLOSING):
        raise unreadable("a bracket is not closed", column, (f"[{code}]",))
    lanes = [c.lane for c in choices if isinstance(c, a.Card) and c.card == code and c.lane]
    if not lanes:
        return a.Card(code)
    found = scanner.take(LANE)
    if found:
        return a.Card(code, whole(found[1]))
    if len(lanes) == 1:
        return a.Card(code, lanes[0])
    raise unreadable(f"{code} needs a lane", scanner.column, tuple(f"[{code}]>{x}" for x in lanes))


def read_random(scanner: Scanner, state: SolState, choices: list[Any]) -> Action:
    """What came up at random: `*bear`, `*a3`; `*-` if there was nothing."""
    column = scanner.column
    star = scanner.take(STAR)
    cards = [c.card for c in choices if isinstance(c, a.Random)]
    if star and scanner.take(PASS):
        return a.Random("")
    if found := scanner.take(PLAYER):
        return a.AtRandom(-1 - "ab".index(found[1].lower()))
    if found := scanner.take(THING):
        ids = [c.id for c in choices if isinstance(c, a.AtRandom)]
        seat = "ab".index(found[2].lower())
        exalt = bool(found[1] or found[3])
        return a.AtRandom(
            thing_in(state, seat, whole(found[4]), column, exalt=exalt, allowed=ids).id
        )
    if cards:
        return a.Random(take_card(scanner, cards, known=book(state.cards).faces))
    ids = [c.id for c in choices if isinstance(c, a.AtRandom)]
    return a.AtRandom(by_name(scanner, state, ids).id)


def read_dealt(scanner: Scanner, state: SolState, ask: Ask) -> Action:
    """`& card ??` or `^ card ??`: what is drawn or looked at; what is not named is unknown."""
    column = scanner.column
    if not scanner.take(DEALT[ask.about]):
        raise unreadable(f"{scanner.rest!r} does not say what is dealt", column)
    return dealt(scanner, state, ask)


def dealt(scanner: Scanner, state: SolState, ask: Ask) -> Action:
    """The cards of a deal that is asked for, completed with unknown ones; more, if that stood."""
    (unknown,) = ask.choices
    known: tuple[str, ...] = unknown.cards
    pool = in_deck(state.sides[unknown.seat])
    side = state.sides[unknown.seat]
    left = {card: side.unseen.get(card, 0) + side.top.count(card) for card in pool}
    named: list[str] = []
    while (scanner.insists or len(named) < len(known)) and card_next(scanner):
        column = scanner.column
        card = take_card(
            scanner,
            pool,
            known=book(state.cards).faces,
            refuse=lambda text, at: no_such_card(
                state, unknown.seat, text, at, tuple(pool), "cannot be drawn by {seat} here"
            ),
        )
        if card != UNKNOWN and left.get(card, 0) < 1:
            count = named.count(card)
            if count:
                raise illegal(
                    f"{card} can be drawn here {count} time{'s'[count == 1 :]} only", column
                )
            at = where(state, unknown.seat, card)
            raise illegal(f"{card} cannot be drawn here: {at}", column)
        left[card] = left.get(card, 0) - 1
        named.append(card)
    named += [UNKNOWN] * (len(known) - len(named))
    known = (*known, *(UNKNOWN,) * (len(named) - len(known)))
    cards = [k if n == UNKNOWN else n for n, k in zip(named, known, strict=True)]
    made: Action = type(unknown)(unknown.seat, tuple(cards))
    return made


def in_deck(side: Side) -> list[str]:
    """The different cards that can be in a side's deck."""
    return sorted({*side.unseen, *(card for card in side.top if card != UNKNOWN)})


def reads(scanner: Scanner, state: SolState, ask: Ask) -> Action | None:
    """What the next words say if they answer what is asked; otherwise nothing is read."""
    before = scanner.at
    try:
        if ask.about == "step":
            return read_step(scanner, state, ask)
        return read_answer(scanner, state, ask)
    except GameError:
        scanner.at = before
        return None
