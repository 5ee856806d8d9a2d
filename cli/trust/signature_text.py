"""What the commands of trust share: a sound match, its title, and its signatures in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from rich.markup import escape

from cli.edge import say
from domain.contract.errors import IMPOSSIBLE, GameError, Reason
from domain.record.endings import result_line
from domain.record.match import Record
from domain.store.recorder import Recorder
from domain.trust.dossier import sound
from domain.trust.hashes import StoredRow
from domain.trust.signatures import Signature

TRIES = 10
"""How often a match that is being recorded meanwhile is read again."""


def sound_match(recorder: Recorder, match_id: str) -> tuple[Record, list[StoredRow]]:
    """A match and its rows at one moment, its chain intact. Raises GameError, CorruptStream."""
    for _ in range(TRIES):
        head = recorder.chain.head(match_id)
        rows = recorder.chain.rows(match_id)
        if recorder.chain.head(match_id) == head:
            return sound(match_id, rows, head), rows
    raise GameError(Reason.BUSY, f"match {match_id} is being recorded; try again")


def title(record: Record) -> str:
    """A match in words: game, players, day, and how it ended."""
    first, second = record.opened.players
    words = f"{record.game.name}, {first} (A) against {second} (B), {record.opened.day()}"
    try:
        result = result_line(record.game, record.state(), record.closed)
    except (GameError, *IMPOSSIBLE):
        return f"{words}: it cannot have happened as it is recorded"
    return f"{words}: {result.removeprefix('result ') or 'not finished'}"


def remarks(found: Sequence[Signature]) -> list[str]:
    """What is worth knowing of the signatures that hold: keys of several roles, roles of several."""
    holding = [one for one in found if not one.wrong]
    phrase = []
    for key in dict.fromkeys(one.fingerprint for one in holding):
        roles = list(dict.fromkeys(one.role for one in holding if one.fingerprint == key))
        if len(roles) > 1:
            phrase.append(f"{' and '.join(map(who, roles))} signed with the same key")
    for role in dict.fromkeys(one.role for one in holding):
        count = len({one.fingerprint for one in holding if one.role == role})
        if count > 1:
            phrase.append(f"{who(role)} signed with {count} different keys")
    return phrase


def say_signature(one: Signature, known: str = "") -> None:
    """Print a signature: whose, up to where, with which key; or why it does not hold."""
    key = f"key {one.fingerprint}{escape(known)}"
    if one.wrong:
        what = f"[red]wrong[/] step {one.step}, {escape(whose(one.role))} signature, does not hold"
        say(f"  {what}: {escape(one.wrong)} ({key})")
        return
    say(f"  [green]signed[/] by {who(one.role)} {escape(one.reach)}, {key}")


def who(role: str) -> str:
    """A role in a sentence."""
    return "the judge" if role == "judge" else role


def whose(role: str) -> str:
    """A role to which something belongs, in a sentence."""
    return f"{who(role)}'s"


def as_data(found: Signature) -> dict[str, Any]:
    """A signature for programs."""
    return {
        **msgspec.structs.asdict(found),
        "fingerprint": found.fingerprint,
        "holds": not found.wrong,
    }
