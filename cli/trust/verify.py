"""The command that verifies a dossier: from the file alone, without the store."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.markup import escape

from cli.edge import FAILED, JsonOption, guarded, print_json, say
from cli.match.import_files import read_text
from cli.trust.signature_text import (
    as_data,
    end_of,
    remarks,
    results_signed,
    reversed_since,
    say_signature,
    short_of_the_end,
    title,
)
from domain.contract.errors import GameError, Reason
from domain.trust.dossier import Dossier, read
from domain.trust.hashes import is_hash
from domain.trust.keys import read_fingerprint
from domain.trust.signatures import ROLES, Signature
from domain.trust.verification import Examined, agreed, examine
from replays.audit.audit import audit_rows
from replays.audit.blame import Row

MOST = 10
"""Flaws of a match that are shown."""


class Verdict(msgspec.Struct):
    """What came of a match."""

    match: str
    ok: bool
    title: str
    events: int
    head: str
    record_hash: str
    checked: int
    """Steps that were decided again by the rules, and agreed."""
    flaws: list[dict[str, Any]]
    notes: list[str]
    signatures: list[dict[str, Any]]


@guarded
def verify(
    file: Annotated[Path, typer.Argument(help="A dossier; - reads it from the input.")],
    root: Annotated[
        str, typer.Option("--root", metavar="HEX", help="The root that it must have.")
    ] = "",
    key: Annotated[
        list[str] | None,
        typer.Option(
            "--key",
            metavar="[ROLE=]FINGERPRINT",
            help="A key that must have signed every match; may be given again.",
        ),
    ] = None,
    to_the_end: Annotated[
        bool,
        typer.Option(
            "--to-the-end",
            help="Who signed (with --key: these) must have signed the end of every match.",
        ),
    ] = False,
    rules: Annotated[
        bool, typer.Option("--rules/--no-rules", help="Whether the rules are asked too.")
    ] = True,
    json: JsonOption = False,
) -> None:
    """Check a dossier from the file alone: hashes, root, signatures, rules. Exit code 1 if it fails."""
    wanted_root = read_root(root)
    wanted_keys = [read_key(words) for words in key or ()]
    found, wrong = read(read_text(file), str(file))
    examined = [examine(match, found.event) for match in found.matches]
    wrong += agreed(found, examined)
    if wanted_root and found.root != wanted_root:
        wrong.append(f"the root is {found.root}, not the one that was named")
    verdicts = [verdict(one, wanted_keys, to_the_end=to_the_end, rules=rules) for one in examined]
    ok = not wrong and all(one.ok for one in verdicts)
    if json:
        print_json(
            {
                "ok": ok,
                "written by": found.ludograph,
                "event": found.event,
                "root": found.root,
                "root named": bool(wanted_root),
                "proof": found.proof and {"index": found.proof.index, "size": found.proof.size},
                "wrong": wrong,
                "matches": verdicts,
            }
        )
    else:
        for one, seen in zip(verdicts, examined, strict=True):
            say_verdict(one, seen.signatures, rules=rules)
        say_whole(found, wrong, verdicts, named=bool(wanted_root))
    if not ok:
        raise typer.Exit(FAILED)


def read_root(words: str) -> str:
    """A root as people give it. Raises GameError."""
    found = "".join(words.split()).lower()
    if words and not is_hash(found):
        raise GameError(
            Reason.BAD_SETTING, f"{words!r} is no root", legal=("64 hexadecimal digits",)
        )
    return found


def read_key(words: str) -> tuple[str, str]:
    """The role (empty: any) and the fingerprint of a key that must have signed. Raises GameError."""
    role, equals, rest = words.partition("=")
    roles = [known for known in ROLES if known.lower() == role.strip().lower()]
    if equals and roles:
        return roles[0], read_fingerprint(rest)
    return "", read_fingerprint(words)


def verdict(
    found: Examined, keys: Sequence[tuple[str, str]], *, to_the_end: bool, rules: bool
) -> Verdict:
    """The verdict on a match."""
    flaws = [{"step": flaw.step, "what": flaw.what} for flaw in found.flaws]
    flaws += [{"step": 0, "what": what} for what in lacking(found.signatures, keys, to_the_end)]
    results = results_signed(found.record, found.signatures)
    checked, notes = 0, remarks(found.signatures)
    if found.record:
        notes = reversed_since(found.signatures, results, end_of(found.record)) + notes
    if rules and found.holds:
        checked, differing, differing_words = by_rules(found)
        flaws += differing
        notes = differing_words + notes
    head = found.record.head if found.record else ""
    words = title(found.record) if found.record else "cannot be read"
    return Verdict(
        match=found.match,
        ok=found.holds and not flaws,
        title=words,
        events=len(found.rows),
        head=head,
        record_hash=found.hash.hex(),
        checked=checked,
        flaws=flaws,
        notes=notes,
        signatures=[as_data(one, results) for one in found.signatures],
    )


def lacking(
    found: Sequence[Signature], keys: Sequence[tuple[str, str]], to_the_end: bool
) -> list[str]:
    """Say which signatures are not there that must be, or do not reach the end, if they must."""
    holding = [one for one in found if not one.wrong]
    missing, named = [], []
    for role, fingerprint in keys:
        given = [
            one for one in holding if one.fingerprint == fingerprint and role in ("", one.role)
        ]
        named += given
        if not given:
            who = f" as {role}" if role else ""
            missing.append(f"the key {fingerprint} has not signed it{who}")
    if to_the_end and not keys and not holding:
        missing.append("nobody has signed it")
    if to_the_end:
        missing += short_of_the_end(named if keys else holding)
    return missing


def by_rules(found: Examined) -> tuple[int, list[dict[str, Any]], list[str]]:
    """What the rules say of a match whose hashes agree: steps checked, flaws, notes."""
    rows = [Row(version, version, topic, state) for version, topic, state in found.rows]
    head = (len(rows), found.record.head if found.record else "")
    report = audit_rows(found.match, rows, head)
    flaws = []
    for finding in report.findings:
        what = finding.what
        if finding.expected:
            what += f" (by the rules: {finding.expected}; recorded: {finding.recorded})"
        flaws.append({"step": finding.step, "what": what})
    return report.checked, flaws, list(report.notes)


# -- saying --------------------------------------------------------------------------------------


def say_verdict(one: Verdict, signatures: Sequence[Signature], *, rules: bool) -> None:
    """Print the verdict on a match."""
    mark = "[green]holds[/]" if one.ok else "[bold red]fails[/]"
    say(f"{mark}  [bold]{escape(one.match)}[/]  {escape(one.title)}")
    for flaw in one.flaws[:MOST]:
        step = flaw["step"]
        where = "" if not step or f"step {step} " in f"{flaw['what']} " else f"step {step}: "
        say(f"  [red]wrong[/] {where}{escape(flaw['what'])}")
    if len(one.flaws) > MOST:
        say(f"  and {len(one.flaws) - MOST} more")
    if one.ok:
        follows = "1 step follows" if one.checked == 1 else f"{one.checked} steps follow"
        follow = f", {follows} the rules" if rules else ""
        events = "1 event as it was" if one.events == 1 else f"{one.events} events as they were"
        say(f"  {events} recorded{follow}")
    say(f"  [dim]record hash {one.record_hash}[/]")
    for signature, data in zip(signatures, one.signatures, strict=True):
        say_signature(signature, result=data["result"])
    if not signatures:
        say("  nobody has signed it")
    for note in one.notes:
        say(f"  [yellow]note[/] {escape(note)}")


def say_whole(
    found: Dossier, wrong: Sequence[str], verdicts: Sequence[Verdict], *, named: bool
) -> None:
    """Print what is wrong with a dossier as a whole, its root, and a summary."""
    for what in wrong:
        say(f"[bold red]wrong[/]  {escape(what)}")
    of = f" of {escape(found.event)}" if found.event else ""
    if found.proof:
        of = f" as number {found.proof.index + 1} of {found.proof.size} matches{of}"
    failed = sum(not one.ok for one in verdicts)
    count = f"{len(verdicts)} match{'es' if len(verdicts) != 1 else ''}"
    if failed:
        words = f"[bold red]the dossier fails[/]: {failed} of {count}{of}"
        words += ", and the dossier as a whole" if wrong else ""
    elif wrong:
        words = f"[bold red]the dossier fails[/] as a whole; {count}{of} in it would hold"
    else:
        words = f"[green]the dossier holds[/]: {count}{of}"
    say(words)
    known = "as named" if named and not wrong else "compare it with one that you were given"
    say(f"root {escape(found.root)} [dim]({known})[/]")
