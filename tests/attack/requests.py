"""Requests with bent bodies and headers: each is answered soon, and a refused one stores nothing."""

from __future__ import annotations

import random
import time
from pathlib import Path
from typing import Final

from tests.attack.texts import SOON, bent, rows_of
from tests.replays.service.served import opened, serving

REQUESTS: Final = 24
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


def attempt(seed: int, folder: Path) -> int:
    """Send some."""
    rng = random.Random(seed)
    store = folder / "store.sqlite"
    with serving(folder) as client:
        opened(client)
        for _ in range(REQUESTS):
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
                path,
                content=bent(body, rng).encode("utf-8", "surrogatepass"),
                headers={k: v for k, v in headers.items() if v},
            )
            seconds = time.monotonic() - begun
            what = (path, body, headers, answer.status_code, answer.text[:300])
            assert answer.status_code < 500, what
            assert "Traceback" not in answer.text, what
            assert seconds < SOON, what
            if answer.status_code >= 400:
                assert rows_of(store) == before, what
                assert answer.json()["title"], what
    return REQUESTS
