"""Files that people bring are bent at random: each is read or refused in a line, and soon."""

from __future__ import annotations

import json
import random
import time
from functools import cache
from pathlib import Path
from typing import Any, Final

from typer.testing import CliRunner

from cli.app import app
from domain.formats.jsonl import write_jsonl
from domain.store.recorder import Recorder
from domain.trust.dossier import write
from replays.audit.findings import Kind
from replays.audit.store_audit import audit_store
from tests.attack.answers import answered
from tests.domain.trust.signed_matches import IDS, whole
from tests.leaks.samples import samples

EXAMPLES: Final = Path(__file__).parents[2] / "examples"
SOON: Final = 10.0
"""Seconds, on a machine that does other things too."""
PIECES: Final = (
    "", " ", "\n", "\t", "\x00", "\x1b[2J", "\u202e", "é", "🎲", "??", "@", "{", "}", "[", "]", '"', "'",
    "#", "!", "!!", "0", "-1", "99999999999999999999", "1e999", "null", "true", "A", "B", "=1+1", "\\",
    "game: riftforce", "result A wins", "x" * 3000, "[" * 500, '{"a":' * 300,
)  # fmt: skip
"""What is put into a text."""
FORMS: Final[dict[str, tuple[str, ...]]] = {
    "tape": ("import", "{file}"),
    "tapes": ("import", "--all-or-nothing", "{file}"),
    "jsonl": ("import", "{file}"),
    "scenarios": ("check", "{file}"),
    "cards": ("cards", "check", "{file}"),
    "list": ("cards", "deck", "{file}"),
    "deck": ("new", "magical_forge", "--set", "deck a=@{file}"),
    "dossier": ("verify", "{file}"),
}
"""What is read, by the end of its file's name, and the command that reads it."""


@cache
def originals(form: str) -> tuple[str, ...]:
    """Texts of a form that are right."""
    if form in ("tape", "tapes"):
        return tuple(path.read_text(encoding="utf-8") for path in sorted(EXAMPLES.glob("*.tape")))
    if form == "scenarios":
        return tuple(p.read_text(encoding="utf-8") for p in sorted(EXAMPLES.glob("*.scenarios")))
    if form == "jsonl":
        return tuple(write_jsonl(record) for record in samples().values())
    if form == "dossier":
        return (write(whole(*IDS[:2])),)
    if form == "deck":
        return ("4 Ember\n3 Stone\n2 Life Force\n", "1 A\n1 B\n")
    level = {"attack": 1, "health": 2, "text": "When this dies, draw a card."}
    card = {"name": "Guard", "type": "creature", "levels": [level]}
    return (json.dumps([card]), json.dumps({"cards": [card], "forgeborn": []}))


def bent(text: str, rng: random.Random) -> str:
    """A text with a few things changed."""
    for _ in range(rng.choice((1, 1, 2, 3, 8))):
        at = rng.randrange(len(text) + 1)
        end = min(len(text), at + rng.choice((0, 0, 1, 2, 5, 40)))
        lines = text.split("\n")
        way = rng.randrange(6)
        if way == 0 and len(lines) > 2:
            one, other = rng.sample(range(len(lines)), 2)
            lines[one], lines[other] = lines[other], lines[one]
            text = "\n".join(lines)
        elif way == 1:
            del lines[rng.randrange(len(lines))]
            text = "\n".join(lines)
        elif way == 2:
            lines.insert(rng.randrange(len(lines)), rng.choice(lines))
            text = "\n".join(lines)
        else:
            text = text[:at] + rng.choice(PIECES) + text[end:]
    return text


def rows_of(store: Path) -> dict[str, Any]:
    """All that is recorded in a store; nothing where there is none."""
    if not store.exists():
        return {}
    recorder = Recorder(store, durable=False)
    try:
        return {name: recorder.chain.rows(name) for name in recorder.chain.every_id()}
    finally:
        recorder.close()


def refused_or_read(words: list[str], store: Path) -> None:
    """Run a command; it ends well or says in few words why not, and soon."""
    before = rows_of(store)
    start = time.monotonic()
    result = CliRunner().invoke(app, words, env={"LUDOGRAPH_STORE": str(store), "COLUMNS": "100"})
    seconds = time.monotonic() - start
    answered(result, words)
    assert seconds < SOON, f"{words}: it took {seconds:.0f} s"
    if words[0] not in ("import", "new") or ("--all-or-nothing" in words and result.exit_code):
        assert rows_of(store) == before, f"{words}: refused, and stored"
    if rows_of(store) != before:
        wrong = [f for one in audit_store(store, jobs=1).reports for f in one.findings]
        wrong = [f for f in wrong if f.kind is not Kind.SIGNATURE]  # that is for the audit to say
        assert not wrong, f"what was taken in is not well: {wrong}"


def attempt(seed: int, folder: Path) -> int:
    """Bend a file, and let its command read it."""
    rng = random.Random(seed)
    form = rng.choice(list(FORMS))
    file = folder / f"bent.{form}"
    raw = bytearray(bent(rng.choice(originals(form)), rng).encode("utf-8", "surrogatepass"))
    if raw and rng.random() < 0.1:
        raw[rng.randrange(len(raw))] = rng.randrange(256)
    file.write_bytes(raw)
    refused_or_read([w.format(file=file) for w in FORMS[form]], folder / "store.sqlite")
    return 1
