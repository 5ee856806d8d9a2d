"""SolForge Fusion, measured: the engine, the fold, the reading of card words; part of run.py."""

from __future__ import annotations

import time

from benchmarks.run import Figure, best, paired, per_second, ratio
from domain.bots.simulation import play_match
from domain.games import GAMES
from domain.games.solforge.cards.book import book
from domain.games.solforge.language import read_card
from domain.record.codec import codec, encode
from domain.record.match import fold

GAME = GAMES["solforge"]


def engine() -> list[Figure]:
    """Decisions a second on one core, nothing stored; the dealer's are counted."""
    figures = []
    settings = GAME.settings({})
    for bots, count in ((("random", "random"), 40), (("sensible", "sensible"), 40)):

        def work(bots: tuple[str, str] = bots, count: int = count) -> float:
            start = time.perf_counter()
            made = sum(len(play_match(GAME, settings, bots, 2, index)) for index in range(count))
            return made / (time.perf_counter() - start)

        found = best(3, work)
        figures.append(
            Figure(f"SolForge: simulation, {bots[0]} bots", f"{found:,.0f} decisions/s", "", "", "")
        )
    return figures


def folding() -> Figure:
    """From bytes to a state: decode and apply every fact, against decode alone."""
    settings = GAME.settings({})
    rows = [
        [encode(step) for step in play_match(GAME, settings, ("random", "random"), 3, index)]
        for index in range(60)
    ]
    steps = sum(len(found) for found in rows)
    decode = codec(GAME.key).step.decode

    def floor() -> float:
        def work() -> None:
            for found in rows:
                for state in found:
                    decode(state)

        return per_second(steps, work)

    def ours() -> float:
        def work() -> None:
            for found in rows:
                fold(GAME.new_state(settings), (decode(state) for state in found))

        return per_second(steps, work)

    return ratio(
        "SolForge: fold: decode and apply, against decode alone",
        *paired(5, ours, floor),
        "steps/s",
        "",
    )


def reading() -> Figure:
    """Words of cards to nodes, nothing remembered from before."""
    faces = [
        (face.printed.text, face.card.kind, face.name)
        for face in book().faces.values()
        if face.printed.text
    ]

    def work() -> float:
        read_card.cache_clear()

        def read() -> None:
            for face in faces:
                read_card(*face)

        return per_second(len(faces), read)

    found = best(3, work)
    return Figure(
        f"SolForge: words of {len(faces)} card levels read", f"{found:,.0f} levels/s", "", "", ""
    )


def solforge() -> list[Figure]:
    """All of it."""
    return [*engine(), folding(), reading()]
