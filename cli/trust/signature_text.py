"""What the commands of trust share: a sound match, its title, and its signatures in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from rich.markup import escape

from cli.edge import say
from domain.contract.errors import IMPOSSIBLE, GameError, Reason
from domain.record.match import Record
from domain.store.recorder import Recorder
from domain.trust.dossier import sound
from domain.trust.hashes import StoredRow
from domain.trust.signatures import Signature, outcome, signed_results

UNFINISHED = "a match not finished"
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
        return f"{words}: {outcome(record) or 'not finished'}"
    except (GameError, *IMPOSSIBLE):
        return f"{words}: it cannot have happened as it is recorded"


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


def end_of(record: Record) -> str:
    """The result of a match in words, as `results_signed` has it for what was signed."""
    try:
        return outcome(record) or UNFINISHED
    except (GameError, *IMPOSSIBLE):
        return ""


def results_signed(record: Record | None, found: Sequence[Signature]) -> dict[int, str]:
    """The result at each event up to which somebody signed, in words, as far as it is known."""
    try:
        results = signed_results(record, found) if record else {}
    except (GameError, *IMPOSSIBLE):
        return {}
    return {upto: result or UNFINISHED for upto, result in results.items()}


def reversed_since(found: Sequence[Signature], results: Mapping[int, str], end: str) -> list[str]:
    """Say who signed another result than the match has at its end, and signed no more since."""
    last = {(one.role, one.key): one for one in found if not one.wrong}
    return [
        f"{who(one.role)} signed {results[one.upto]}; the result at the end is another: {end}"
        for one in last.values()
        if end and results.get(one.upto, end) != end
    ]


def short_of_the_end(found: Sequence[Signature]) -> list[str]:
    """Say who signed, and has not signed the last event: what came after has no signature of theirs."""
    last = {(one.role, one.key): one for one in found if not one.wrong}
    return [
        f"{whose(one.role)} signature does not reach the end: {one.reach}"
        for one in last.values()
        if one.later
    ]


def say_signature(one: Signature, known: str = "", result: str = "") -> None:
    """Print a signature: whose, up to where, on which result, with which key; or why it does not hold."""
    key = f"key {one.fingerprint}{escape(known)}"
    if one.wrong:
        what = f"[red]wrong[/] step {one.step}, {escape(whose(one.role))} signature, does not hold"
        say(f"  {what}: {escape(one.wrong)} ({key})")
        return
    on = f", on {escape(result)}" if result else ""
    say(f"  [green]signed[/] by {who(one.role)} {escape(one.reach)}{on}, {key}")


def who(role: str) -> str:
    """A role in a sentence."""
    return "the judge" if role == "judge" else role


def whose(role: str) -> str:
    """A role to which something belongs, in a sentence."""
    return f"{who(role)}'s"


def as_data(found: Signature, results: Mapping[int, str]) -> dict[str, Any]:
    """A signature for programs, with the result that stood where it was given."""
    return {
        **msgspec.structs.asdict(found),
        "result": results.get(found.upto, "") if not found.wrong else "",
        "fingerprint": found.fingerprint,
        "holds": not found.wrong,
    }
