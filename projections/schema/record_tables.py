"""Tables about how matches were recorded: what was taken back, corrected, ruled, ended otherwise.

A match has rows here only if it is not just decisions, one after the other. Such a match is taken in
anew, whole, whenever something of it comes in (`projections.feed.refeed`).
"""

from __future__ import annotations

from typing import Final

from projections.schema.definitions import MATCH, Table, columns

RECORDED = """
recorded_at TIMESTAMP when it was recorded, UTC
recorder VARCHAR who recorded it; NULL if not known
note VARCHAR the comment, or the reason given; NULL if there is none
"""
STANDS = "stands BOOLEAN whether it stands: false if it was taken back or corrected since"
NUMBER = "step INTEGER number of the event in the match, from 1; of `steps` only if it stands"
WHOSE = "seat VARCHAR who decided: A, B, or dealer for what is random or hidden"
DATA = "JSON the fields by name: seats as A and B, cards as codes, what is in play by id"

BESIDE: Final = Table(
    "beside",
    "One row for each event that is no step: take-backs, redos, corrections, remarks, pauses.",
    columns(
        f"""
        {MATCH}
        event INTEGER number of the event in the match, from 1; no step has it
        kind VARCHAR takeback, redo, amend (a correction), note, pause, resume or signed
        to_step INTEGER the step after which the line went on, 0 for the opening; NULL for other kinds
        steps INTEGER how many steps were taken off the line, or brought back, or decided again
        revealed INTEGER of a take-back: how many steps it took back that had shown what was hidden
        about INTEGER the event that a note is about, 0 for the match; the last one that is signed
        why VARCHAR of an amend: correction, or reveal for what was hidden until then
        wrong_step INTEGER of an amend: the first step that was wrong
        role VARCHAR who signed: A, B or judge
        {RECORDED}
        """
    ),
)

VARIATIONS: Final = Table(
    "variations",
    "One row for each step that does not stand: it was taken back, or corrected.",
    columns(
        f"""
        {MATCH}
        step INTEGER number of the event in the match, from 1; `steps` has none of this number
        after_step INTEGER the step that came before it, which may not stand either; 0: the opening
        {WHOSE}
        action VARCHAR kind of the decision: the tag of the action, or ruling, or closed
        data {DATA}
        off_by INTEGER the event that took it off the line: joins with `match` to a row of `beside`
        corrected BOOLEAN whether it was wrong, and not taken back
        {RECORDED}
        """
    ),
)

RULINGS: Final = Table(
    "rulings",
    "One row a ruling: facts entered by hand, or an illegal play that stood.",
    columns(
        f"""
        {MATCH}
        {NUMBER}
        seat VARCHAR whose play stood; of facts, whom they are about: A, B, or dealer for both or neither
        kind VARCHAR stood, penalty, effect, correction, or ruling for any other
        judge VARCHAR whose word it is; NULL if not known
        action VARCHAR the play that stood: the tag of the action; NULL for facts
        what JSON the play that stood, or the facts that were entered; fields by name, type first
        followed SMALLINT how many facts followed by the rules
        {STANDS}
        {RECORDED}
        """
    ),
)

CLOSINGS: Final = Table(
    "closings",
    "One row for each time that a match was ended by other ways than its rules.",
    columns(
        f"""
        {MATCH}
        {NUMBER}
        why VARCHAR concession, agreed, time, disqualification or abandonment
        winner VARCHAR A or B; NULL is a draw, or no result if why is abandonment
        seat VARCHAR who conceded, lost on time or was disqualified; NULL for nobody
        judge VARCHAR whose word it is; NULL if not known
        {STANDS}
        {RECORDED}
        """
    ),
)

CORRECTIONS: Final = Table(
    "corrections",
    "One row for each step that was decided again in a correction: it stands for an earlier one.",
    columns(
        f"""
        {MATCH}
        {NUMBER}
        was_step INTEGER number of the step that it stands for
        event INTEGER the correction: joins with `match` to a row of `beside`
        why VARCHAR correction, or reveal for what was hidden until then
        {WHOSE}
        action VARCHAR kind of the decision now: the tag of the action, or ruling
        was_action VARCHAR kind of the decision before
        changed BOOLEAN whether decision or consequences are others now; false: only decided again
        data {DATA}
        was_data {DATA}, before
        {STANDS}
        occurred_at TIMESTAMP when it happened, UTC: when the step that it stands for was recorded
        was_recorder VARCHAR who had recorded the step that it stands for; NULL if not known
        {RECORDED}
        """
    ),
)

DECISION_TIMES: Final = Table(
    "decision_times",
    "How long decisions took, of the matches that are not just decisions; ask `thinking` for all.",
    columns(
        f"""
        {MATCH}
        {NUMBER}
        think_ms BIGINT milliseconds that the clock of its seat ran for it
        """
    ),
)

RULE_DIFFERENCES: Final = Table(
    "rule_differences",
    "One row for each match that today's rules decide otherwise, as of the last comparison.",
    columns(
        """
        match_id VARCHAR name of the match, as in `matches`
        rules_recorded VARCHAR version of the rules under which it was recorded
        rules_now VARCHAR version of the rules that it was compared with
        settings VARCHAR settings that stood in for its own, ice=printed; NULL for its own
        first_step INTEGER number of the first step that differs; 0 if no match opens like it now
        fact SMALLINT which fact of the step differs, from 1; NULL if the decision itself does
        recorded VARCHAR what is recorded there
        now VARCHAR what the rules give there now
        result_recorded VARCHAR how the match ended; NULL if it is open
        result_now VARCHAR how it would end now, as far as it can be played on; NULL if it does not
        flipped BOOLEAN whether the outcome is another; NULL where that cannot be known
        plays_on_to INTEGER number of the last step that still fits when it is decided again
        checked_at TIMESTAMP when that was found out, UTC
        """
    ),
)
"""Written by `projections.impact`, not fed."""

RECORD_TABLES: Final = (BESIDE, VARIATIONS, RULINGS, CLOSINGS, CORRECTIONS, DECISION_TIMES)
"""Those that are fed."""
MARKS: Final = (BESIDE.name, RULINGS.name, CLOSINGS.name)
"""Those of which a match has a row if and only if it is not just decisions."""


def marked(schema: str = "", where: str = "") -> str:
    """A SELECT of the matches (in a schema, that fulfil a condition) that are not just decisions."""
    prefix, condition = schema and f"{schema}.", where and f" WHERE {where}"
    return " UNION ALL ".join(f"SELECT match FROM {prefix}{name}{condition}" for name in MARKS)


TOLD: Final = "1"
"""Version of what `projections.feed.match_rows` makes of a match; a file made by another is made anew."""

__all__ = ["RECORD_TABLES", "RULE_DIFFERENCES", "TOLD", "marked"]
