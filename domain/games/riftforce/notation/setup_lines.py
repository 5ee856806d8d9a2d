"""The lines before the first turn: draw, display, start, picks, hand, face."""

from __future__ import annotations

import re
from collections.abc import Callable

from domain.contract.game import UNKNOWN, Ask, Decider, seat_name
from domain.frame.line import decide
from domain.frame.scanner import Scanner, illegal, unreadable
from domain.games.riftforce import actions as a
from domain.games.riftforce.cards import GUILDS
from domain.games.riftforce.notation.names import CARD, card_code, guild_code

WORDS = ("draw", "display", "start", "picks", "hand", "face")
WORD = re.compile(r"[A-Za-z]+")
SEAT = re.compile(r"([ABab])\b\s*:?")
COLON = re.compile(r":")


def read_setup(decider: Decider, text: str) -> bool:
    """Read a line of the set-up, if it is one."""
    scanner = Scanner(text)
    ask = decider.ask
    setting_up = ask is not None and decider.state.turn == 0
    found = scanner.peek(WORD)
    if not setting_up and scanner.peek(CARD):
        return False
    low = found[0].lower() if found else ""
    words = [w for w in WORDS if len(low) > 1 and w.startswith(low)] or [
        w for w in WORDS if w == low
    ]
    if len(words) != 1:
        if setting_up:
            assert ask is not None
            raise unreadable(
                f"{found[0] if found else text!r} does not set the match up",
                1,
                tuple(setup_words(ask) or ()),
            )
        return False
    if not setting_up:
        raise illegal(f"the match is set up already; {words[0]!r} comes too late", scanner.column)
    column = scanner.column
    scanner.take(WORD)
    scanner.take(COLON)
    READERS[words[0]](decider, scanner, column)
    if not scanner.end:
        raise unreadable(f"{scanner.rest!r} is too much here", scanner.column)
    decider.settle()
    return True


def asked(decider: Decider, about: str, column: int) -> Ask:
    """The question that is open, which must be about this."""
    ask = decider.ask
    assert ask is not None
    if ask.about != about:
        legal = tuple(setup_words(ask) or ())
        raise illegal("something else comes first", column, legal)
    return ask


def seat_word(scanner: Scanner) -> int | None:
    """Read a seat's letter, if it comes next."""
    found = scanner.take(SEAT)
    return "ab".index(found[1].lower()) if found else None


def guild_words(scanner: Scanner, among: list[str]) -> list[tuple[int, str]]:
    """Read guilds one after the other, each with its column."""
    guilds: list[tuple[int, str]] = []
    while True:
        column, found = scanner.column, scanner.take(WORD)
        if not found:
            return guilds
        guilds.append((column, guild_code(found[0], column, among)))


def read_summoner(decider: Decider, scanner: Scanner, column: int) -> None:
    """`draw A Fire` (or `draw A Fire B Water`)."""
    while True:
        ask = asked(decider, "draw summoner", column)
        seat = seat_word(scanner)
        place, found = scanner.column, scanner.take(WORD)
        if seat is None or not found:
            raise unreadable("draw needs a seat and a guild", place, ("draw A Fire",))
        left = [action.guild for action in ask.choices]
        decide(decider, place, a.DrawSummoner(seat, guild_code(found[0], place, left)))
        if scanner.end:
            return
        column = scanner.column


def read_display(decider: Decider, scanner: Scanner, column: int) -> None:
    """`display Earth Light …`."""
    asked(decider, "display", column)
    guilds = guild_words(scanner, list(GUILDS))
    decide(decider, column, a.Display(tuple(guild for _, guild in guilds)))


def read_start(decider: Decider, scanner: Scanner, column: int) -> None:
    """`start A`."""
    asked(decider, "toss", column)
    seat = seat_word(scanner)
    if seat is None:
        raise unreadable("who starts?", scanner.column, ("start A", "start B"))
    decide(decider, column, a.Toss(seat))


def read_picks(decider: Decider, scanner: Scanner, column: int) -> None:
    """`picks Earth Light …`, alternating from who starts."""
    ask = asked(decider, "pick", column)
    picks = guild_words(scanner, [action.guild for action in ask.choices])
    if not picks:
        raise unreadable("who is picked?", scanner.column, tuple(setup_words(ask) or ()))
    for place, guild in picks:
        asked(decider, "pick", place)
        decide(decider, place, a.Pick(guild))


def read_hand(decider: Decider, scanner: Scanner, column: int) -> None:
    """`hand A F5 F6 …`, or `hand A ??`."""
    seat = seat_word(scanner)
    if seat is None:
        raise unreadable("whose hand?", scanner.column, ("hand A F5 F6", "hand B ??"))
    ask = asked(decider, "draw", column)
    (unknown,) = ask.choices
    if seat < unknown.seat:
        raise illegal(f"hand {seat_name(seat)} was dealt already", column)
    if unknown.seat != seat:
        fill_unknown(decider, ask)
        ask = asked(decider, "draw", column)
        (unknown,) = ask.choices
    cards: list[str] = []
    guilds = decider.state.hands[seat].guilds
    while True:
        place, found = scanner.column, scanner.take(CARD)
        if not found:
            break
        cards.append(card_code(found, place, guilds))
    cards.extend([UNKNOWN] * (len(unknown.cards) - len(cards)))
    decide(decider, column, a.Deal(seat, tuple(cards)))


def fill_unknown(decider: Decider, ask: Ask) -> None:
    """Deal a hand that nobody has written down."""
    (unknown,) = ask.choices
    decider.decide(unknown)


def read_face(decider: Decider, scanner: Scanner, column: int) -> None:
    """`face W5` (or `face B W5`); hands not written down until then are unknown."""
    while (ask := decider.ask) is not None and ask.about == "draw":
        fill_unknown(decider, ask)
    ask = asked(decider, "face up", column)
    seat = seat_word(scanner)
    due = next(iter(ask.choices)).seat
    if seat is not None and seat != due:
        raise illegal(f"the face-up elemental is {seat_name(due)}'s", column)
    place, found = scanner.column, scanner.take(CARD)
    if not found:
        raise unreadable("which elemental lies face up?", place, ("face W5",))
    card = card_code(found, place, decider.state.hands[due].guilds)
    decide(decider, place, a.FaceUp(due, card))


READERS: dict[str, Callable[[Decider, Scanner, int], None]] = {
    "draw": read_summoner,
    "display": read_display,
    "start": read_start,
    "picks": read_picks,
    "hand": read_hand,
    "face": read_face,
}


def setup_words(ask: Ask) -> list[str] | None:
    """What may be typed to answer a question of the set-up; None if it is not one."""
    if ask.about == "draw summoner":
        return [f"draw {seat_name(c.seat)} {GUILDS[c.guild]}" for c in ask.choices]
    if ask.about == "display":
        (first,) = ask.choices
        return ["display " + " ".join(GUILDS[guild] for guild in first.guilds)]
    if ask.about == "toss":
        return ["start A", "start B"]
    if ask.about == "pick":
        return [f"picks {GUILDS[action.guild]}" for action in ask.choices]
    if ask.about == "draw":
        (unknown,) = ask.choices
        return [f"hand {seat_name(unknown.seat)} ??"]
    if ask.about == "face up":
        return [f"face {action.card}" for action in ask.choices]
    return None
