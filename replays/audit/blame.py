"""Where the chain of a match's events breaks: which are to blame, and for what.

Each step keeps the digest of the event before it, and the head kept beside the events that of the
last. An event is *vouched for* when one of these is its digest. Where an event is not, the digests
also tell whether it was changed, belongs to another step, or was never there.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from domain.record.codec import digest, place
from domain.record.events import Opened
from replays.audit.findings import Finding, Kind

DIGEST_LENGTH: Final = 22
MANY: Final = 64
"""More events than this to blame are not searched for where else they belong."""

Head = tuple[int, str]
"""Version and digest of the last event, as they were kept beside the events."""


class Row(msgspec.Struct, gc=False):
    """One stored event: its position in the log, version, topic and bytes."""

    position: int
    version: int
    topic: str
    state: bytes
    event: Any = None
    """The event, once it is decoded."""
    error: str = ""
    """Why it cannot be."""

    @property
    def step(self) -> int:
        """Its step number; 0 for the opening."""
        return self.version - 1

    @property
    def name(self) -> str:
        """What people call it: a step by number, or another kind of event."""
        return place(self.version, self.topic)

    @property
    def prev(self) -> str:
        """The digest it keeps of the event before it; also out of bytes that cannot be read."""
        if self.event is not None:
            return "" if isinstance(self.event, Opened) else str(self.event.prev)
        before, _, after = self.state.rpartition(b'"p":"')
        return after[:DIGEST_LENGTH].decode(errors="replace") if before else ""


class Blame:
    """Which events of a broken chain are to blame, and for what."""

    def __init__(self, match_id: str, rows: Sequence[Row], head: Head | None) -> None:
        self.match_id = match_id
        self.rows = rows
        self.head = head
        self.found: list[Finding] = []
        self.at: dict[int, list[Row]] = defaultdict(list)
        for row in rows:
            self.at[row.version].append(row)
        self.pool = {row.prev for row in rows} - {""}
        if head:
            self.pool.add(head[1])
        self.last = rows[-1].version if rows else 0
        self.vouched = [self.digest_at(row, row.version) in self.pool for row in rows]
        self.explained = set[int]()
        """Versions of which it is known already what was changed."""
        self.few = self.vouched.count(False) <= MANY

    def digest_at(self, row: Row, version: int) -> str:
        """The digest a row has at a version, its own or another."""
        return digest(self.match_id, version, row.topic, row.state)

    def find(
        self,
        step: int,
        what: str,
        kind: Kind = Kind.CHAIN,
        *,
        expected: str = "",
        recorded: str = "",
    ) -> None:
        """Note a finding."""
        self.found.append(Finding(step, kind, what, expected=expected, recorded=recorded))

    def findings(self) -> list[Finding]:
        """Everything that is wrong; never nothing."""
        self.unreadable()
        self.doubles()
        self.missing()
        self.not_vouched()
        self.out_of_place()
        self.at_the_head()
        self.links()
        if not self.found:
            self.find(max(0, self.last - 1), "the chain of digests is broken here")
        return self.found

    def unreadable(self) -> None:
        """Events that cannot be read, or stand at no possible version."""
        for row in self.rows:
            if row.version < 1:
                self.find(0, f"an event has the impossible version {row.version}")
            elif row.error:
                self.find(row.step, row.error, Kind.READING)

    def doubles(self) -> None:
        """Versions that are there more than once."""
        for version, rows in self.at.items():
            if len(rows) > 1 and version >= 1:
                same = len({(row.topic, row.state) for row in rows}) == 1
                where = ", ".join(str(row.position) for row in rows)
                self.find(
                    version - 1,
                    f"{rows[0].name} is there {len(rows)} times, "
                    f"{'the same' if same else 'not the same'} (log positions {where})",
                    expected="one event",
                    recorded=f"{len(rows)} events",
                )

    def missing(self) -> None:
        """Versions that are not there, up to the head's."""
        versions = sorted(version for version in self.at if version >= 1)
        end = self.last
        ends = [self.digest_at(row, row.version) for row in self.at[end]]
        if self.head and self.head[1] not in ends:
            end = self.head[0]
            versions = [version for version in versions if version <= end]
        before = 0
        for version in [*versions, end + 1]:
            if version > before + 1:
                self.find(before, f"{run(before + 1, version - 1)} missing")
            before = version

    def not_vouched(self) -> None:
        """Say what became of each event that no digest vouches for."""
        strays: list[tuple[Row, int]] = []
        rest: list[Row] = []
        for row, vouched in zip(self.rows, self.vouched, strict=True):
            if vouched or (row.version >= 1 and self.vouched_at(row.version)):
                continue
            other = self.belongs(row)
            if other is not None:
                strays.append((row, other))
            elif row.version >= 1:
                rest.append(row)
        self.strays(strays)
        taken = {other: row for row, other in strays}
        for row in rest:
            if row.version in taken:
                self.find(
                    row.step,
                    f"{row.name} was never recorded: it stands where what now is "
                    f"{taken[row.version].name} belongs",
                )
            elif row.version not in self.explained:
                self.changed(row, self.at.get(row.version + 1, []))

    def strays(self, strays: Sequence[tuple[Row, int]]) -> None:
        """Events that were recorded as others; runs that moved together are one finding."""
        index = 0
        while index < len(strays):
            row, other = strays[index]
            length = 1
            while index + length < len(strays):
                next_row, next_other = strays[index + length]
                if (next_row.version, next_other) != (row.version + length, other + length):
                    break
                length += 1
            until = f" (and so on to {place(row.version + length - 1)})" if length > 1 else ""
            self.find(
                max(0, row.step),
                f"what lies at {place(row.version)} was recorded as {place(other, row.topic)}{until}",
                expected=f"the event recorded as {place(row.version)}",
                recorded=f"the event recorded as {place(other, row.topic)}",
            )
            index += length

    def changed(self, row: Row, after: Sequence[Row]) -> None:
        """An event that belongs nowhere as it is: changed, or the digest kept of it was."""
        here, own = row.name, self.digest_at(row, row.version)
        if not after:
            if self.head and row.version == self.head[0]:
                self.find(
                    row.step,
                    f"{here}, the last, was changed, or the head kept beside it",
                    expected=self.head[1],
                    recorded=own,
                )
            elif self.head and row.version > self.head[0]:
                what = f"{here} was added behind the head, which is {place(self.head[0])}"
                self.find(row.step, what)
            return
        kept = after[0].prev
        if any(self.only_prev_differs(row, follower) for follower in after):
            self.explained.add(row.version + 1)
            self.find(
                row.step + 1,
                f"{after[0].name} was changed: the digest it keeps of the event before it",
                expected=own,
                recorded=kept,
            )
        elif any(self.is_vouched(follower) for follower in after):
            self.find(
                row.step,
                f"{here} is not what was recorded: the next event keeps another digest of it",
                expected=kept,
                recorded=own,
            )
        elif kept != own:
            self.find(
                row.step,
                f"{here} cannot be confirmed, since {after[0].name} is damaged too",
                Kind.UNCONFIRMED,
                expected=kept,
                recorded=own,
            )

    def vouched_at(self, version: int) -> bool:
        """Return whether some event of a version is vouched for."""
        return any(self.is_vouched(row) for row in self.at[version])

    def is_vouched(self, row: Row) -> bool:
        """Return whether some digest vouches for a row."""
        return self.digest_at(row, row.version) in self.pool

    def only_prev_differs(self, row: Row, follower: Row) -> bool:
        """Return whether a follower is as recorded but for the digest it keeps of the row before it."""
        end = -DIGEST_LENGTH - len(b'"}')
        whole = follower.state[:end] + self.digest_at(row, row.version).encode() + b'"}'
        as_recorded = digest(self.match_id, follower.version, follower.topic, whole)
        return as_recorded in self.pool and not self.is_vouched(follower)

    def belongs(self, row: Row) -> int | None:
        """The other version at which a row is vouched for, if there is one."""
        places: list[int] = [row.version - 1, row.version + 1]
        last = max(self.last if self.last < 10_000 else len(self.rows), 1)
        if self.few:
            places.extend(range(1, last + 1))
        for version in places:
            elsewhere = version >= 1 and version != row.version
            if elsewhere and self.digest_at(row, version) in self.pool:
                return version
        return None

    def out_of_place(self) -> None:
        """The fewest events that lie at the wrong place of the log: it is written in order."""
        rows = [rows[0] for version, rows in sorted(self.at.items()) if version >= 1]
        tails: list[int] = []
        links: list[int] = []
        ends: list[int] = []
        for index, row in enumerate(rows):
            length = bisect_left(tails, row.position)
            tails[length : length + 1] = [row.position]
            ends[length : length + 1] = [index]
            links.append(ends[length - 1] if length else -1)
        kept = set[int]()
        index = ends[-1] if ends else -1
        while index >= 0:
            kept.add(index)
            index = links[index]
        for index, row in enumerate(rows):
            if index not in kept:
                other = rows[index - 1] if index else rows[1]
                self.find(
                    row.step,
                    f"{row.name} lies at log position {row.position}, out of order with "
                    f"{other.name} at {other.position}",
                )

    def at_the_head(self) -> None:
        """List what is wrong with the head kept beside the events."""
        if self.head is None:
            self.find(max(0, self.last - 1), "no head is kept for this match")
            return
        version, kept = self.head
        digests = {self.digest_at(row, row.version): row.version for row in self.rows}
        if kept in digests and digests[kept] != version:
            self.find(
                digests[kept] - 1,
                f"the head keeps the digest of {place(digests[kept])} under another version",
                expected=str(digests[kept]),
                recorded=str(version),
            )

    def links(self) -> None:
        """Events that are vouched for and yet do not follow one that is."""
        for row, vouched in zip(self.rows, self.vouched, strict=True):
            before = self.at.get(row.version - 1, [])
            if vouched and row.version > 1 and any(self.is_vouched(other) for other in before):
                known = {self.digest_at(other, other.version) for other in before}
                if row.prev not in known:
                    self.find(
                        row.step,
                        f"{row.name} does not follow {before[0].name}",
                        expected=min(known),
                        recorded=row.prev,
                    )


def run(first: int, last: int) -> str:
    """A run of versions with its verb: `step 3 is`, `steps 3 to 5 are`."""
    if first == last:
        return f"{place(first)} is"
    if first == 1:
        return f"the opening and {'step 1' if last == 2 else f'steps 1 to {last - 1}'} are"
    return f"steps {first - 1} to {last - 1} are"
