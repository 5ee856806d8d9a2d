"""The views over what every game has; two of them are made from the definitions of the games."""

from __future__ import annotations

from collections.abc import Iterable

from domain.contract.fields import seat_fields
from domain.contract.game import BROKEN_OFF
from domain.games import GAMES
from domain.record.events import TAGS, Closed, Ruled
from projections.games.projection import Projected
from projections.schema import encounters
from projections.schema.definitions import (
    KIND,
    MATCH,
    OCCASION,
    POSITION,
    STEP,
    TURN,
    WHY,
    View,
    columns,
    literal,
)
from projections.schema.fact_columns import struct_fields
from projections.schema.think_time import THINKING

NO_DECISIONS = (TAGS[Ruled], TAGS[Closed])
"""What the column `action` holds for steps that are no decisions; no game has such an action."""

MATCHES = View(
    "matches",
    "One row a match: its opening, and how it ended if it has.",
    columns(
        f"""
        {MATCH}
        match_id VARCHAR name of the match
        game VARCHAR key of the game
        {KIND}
        status VARCHAR finished, open, or abandoned for a match that was broken off without a result
        player_a VARCHAR who plays seat A
        player_b VARCHAR who plays seat B
        starter VARCHAR seat that had the first turn, or the Forge in it; NULL while the game is set up
        winner VARCHAR seat that won; NULL for a draw, and for matches that are open or abandoned
        {WHY}; NULL for open matches
        score_a INTEGER final score of seat A (in SolForge Fusion, Health); NULL for open matches
        score_b INTEGER final score of seat B; NULL for open matches
        turns INTEGER how many turns were played; NULL for open matches
        steps INTEGER how many steps it has; NULL for open matches
        played_on DATE the day it was played
        place VARCHAR where it was played; NULL if not known
        event VARCHAR tournament or occasion; NULL if not known
        recorded_at TIMESTAMP when the match was opened, UTC
        recorder VARCHAR who opened it; NULL if not known
        settings MAP(VARCHAR,VARCHAR) settings by name, in small letters: settings['expansion']
        {OCCASION}
        """
    ),
    f"""
SELECT o.match, o.match_id, o.game, o.kind,
       CASE WHEN e.match IS NULL THEN 'open'
            WHEN e.winner IS NULL AND e.why = {literal(BROKEN_OFF)} THEN 'abandoned'
            ELSE 'finished' END AS status,
       o.player_a, o.player_b, t.seat AS starter, e.winner, e.why, e.score_a, e.score_b,
       e.turns, e.steps, o.played_on, o.place, o.event, o.recorded_at, o.recorder, o.settings,
       o.round, o.table_name, o.series, o.best_of, o.clock, o.eyes, o.origin, o.origin_step
FROM openings o
LEFT JOIN endings e ON e.match = o.match
LEFT JOIN turns t ON t.match = o.match AND t.turn = 1
""".strip(),
)

SIDES = View(
    "sides",
    "Two rows for each finished match of any game: what became of each seat.",
    columns(
        f"""
        {MATCH}
        game VARCHAR key of the game
        {KIND}
        seat VARCHAR A or B
        player VARCHAR name of the player
        bot VARCHAR bot that played; NULL for people
        starts BOOLEAN whether the seat had the first turn; NULL if the match ended before it
        score INTEGER its final score
        won INTEGER 1 if it won, else 0
        drew INTEGER 1 if the match was a draw, else 0
        {WHY}
        turns INTEGER how many turns the match had
        steps INTEGER how many steps the match has
        """
    ),
    """
SELECT m.match, m.game, m.kind, s.seat, s.player, s.bot, s.seat = m.starter AS starts,
       CASE s.seat WHEN 'A' THEN m.score_a ELSE m.score_b END AS score,
       (m.winner IS NOT NULL AND m.winner = s.seat)::INTEGER AS won,
       (m.winner IS NULL)::INTEGER AS drew, m.why, m.turns, m.steps
FROM matches m JOIN seats s ON s.match = m.match
WHERE m.status = 'finished'
""".strip(),
)


def first_score(games: Iterable[Projected], game: str) -> str:
    """SQL for the score with which a match begins; `game` is a column with a game's key."""
    cases = [f"WHEN {literal(g.key)} THEN {g.first_score}" for g in games if g.first_score]
    return f"CASE {game} {' '.join(cases)} ELSE 0 END" if cases else "0"


def score_after_step(games: Iterable[Projected]) -> View:
    """The view of the scores after all steps, those that changed nothing included."""
    first = first_score(games, "o.game")
    return View(
        "score_after_step",
        "The score of every match after every step: in SolForge Fusion, Health.",
        columns(
            f"""
            {MATCH}
            {STEP}
            {TURN}
            a INTEGER score of seat A after the step
            b INTEGER score of seat B after the step
            """
        ),
        f"""
SELECT s.match, s.step, s.turn, coalesce(c.a, {first}) AS a, coalesce(c.b, {first}) AS b
FROM steps s JOIN openings o ON o.match = s.match
ASOF LEFT JOIN scores c ON c.match = s.match AND c.step <= s.step
""".strip(),
    )


def named_seat(n: int) -> str:
    """SQL for a seat's letter from its number in the array `v`; NULL stays NULL."""
    return (
        f"CASE v[{n}]->>'$' WHEN '0' THEN to_json('A') WHEN '1' THEN to_json('B') ELSE v[{n}] END"
    )


def named(kind: str) -> str:
    """SQL that turns an array `v` (tag first, JSON values) into an object with the fields' names.

    `kind` is `action_type` or `fact_type`; the columns `game` and `tag` say which struct it is.
    """
    cases = []
    for key, game in GAMES.items():
        for tag, fields, struct in struct_fields(getattr(game, kind)):
            seats = seat_fields(struct)
            pairs = ", ".join(
                f"{literal(name)}, {named_seat(n) if name in seats else f'v[{n}]'}"
                for n, name in enumerate(fields, 2)
            )
            cases.append(
                f"WHEN game = {literal(key)} AND tag = {literal(tag)} THEN json_object({pairs})"
            )
    return "CASE " + "\n ".join(cases) + "\n ELSE to_json(v[2:]) END"


def facts_view() -> View:
    """The view of all facts of all games, with their fields named."""
    return View(
        "facts",
        "One row a fact: an atomic change that a step caused, in order.",
        columns(
            f"""
            {MATCH}
            {STEP}
            {POSITION}
            game VARCHAR key of the game
            seat VARCHAR who decided the step: A, B or dealer
            fact VARCHAR kind of the fact: its tag
            data JSON the fact's fields by name: seats as A and B, cards as codes, what is in play by id
            """
        ),
        f"""
SELECT match, step, position::SMALLINT AS position, game, seat, tag AS fact,
 ({named("fact_type")})::JSON AS data
FROM (
 SELECT match, step, position, game, seat, v, v[1]->>'$' AS tag
 FROM (
  SELECT s.match, s.step, o.game, s.seat, unnest(j.f) AS v, generate_subscripts(j.f, 1) AS position
  FROM (SELECT match, step, seat, from_json(payload, '{{"f":[["JSON"]]}}') AS j FROM steps) s
  JOIN openings o ON o.match = s.match
 )
)
""".strip(),
    )


def actions_view() -> View:
    """The view of all actions of all games, with their fields named."""
    return View(
        "actions",
        "One row a decision that stands: the action of each step, with its fields named.",
        columns(
            f"""
            {MATCH}
            {STEP}
            {TURN}
            game VARCHAR key of the game
            seat VARCHAR who decided: A, B or dealer
            action VARCHAR kind of the decision: its tag
            data JSON the action's fields by name: seats as A and B, cards as codes, what is in play by id
            """
        ),
        f"""
SELECT match, step, turn, game, seat, tag AS action,
 ({named("action_type")})::JSON AS data
FROM (
 SELECT s.match, s.step, s.turn, o.game, s.seat, s.action AS tag,
        from_json(s.payload, '{{"a":["JSON"]}}').a AS v
 FROM steps s JOIN openings o ON o.match = s.match
 WHERE s.action NOT IN ({", ".join(map(literal, NO_DECISIONS))})
)
""".strip(),
    )


def core_views(games: Iterable[Projected]) -> tuple[View, ...]:
    """The views over what every game has."""
    return (
        MATCHES,
        SIDES,
        score_after_step(games),
        facts_view(),
        actions_view(),
        THINKING,
        *encounters.VIEWS,
    )
