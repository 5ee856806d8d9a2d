"""What may be typed next: the legal words of the open question, after part of a line."""

from __future__ import annotations

from domain.contract.errors import IMPOSSIBLE, GameError
from domain.formats.tape import LineDecider
from domain.record.match import Match, Record


def meanings(live: Match) -> dict[str, str]:
    """Return the legal words of a match's open question, with what they stand for."""
    return live.game.notation.meanings(live.state, live.ask) if live.ask else {}


def words_after(record: Record, live: Match, typed: str) -> tuple[dict[str, str], str]:
    """Return the legal words after part of a line, with their meanings, and what is wrong with it.

    `live` is the live end of the record; neither changes.
    """
    if not typed.strip():
        return meanings(live), ""
    trial = record.live()
    try:
        record.game.notation.read(LineDecider(trial), f"{typed.rstrip()} ...")
    except GameError as error:
        return dict.fromkeys(error.legal, ""), error.message
    except IMPOSSIBLE:
        return {}, "that cannot be read"
    return meanings(trial), ""
