"""Files and requests bent at random: an answer or a clear line, soon; a refusal stores nothing."""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final

from typer.testing import CliRunner

from cli.app import app
from domain.formats.jsonl import write_jsonl
from domain.store.recorder import Recorder
from domain.trust.dossier import write
from tests.attack.said import one_line
from tests.domain.trust.signed_matches import matches, whole
from tests.leaks.samples import sample
from tests.replays.service.served import opened, serving

EXAMPLES: Final = Path(__file__).parents[2] / "examples"
BENT: Final = 8
"""Inputs that one try bends."""
SECONDS: Final = 10
"""So long a command may take, whatever it is given (on a machine that does other things, too)."""
ODD: Final = (
    "\x00", "\x1b[2J", "\u202e", "\ud800", "\ufeff", "é", "🂡", "??", "{", "}", "[" * 300, '"', "\\",
    "#1", "-1", "9" * 30, "1e999", "NaN", "null", "\n", "\r", "\t", "=", ";", ">", "@", "&", "A" * 5000,
)  # fmt: skip
KINDS: Final = ("tape", "jsonl", "scenarios", "cards", "deck", "dossier", "http")

CARDS: Final = """{"name": "Some", "cards": [{"title": "Bear", "faction": "Tempys", "kind": "creature",
 "levels": {"1": {"text": "Deploy: You may deal 2 damage to a creature.", "attack": 3, "health": 4}}}]}"""


def mutated(text: str, rng: random.Random) -> bytes:
    """A text bent at some places: cut, doubled, exchanged, filled with what does not belong."""
    for _ in range(rng.choice((1, 1, 1, 2, 4, 12))):
        at, to = sorted((rng.randrange(len(text) + 1), rng.randrange(len(text) + 1)))
        to = min(to, at + rng.choice((1, 3, 30, 2000)))
        part = text[at:to]
        new = rng.choice(("", part * 2, part[::-1], part.upper(), rng.choice(ODD), rng.choice(ODD)))
        text = text[:at] + new + text[rng.choice((at, to)) :]
    if rng.random() < 0.2:
        lines = text.split("\n")
        rng.shuffle(lines)
        text = "\n".join(lines)
    raw = bytearray(text.encode(errors="surrogatepass"))
    if raw and rng.random() < 0.2:
        raw[rng.randrange(len(raw))] = rng.randrange(256)
    return bytes(raw)


@cache
def texts(kind: str) -> tuple[str, ...]:
    """What is bent of a kind."""
    if kind == "tape":
        return tuple(p.read_text() for p in sorted(EXAMPLES.glob("*.tape")))
    if kind == "scenarios":
        found = (p.read_text() for p in sorted(EXAMPLES.glob("*.scenarios")))
        return tuple("\n\n".join(text.split("\n\n")[:6]) for text in found)
    if kind == "jsonl":
        records = [record for record, _ in matches().values()]
        return tuple(map(write_jsonl, [*records, sample("solforge"), sample("magical_forge")]))
    if kind == "dossier":
        return (write(whole("m1", "m2")), write(whole("m3")))
    return (CARDS,)


def rows_of(store: Path) -> dict[str, Any]:
    """All that is recorded in a store."""
    if not store.exists():
        return {}
    recorder = Recorder(store, durable=False)
    try:
        return {name: recorder.chain.rows(name) for name in recorder.chain.every_id()}
    finally:
        recorder.close()


def attempt(seed: int, folder: Path) -> int:
    """Bend some inputs of one kind."""
    rng = random.Random(seed)
    kind = KINDS[seed % len(KINDS)]
    if kind == "http":
        return over_http(rng, folder)
    store = folder / "s.sqlite"
    recorder = Recorder(store, durable=False)
    recorder.close()
    for number in range(BENT):
        suffix = {"jsonl": "jsonl", "tape": "tape", "scenarios": "scenarios"}.get(kind, "json")
        path = folder / f"{number}.{suffix}"
        path.write_bytes(mutated(rng.choice(texts(kind)), rng))
        words: Sequence[str] = {
            "tape": ("import", str(path), *rng.choice(((), ("--all-or-nothing",)))),
            "jsonl": ("import", str(path), *rng.choice(((), ("--all-or-nothing",)))),
            "scenarios": ("check", str(path)),
            "cards": ("cards", "check", str(path)),
            "deck": ("cards", "deck", str(path)),
            "dossier": ("verify", str(path)),
        }[kind]
        before = rows_of(store)
        begun = time.monotonic()
        result = CliRunner().invoke(app, list(words), env={"LUDOGRAPH_STORE": str(store)})
        seconds = time.monotonic() - begun
        one_line(result, (words, path.read_bytes()[:200]))
        assert seconds < SECONDS, f"{words}: {seconds:.1f} s for {path.stat().st_size} bytes"
        if words[0] != "import" or (result.exit_code and "--all-or-nothing" in words):
            assert rows_of(store) == before, f"{words}: refused, and stored"
    if kind in ("tape", "jsonl"):
        result = CliRunner().invoke(app, ["audit", "--all", "--store", str(store)])
        one_line(result, "audit")
        assert result.exit_code == 0 or "no match" in result.output, (
            f"what was taken in is not well: {result.output[-1500:]}"
        )
    return BENT


BODIES: Final[tuple[tuple[str, str], ...]] = (
    ("steps", '{"line": "play F5@1", "by": "Ann"}'),
    ("steps", '{"line": "check", "dry": true}'),
    ("rule", '{"facts": "score A +1", "kind": "penalty", "judge": "Eve", "why": "late"}'),
    ("takeback", '{"lines": 1, "confirmed": true, "note": "so"}'),
    ("redo", '{"to": 3}'),
    ("correct", '{"step": 2, "line": "hand B", "otherwise": "keep", "answers": {"3": "stop"}}'),
    ("note", '{"text": "so it was", "step": 2}'),
    ("pause", '{"note": "tea"}'),
    ("end", '{"why": "concession", "seat": "A"}'),
    ("", '{"game": "solforge", "players": ["Ann", "Ben"], "settings": {}, "id": "n"}'),
)


def over_http(rng: random.Random, folder: Path) -> int:
    """Bend the bodies, paths and headers of requests."""
    store = folder / "store.sqlite"
    with serving(folder) as client:
        opened(client)
        for _ in range(BENT * 3):
            where, body = rng.choice(BODIES)
            path = f"/api/matches/m1/{where}" if where else "/api/matches"
            last = len(rows_of(store)["m1"]) - 1
            headers = {
                "Content-Type": "application/json",
                "If-Match": rng.choice(
                    (f'"{last}"', f'"{last}"', "*", '"999"', '"x', "-1", "9" * 40)
                ),
                "Idempotency-Key": rng.choice(("", "k", "k" * 300, "k" * 20_000)),
            }
            before = rows_of(store)
            begun = time.monotonic()
            answer = client.post(
                path, content=mutated(body, rng), headers={k: v for k, v in headers.items() if v}
            )
            seconds = time.monotonic() - begun
            what = (path, body, headers, answer.status_code, answer.text[:300])
            assert answer.status_code < 500, what
            assert "Traceback" not in answer.text, what
            assert seconds < SECONDS, what
            if answer.status_code >= 400:
                assert rows_of(store) == before, what
                assert answer.json()["title"], what
    return BENT * 3
