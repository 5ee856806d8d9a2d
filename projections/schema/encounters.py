"""Views over occasions: series of games, and the standings of events."""

from __future__ import annotations

from typing import Final

from projections.schema.definitions import View, columns

POINTS: Final = (3, 1, 0)
"""Points in the standings for a match won, drawn, lost."""

ORDER: Final = "played_on, recorded_at, match"
"""The order in which games count."""


def folded(name: str) -> str:
    """SQL for what `domain.contract.characters.folded` makes of a name: the same, letter by letter."""
    spaces = r"[\s\p{Z}\x0b\x1c-\x1f\x{85}]+"
    plain = f"trim(regexp_replace(coalesce({name}, ''), '{spaces}', ' ', 'g'))"
    return f"replace(lower(upper(nfc_normalize({plain}))), 'ß', 'ss')"


REPLACED: Final = View(
    "replaced",
    "One row for each recording that was put together with others: it counts no more, that match does.",
    columns(
        """
        match BIGINT the recording: joins all tables
        by_match BIGINT the match that was put together from it
        """
    ),
    """
SELECT DISTINCT o.match, g.match AS by_match
FROM origins g JOIN openings o ON o.match_id = g.origin JOIN openings m ON m.match = g.match
WHERE g.how = 'merge' AND m.kind <> 'what-if'
""".strip(),
)

COUNTED: Final = f"""
SELECT *, {folded("player_a")} = {folded("player_b")} AS namesakes,
       CASE WHEN namesakes THEN player_a || ' (A)' ELSE player_a END AS a,
       CASE WHEN namesakes THEN player_b || ' (B)' ELSE player_b END AS b,
       CASE winner WHEN 'A' THEN a WHEN 'B' THEN b END AS won,
       row_number() OVER (ORDER BY {ORDER}) AS nth
FROM matches WHERE kind = 'people' AND match NOT IN (SELECT match FROM replaced)
""".strip()
"""Matches of people that count, with distinct players: `a`, `b` and `won` are names."""

SERIES: Final = View(
    "series",
    "One row a series: the games that two people played under its name, in one round of one event.",
    columns(
        """
        event VARCHAR tournament or occasion; NULL if not known
        round VARCHAR round of the event; NULL if not known
        series VARCHAR name of the series
        game VARCHAR key of the game
        player_1 VARCHAR who had seat A in the first of its games
        player_2 VARCHAR the other
        best_of SMALLINT how many games it has at most; NULL if not known
        games INTEGER how many of its games are finished; not those after it was decided
        wins_1 INTEGER how many player_1 won
        wins_2 INTEGER how many player_2 won
        draws INTEGER how many were draws
        winner VARCHAR who won the series; NULL if it is not decided, or drawn
        status VARCHAR finished, or open while games can still decide it
        first_match BIGINT its first match: joins to `match` of other tables
        matches BIGINT[] all its matches in order: those that are open, broken off or late, too
        """
    ),
    f"""
WITH games AS (
 SELECT match, event, round, series, game, a, b, won, status, nth,
        {folded("won")} AS winner, {folded("a")} AS one, {folded("b")} AS two,
        struct_pack(game := game, event := {folded("event")}, round := {folded("round")},
         series := {folded("series")}, p := least(one, two), q := greatest(one, two)) AS key,
        coalesce(max(best_of) OVER (PARTITION BY key), 0) AS most,
        first_value(one) OVER (PARTITION BY key ORDER BY nth) AS player
 FROM ({COUNTED}) WHERE series IS NOT NULL
), running AS (
 SELECT *, count(*) FILTER (won IS NOT NULL AND winner = player) OVER before AS before_1,
        count(*) FILTER (won IS NOT NULL AND winner <> player) OVER before AS before_2,
        status = 'finished' AND (most = 0 OR 2 * greatest(before_1, before_2) <= most) AS counts
 FROM games
 WINDOW before AS (PARTITION BY key ORDER BY nth ROWS UNBOUNDED PRECEDING EXCLUDE CURRENT ROW)
), counted AS (
 SELECT arg_min(coalesce(event, ''), nth) AS event, arg_min(coalesce(round, ''), nth) AS round,
        arg_min(series, nth) AS series, key.game AS game, arg_min(a, nth) AS player_1,
        arg_min(b, nth) AS player_2, max(most) AS best,
        count(*) FILTER (counts)::INTEGER AS games,
        count(*) FILTER (counts AND won IS NOT NULL AND winner = player)::INTEGER AS wins_1,
        count(*) FILTER (counts AND won IS NOT NULL AND winner <> player)::INTEGER AS wins_2,
        count(*) FILTER (counts AND won IS NULL)::INTEGER AS draws,
        best > 0 AND (2 * greatest(wins_1, wins_2) > best OR games >= best) AS over,
        arg_min(match, nth) AS first_match, list(match ORDER BY nth) AS matches
 FROM running GROUP BY key
)
SELECT nullif(event, '') AS event, nullif(round, '') AS round, series, game, player_1, player_2,
       nullif(best, 0)::SMALLINT AS best_of, games, wins_1, wins_2, draws,
       CASE WHEN over AND wins_1 > wins_2 THEN player_1 WHEN over AND wins_2 > wins_1 THEN player_2 END
         AS winner,
       CASE WHEN over THEN 'finished' ELSE 'open' END AS status, first_match, matches
FROM counted
""".strip(),
)

STANDINGS: Final = View(
    "standings",
    f"One row a player in an event: {POINTS[0]} points for a match won, {POINTS[1]} for one drawn.",
    columns(
        """
        event VARCHAR tournament or occasion
        game VARCHAR key of the game
        player VARCHAR name of the player
        matches INTEGER how many matches are finished: a series counts as one, once it is decided
        won INTEGER how many of them the player won
        drawn INTEGER how many were drawn
        lost INTEGER how many the player lost
        points INTEGER three for each match won, one for each drawn, none for one lost
        game_wins INTEGER games won in those matches
        game_losses INTEGER games lost in them
        opponents VARCHAR[] whom the player met, each once, by name
        """
    ),
    f"""
WITH counted AS ({COUNTED}), played AS (
 SELECT s.event, s.game, player_1 AS one, player_2 AS two, wins_1, wins_2, c.nth
 FROM series s JOIN counted c ON c.match = s.first_match WHERE s.status = 'finished'
 UNION ALL
 SELECT event, game, a, b, coalesce(winner = 'A', false)::INTEGER,
        coalesce(winner = 'B', false)::INTEGER, nth
 FROM counted WHERE status = 'finished' AND series IS NULL
), each AS (
 SELECT event, game, one AS player, two AS opponent, wins_1 AS w, wins_2 AS l, nth FROM played
 UNION ALL
 SELECT event, game, two, one, wins_2, wins_1, nth FROM played
), known AS (
 SELECT event, game, player, {folded("event")} AS event_key, {folded("player")} AS player_key,
        {folded("opponent")} AS opponent_key, w, l, nth,
        first_value(event) OVER (PARTITION BY event_key ORDER BY nth) AS event_name,
        first_value(opponent) OVER (PARTITION BY event_key, opponent_key ORDER BY nth) AS met
 FROM each WHERE event IS NOT NULL
)
SELECT event_name AS event, game, arg_min(player, nth) AS player, count(*)::INTEGER AS matches,
       count(*) FILTER (w > l)::INTEGER AS won, count(*) FILTER (w = l)::INTEGER AS drawn,
       count(*) FILTER (w < l)::INTEGER AS lost,
       ({POINTS[0]} * won + {POINTS[1]} * drawn)::INTEGER AS points,
       sum(w)::INTEGER AS game_wins, sum(l)::INTEGER AS game_losses,
       list(DISTINCT met ORDER BY met) AS opponents
FROM known GROUP BY event_name, game, player_key
""".strip(),
)

VIEWS: Final = (REPLACED, SERIES, STANDINGS)
"""All of them, each after those that it asks."""
