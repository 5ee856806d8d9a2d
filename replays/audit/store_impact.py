"""What a change of the rules would have decided differently in a whole store, by several processes."""

from __future__ import annotations

import gc
import os
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

import msgspec

from domain.contract.errors import CorruptStream, GameError
from domain.store.sqlite import ChainRecorder
from domain.store.worker_store import own_store, patient
from replays.audit.audit import read
from replays.audit.chain import follow
from replays.audit.impact import Difference, Unread, impact_of, settings_of
from replays.audit.store_audit import ALONE, Progress, one_by_one, spread, survey


class Impact(msgspec.Struct, frozen=True):
    """What a change would have done to all matches."""

    matches: int
    """How many were decided again."""
    differences: tuple[Difference, ...]
    """Flipped results first, then those that cannot be known."""
    unread: tuple[Unread, ...]

    @property
    def flips(self) -> int:
        """How many end with another outcome."""
        return sum(one.flipped is True for one in self.differences)

    @property
    def untold(self) -> int:
        """Of how many it cannot be known."""
        return sum(one.flipped is None for one in self.differences)

    @property
    def damaged(self) -> list[Unread]:
        """The matches that are not what was recorded."""
        return [one for one in self.unread if one.damaged]


Outcome = Difference | Unread | None


def impact_on_store(
    path: Path,
    words: Mapping[str, str],
    *,
    game: str = "",
    jobs: int = 0,
    progress: Progress | None = None,
) -> Impact:
    """Find what today's rules, with some settings instead of the matches' own, would decide differently.

    `game`: only matches of this game, by its key. Nothing is changed. Raises GameError if the store
    cannot be opened, or the settings go with none of the matches.
    """
    recorder = patient(path)
    try:
        ids = recorder.chain.ids(game=game)[::-1] if game else survey(recorder.chain)[0]
        probe(recorder.chain, ids, words)
        jobs = jobs or os.cpu_count() or 1
        if jobs == 1 or len(ids) <= ALONE:
            work = partial(impact_on, recorder.chain, words=words)
            return concluded(list(one_by_one(work, ids, progress)))
    finally:
        recorder.close()
    return concluded(spread(path, ids, jobs, partial(impact_chunk, words=dict(words)), progress))


def probe(
    chain: ChainRecorder, ids: Sequence[str], words: Mapping[str, str], some: int = 20
) -> None:
    """Refuse settings that go with none of the first matches. Raises the GameError of the last."""
    wrong: GameError | None = None
    for match_id in ids[:some] if words else ():
        record = follow(match_id, *read(chain, match_id)[:2]).record
        try:
            if record:
                settings_of(record, words)
                return
        except GameError as error:
            wrong = error
    if wrong:
        raise wrong


def impact_chunk(ids: Sequence[str], words: Mapping[str, str]) -> list[Outcome]:
    """Decide some matches again in a worker process."""
    found = [impact_on(own_store().chain, match_id, words) for match_id in ids]
    gc.collect()
    return found


def concluded(outcomes: Sequence[Outcome]) -> Impact:
    """Sum up the outcomes of all matches; those whose result flips first."""
    unread = tuple(one for one in outcomes if isinstance(one, Unread))
    found = [one for one in outcomes if isinstance(one, Difference)]
    found.sort(key=lambda one: (one.flipped is not True, one.flipped is False))
    return Impact(len(outcomes) - len(unread), tuple(found), unread)


def impact_on(chain: ChainRecorder, match_id: str, words: Mapping[str, str]) -> Outcome:
    """Find what would be decided differently in a match as it lies in a store; None if nothing is."""
    try:
        rows, head, findings = read(chain, match_id)
    except GameError as error:
        return Unread(match_id, str(error), True)
    followed = follow(match_id, rows, head)
    if wrong := [*findings, *followed.findings]:
        return Unread(match_id, wrong[0].what, True)
    if followed.record is None:
        return Unread(match_id, "it cannot be read", True)
    try:
        return impact_of(followed.record, words)
    except GameError as error:
        return Unread(match_id, str(error), isinstance(error, CorruptStream))
