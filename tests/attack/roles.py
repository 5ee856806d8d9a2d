"""All roles over all routes: of twins that differ in hidden cards every answer is the same."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from domain.record.events import Amended
from domain.record.match import Record
from tests.leaks.samples import samples
from tests.leaks.twins import Impossible as NoTwin
from tests.leaks.twins import Twins, twin_of
from tests.replays.service.pairs import DRAWN, READ, SEATS, WRITE, Pair, told
from tests.replays.service.served import Client, bearer

STRANGERS: Final = {"nobody": {}, "a wrong token": bearer("lg_wrong" * 5)}


def some_twins(rng: random.Random) -> tuple[str, Twins]:
    """A sample as it was at some time, and a twin for somebody."""
    for _ in range(20):
        seat = rng.choice(sorted(SEATS))
        record = samples()[rng.choice(sorted(samples()))]
        part = record.before(rng.randrange(6, len(record.events) + 2))
        if cut_off(part):
            continue
        try:
            twins = twin_of(part, SEATS[seat], random.Random(rng.random()), 3)
        except NoTwin:
            continue
        if twins.changed:
            return seat, twins
    raise AssertionError("no twins were found")


def cut_off(record: Record) -> bool:
    """Return whether a record ends amid a correction, which no store does: it comes in as a whole."""
    return any(
        isinstance(event, Amended) and number + event.count > len(record.events)
        for number, event in enumerate(record.events, 1)
    )


def strangers(pair: Pair, client: Client) -> Iterator[tuple[str, bytes]]:
    """What is answered to who has no token, or a wrong one: nothing."""
    for who, headers in STRANGERS.items():
        for template, wanted in READ.items():
            if template in DRAWN:
                continue
            answer = client.get(pair.filled(template, wanted[0]), headers=headers)
            assert answer.status_code in (401, 403, 429), (who, template, answer.status_code)
            yield f"GET {template} as {who}", told(answer)
        for template, bodies in WRITE.items():
            answer = client.post(pair.filled(template, ""), json=bodies[0], headers=headers)
            assert answer.status_code in (401, 403, 429), (who, template, answer.status_code)
            yield f"POST {template} as {who}", told(answer)


def attempt(seed: int, folder: Path) -> int:
    """Ask two services, one with a match and one with its twin, for everything as everybody."""
    rng = random.Random(seed)
    seat, twins = some_twins(rng)
    pair = Pair(folder, seat, twins)
    one, two = ([*pair.asked(client), *strangers(pair, client)] for client in pair.clients())
    assert len(one) == len(two) > 100
    for (what, first), (also, second) in zip(one, two, strict=True):
        assert what == also
        assert first == second, (
            f"{what}: tells {seat} what is hidden: {first[:500]!r} {second[:500]!r}"
        )
        assert not first.startswith(b"5"), (what, first[:500])
    return len(one)
