"""How matches end by other ways than their rules: conceded, agreed, on time, by a judge, broken off."""

from __future__ import annotations

import re
from typing import Any, Final

from domain.contract.characters import folded
from domain.contract.errors import GameError, Reason
from domain.contract.game import BROKEN_OFF, DEALER, Game, Result, Seat, seat_name
from domain.contract.seats import TWO, Seats
from domain.record.events import Closed
from domain.record.match import result_of

BOTH: Final = r"(-?\d++)\s*+[:\-–/]\s*+(-?\d+)"
"""Totals of A and of B, which can be negative."""
RESULT: Final = re.compile(
    rf"\s*+result\s*+:?\s*+(draw|no\s++result|[AB]\s++wins)\s*+(?:{BOTH})?\s*+(?:\((\w+)\))?"
    r"\s*+(?:\[([^\[\]]*)\])?\s*+",
    re.IGNORECASE,
)
"""What won, the totals of A and of B, the reason, and the judge; spaces are never given back."""
DISQUALIFICATION: Final = "disqualification"
"""The end that only a judge can give."""
REASONS: Final = ("concession", "agreed", "time", DISQUALIFICATION, BROKEN_OFF)
"""Why a match can end without its rules saying so."""
ONE_LOSES: Final = ("concession", DISQUALIFICATION)


def result_line(game: Game, state: Any, closed: Closed | None = None) -> str:
    """How a match ended, as a tape says it; empty while it goes on."""
    result = result_of(game, state, closed)
    if result is None:
        return ""
    judge = f" [{closed.judge}]" if closed and closed.judge else ""
    return written_result(result) + judge


def written_result(result: Result) -> str:
    """A result as a tape says it."""
    return f"result {result.text}"


def seat_of(players: tuple[str, ...], name: str) -> Seat:
    """Return the seat that a letter or a player's name means. Raises GameError (UNREADABLE)."""
    wanted, letters = folded(name), Seats.of(players).names
    for words in (letters, players):
        found = [seat for seat, word in enumerate(words) if folded(word) == wanted]
        if len(found) == 1:
            return found[0]
    raise GameError(Reason.UNREADABLE, f"{name!r} is no player", legal=letters)


def winner_of(why: str, seat: Seat | None) -> Seat | None:
    """Return who wins when `seat` concedes, loses on time or is disqualified.

    Of a match that is broken off `seat` is who wins. Nobody wins if no seat is named. Raises
    GameError (BAD_SETTING) for a draw that names one.
    """
    if seat is None or why == BROKEN_OFF:
        return seat
    if why == "agreed":
        raise GameError(Reason.BAD_SETTING, "what both agree on is a draw; it has no seat")
    return TWO.opponent(seat)


def closing(
    why: str, winner: Seat | None, *, judge: str = "", by: str = "", note: str = "", after: int = 0
) -> Closed:
    """The event that ends a match by other ways. Raises GameError for an end that makes no sense."""
    check_judge(judge)
    if why not in REASONS:
        raise GameError(Reason.BAD_SETTING, f"no match ends by {why!r}", legal=REASONS)
    if why in ONE_LOSES and winner is None:
        raise GameError(Reason.BAD_SETTING, f"after a {why} somebody wins", legal=TWO.names)
    if why == "agreed" and winner is not None:
        raise GameError(
            Reason.BAD_SETTING,
            "what both agree on is a draw; who gives the match up concedes",
            legal=("concession",),
        )
    loser = TWO.opponent(winner) if winner is not None and why != BROKEN_OFF else DEALER
    return Closed(why, winner, loser, judge=judge, by=by, note=note, after=after)


def check_judge(judge: str) -> None:
    """Refuse a judge's name that no line can hold. Raises GameError."""
    if judge != " ".join(judge.split()) or set(judge) & set("[]{}"):
        raise GameError(
            Reason.BAD_SETTING, f"{judge!r} is no judge's name: no brackets, braces or line breaks"
        )


def stated(found: re.Match[str]) -> tuple[str, Seat | None]:
    """The reason and the winner that a result line states."""
    words = found[1].upper()
    winner = None if words.startswith(("DRAW", "NO")) else TWO.named(words[0])
    return (found[4] or "").lower(), winner


def check_result(found: re.Match[str], over: Result | None) -> None:
    """Compare a result line with how the match ended. Raises GameError."""
    if over is None:
        raise GameError(
            Reason.ILLEGAL,
            "the match is not over here; if it ended otherwise, say why",
            column=1,
            legal=tuple(f"({why})" for why in REASONS),
        )
    why, winner = stated(found)
    totals = (int(found[2]), int(found[3])) if found[2] else over.totals
    broken_off = found[1].upper().startswith("NO")
    same_outcome = winner == over.winner and broken_off == (over.outcome == "no result")
    if not same_outcome or totals != over.totals or (why or over.why) != over.why:
        actual = written_result(over)
        raise GameError(
            Reason.ILLEGAL, f"the match ended otherwise: {actual}", column=1, legal=(actual,)
        )


def close_by_line(found: re.Match[str], totals: str) -> Closed:
    """The end that a result line states of a match that its rules have not ended."""
    why, winner = stated(found)
    if found[2] and f"{int(found[2])}:{int(found[3])}" != totals:
        raise GameError(
            Reason.ILLEGAL,
            f"the totals are {totals} here, not {found[2]}:{found[3]}",
            column=found.start(2) + 1,
            legal=(f"= {totals}",),
        )
    if found[1].upper().startswith("NO") != (why == BROKEN_OFF and winner is None):
        raise GameError(
            Reason.ILLEGAL,
            "only a match that was broken off has no result",
            column=1,
            legal=(f"result no result ({BROKEN_OFF})", "result draw (agreed)"),
        )
    return closing(why, winner, judge=" ".join((found[5] or "").split()))


def closing_words(closed: Closed, players: tuple[str, ...]) -> str:
    """Describe how a match was closed: `A (Ann) concedes`."""
    who = players[closed.seat] if closed.seat != DEALER else ""
    name = f"{seat_name(closed.seat)} ({who})" if who else "both"
    words = {
        "concession": f"{name} concedes",
        "agreed": "both agree on a draw",
        "time": f"{name} loses on time" if who else "time is up: a draw",
        DISQUALIFICATION: f"{name} is disqualified",
        BROKEN_OFF: "the match is broken off",
    }[closed.why]
    if closed.why == BROKEN_OFF and closed.winner is not None:
        words += f"; {seat_name(closed.winner)} wins"
    return words
