"""Tables about decisions: what else was legal, and what the sensible bot would have held of it.

The rules have to run for that, so these tables are not filled with the others:
`projections.feed.decision_feed` fills them when it is asked to. The feed drops the rows of matches
that it takes in anew.
"""

from __future__ import annotations

from typing import Final

from projections.schema.definitions import KIND, MATCH, TURN, Table, View, columns

NUMBER: Final = (
    "step INTEGER number of the event in the match, from 1; of `steps` only if it stands"
)
RANK: Final = (
    "rank SMALLINT place by the sensible bot, 1 for the best, ties share the best place; "
    "NULL where the bot compares nothing"
)
SUBJECT: Final = (
    "subject VARCHAR what it is about, the same in every match: mostly the name of a card; or empty"
)
ABOUT: Final = f"""
{MATCH}
{NUMBER}
{TURN}
seat VARCHAR who decided: A or B
about VARCHAR what the question was about, as the game calls it
options SMALLINT how many answers were legal
taken VARCHAR what was decided, as it is typed
action VARCHAR kind of the decision: the tag of the action
{SUBJECT}
{RANK}, and for what was not offered
gap DOUBLE how far it was from the best by the bot: 0 is the best, 1 the worst; NULL as rank
best SMALLINT how many options the bot holds for the best; with all of them it has no opinion
known BOOLEAN whether the recording knew the whole hand; if not, options are only possibilities
unknown SMALLINT how many cards of the hand it did not know
stood BOOLEAN whether it is a play that stood although it was not legal
taken_back BOOLEAN whether it was taken back; then it is in `variations`
corrected BOOLEAN whether it was wrongly recorded and corrected since; then it is in `variations`
"""

DECISIONS: Final = Table(
    "decisions",
    "One row for each decision of a seat, of matches that `ludograph decisions` has worked out.",
    columns(ABOUT),
)

DECISION_OPTIONS: Final = Table(
    "decision_options",
    "One row for each answer that was legal, of the decisions with 60 of them at most.",
    columns(
        f"""
        {MATCH}
        {NUMBER}
        n SMALLINT which of the answers, from 1, in the order of the rules
        option VARCHAR the answer, as it is typed
        action VARCHAR its kind: the tag of the action
        {SUBJECT}
        data JSON its fields by name: seats as A and B, cards as codes, what is in play by id
        {RANK}
        taken BOOLEAN whether it was decided so
        """
    ),
)

DECIDED: Final = Table(
    "decided",
    "One row for each match of which `ludograph decisions` has worked out the decisions.",
    columns(
        f"""
        {MATCH}
        head VARCHAR digest of the last event that it had then; with another it is worked out again
        events INTEGER how many events it had then, the opening not counted
        rules VARCHAR version of the rules that ran
        decisions INTEGER how many decisions there are
        differs_at INTEGER first step that these rules decide otherwise, 0 the opening; NULL: none
        worked_out_at TIMESTAMP when, UTC
        """
    ),
)

DECISION_TABLES: Final = (DECISIONS, DECISION_OPTIONS, DECIDED)
"""Written by `projections.feed.decision_feed`, not fed."""

WORKED_OUT: Final = "2"
"""Version of what is worked out; a file with decisions of another is made anew."""

UP_TO_DATE: Final = """
SELECT d.match FROM decided d JOIN endings e ON e.match = d.match WHERE d.events >= e.steps
""".strip()
"""The finished matches that were worked out when they had ended."""

HOW_MANY: Final = f"""
SELECT count(u.match), count(*)
FROM (SELECT DISTINCT match FROM counted) c LEFT JOIN ({UP_TO_DATE}) u ON u.match = c.match
""".strip()
"""With how many of the matches that are counted it has been done, and how many are counted."""

CHOICES: Final = View(
    "choices",
    "Decisions with more than one legal answer, without corrected ones: who made them, how long it took.",
    columns(
        f"""
        {ABOUT}
        game VARCHAR key of the game
        {KIND}
        player VARCHAR who decided
        bot VARCHAR bot that decided; NULL for people
        think_ms BIGINT milliseconds that it took; NULL where that is not known
        """
    ),
    """
SELECT d.*, o.game, o.kind, s.player, s.bot, t.think_ms
FROM decisions d JOIN openings o ON o.match = d.match
JOIN seats s ON s.match = d.match AND s.seat = d.seat
LEFT JOIN thinking t ON t.match = d.match AND t.step = d.step
WHERE d.options > 1 AND NOT d.stood AND NOT d.corrected
""".strip(),
)
