"""What an audit finds, as plain structs that can be printed, sent and written as JSON."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import msgspec


class Kind(StrEnum):
    """What sort of thing is wrong."""

    CHAIN = "chain"
    """The events are not those that were recorded: changed, removed, moved or added."""
    READING = "reading"
    """An event cannot be read."""
    OPENING = "opening"
    """The opening says what no match can be."""
    ILLEGAL = "illegal"
    """An action that the rules do not allow there."""
    FACTS = "facts"
    """Something happened that the rules do not give, or the other way round."""
    HISTORY = "history"
    """An event of the table that cannot be: a take-back to what does not stand, and the like."""
    RULES = "rules"
    """Today's rules decide otherwise than those under which it was recorded: no damage."""
    LAW = "law"
    """What was entered by hand broke a law of the game, such as that cards are conserved."""
    RESULT = "result"
    """The match ended otherwise than the rules say, or went on after its end."""
    SIGNATURE = "signature"
    """A signature that does not hold: what was signed was changed, or the key never gave it."""
    FILE = "file"
    """The file itself is damaged."""
    UNCONFIRMED = "unconfirmed"
    """An event that may be as it was recorded: what would confirm it is damaged."""


class Finding(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that is wrong: at which step (0: the opening, or the match as a whole) and what."""

    step: int
    kind: Kind
    what: str
    expected: str = ""
    recorded: str = ""
    rule: str = ""
    """What the rule concerned says, where the difference came from one."""
    aside: str = ""
    """Why the step does not stand, if it does not: `taken back by event 12`."""
    expected_facts: tuple[dict[str, Any], ...] = ()
    """Every fact the rules give for the step, where facts differ."""
    recorded_facts: tuple[dict[str, Any], ...] = ()


class Listed(msgspec.Struct, frozen=True, omit_defaults=True):
    """What people decided and not the rules: in order, and yet to be seen apart."""

    step: int
    """Number of the event."""
    kind: str
    """penalty, effect, correction, stood, ruling; concession and so on for an end; correction or
    reveal for what was corrected; takeback; late for what was decided after a clock had run out."""
    what: str
    """In words."""
    at: int = 0
    """When it was recorded: milliseconds since 1970, UTC."""
    judge: str = ""
    """Whose word it is."""
    why: str = ""
    by: str = ""
    """Who recorded it."""
    note: str = ""
    """What today's rules say to it."""
    aside: str = ""
    """Why it does not stand, if it does not."""


class Report(msgspec.Struct, frozen=True):
    """The audit of one match."""

    match: str
    game: str
    """Key of the game; empty if that cannot be read."""
    steps: int
    """How many events lie in the store, without the opening."""
    checked: int
    """How many steps of the line were decided again by the rules, from the first on, and agreed."""
    finished: bool
    ending: str
    """How the match ended, or how far it is, in words; empty where that is not known."""
    head: str
    """Digest of the last event: it identifies the whole match."""
    findings: tuple[Finding, ...] = ()
    """What is wrong, by step; empty if all is well."""
    notes: tuple[str, ...] = ()
    """What is worth knowing and not wrong."""
    line: int = 0
    """How many steps stand, as far as the events can be read."""
    rulings: tuple[Listed, ...] = ()
    """Rulings, and ends by other ways than the rules."""
    corrections: tuple[Listed, ...] = ()
    takebacks: tuple[Listed, ...] = ()
    """Take-backs past something that had been revealed."""
    late: tuple[Listed, ...] = ()
    """Steps that were decided after a clock had run out."""
    differences: tuple[Finding, ...] = ()
    """What today's rules decide otherwise in a match recorded under others: nothing is wrong."""

    @property
    def ok(self) -> bool:
        """True if nothing is wrong."""
        return not self.findings


class StoreReport(msgspec.Struct, frozen=True):
    """The audit of a whole store."""

    reports: tuple[Report, ...]
    findings: tuple[Finding, ...] = ()
    """What is wrong with the store as a whole."""
    digest: str = ""
    """Digest over the heads of all matches: another one if any match is changed, added or lost."""

    @property
    def failed(self) -> list[Report]:
        """The matches with something wrong."""
        return [report for report in self.reports if not report.ok]

    @property
    def ok(self) -> bool:
        """True if nothing is wrong with any match or the store."""
        return not self.findings and not self.failed


def by_step(findings: list[Finding]) -> tuple[Finding, ...]:
    """Findings in the order of their steps; what is only not confirmed comes last."""
    return tuple(sorted(findings, key=lambda f: (f.kind is Kind.UNCONFIRMED, f.step)))
