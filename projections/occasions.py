"""Views over occasions: series of games, and the standings of events."""

from __future__ import annotations

from typing import Final

from projections.schema import View, columns

POINTS: Final = (3, 1, 0)
"""Points in the standings for a match won, drawn, lost."""

SERIES: Final = View(
    "series",
    "One row a series: the games that two people played under its name, in one round of one event.",
    columns(
        """
        event VARCHAR tournament or occasion; NULL if not said
        round VARCHAR round of the event; NULL if not said
        series VARCHAR name of the series
        game VARCHAR key of the game
        player_1 VARCHAR who had seat A in the first of its games
        player_2 VARCHAR the other
        best_of SMALLINT how many games it has at most; NULL if not said
        games INTEGER how many of its games are finished
        wins_1 INTEGER how many player_1 won
        wins_2 INTEGER how many player_2 won
        draws INTEGER how many were draws
        winner VARCHAR who won the series; NULL if it is not decided, or drawn
        status VARCHAR finished, or open while games can still decide it
        first_match BIGINT its first match: joins to `match` of other tables
        matches BIGINT[] all its matches, the open ones too, in the order they were opened
        """
    ),
    """
WITH games AS (
 SELECT match, event, round, series, game, best_of, status, player_a, least(player_a, player_b) AS p,
        greatest(player_a, player_b) AS q,
        CASE winner WHEN 'A' THEN player_a WHEN 'B' THEN player_b END AS won
 FROM matches WHERE kind = 'people' AND series IS NOT NULL AND status <> 'abandoned'
), counted AS (
 SELECT event, round, series, game, p, q, arg_min(player_a, match) AS one,
        max(best_of) AS best_of, count(*) FILTER (status = 'finished')::INTEGER AS games,
        count(*) FILTER (won = p) AS won_p, count(*) FILTER (won = q AND q <> p) AS won_q,
        count(*) FILTER (status = 'finished' AND won IS NULL)::INTEGER AS draws,
        min(match) AS first_match, list(match ORDER BY match) AS matches
 FROM games GROUP BY event, round, series, game, p, q
), named AS (
 SELECT *, CASE WHEN one = p THEN q ELSE p END AS two,
        (CASE WHEN one = p THEN won_p ELSE won_q END)::INTEGER AS wins_1,
        (CASE WHEN one = p THEN won_q ELSE won_p END)::INTEGER AS wins_2,
        2 * greatest(won_p, won_q) > best_of OR games >= best_of AS over
 FROM counted
)
SELECT event, round, series, game, one AS player_1, two AS player_2, best_of, games, wins_1, wins_2,
       draws, CASE WHEN over AND wins_1 > wins_2 THEN one WHEN over AND wins_2 > wins_1 THEN two END
         AS winner,
       CASE WHEN over THEN 'finished' ELSE 'open' END AS status, first_match, matches
FROM named
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
WITH played AS (
 SELECT event, game, player_1 AS one, player_2 AS two, wins_1, wins_2
 FROM series WHERE status = 'finished'
 UNION ALL
 SELECT event, game, player_a, player_b, coalesce(winner = 'A', false)::INTEGER,
        coalesce(winner = 'B', false)::INTEGER
 FROM matches WHERE kind = 'people' AND status = 'finished' AND series IS NULL
), each AS (
 SELECT event, game, one AS player, two AS opponent, wins_1 AS w, wins_2 AS l FROM played
 UNION ALL
 SELECT event, game, two, one, wins_2, wins_1 FROM played
)
SELECT event, game, player, count(*)::INTEGER AS matches, count(*) FILTER (w > l)::INTEGER AS won,
       count(*) FILTER (w = l)::INTEGER AS drawn, count(*) FILTER (w < l)::INTEGER AS lost,
       ({POINTS[0]} * won + {POINTS[1]} * drawn)::INTEGER AS points,
       sum(w)::INTEGER AS game_wins, sum(l)::INTEGER AS game_losses,
       list(DISTINCT opponent ORDER BY opponent) AS opponents
FROM each WHERE event IS NOT NULL GROUP BY event, game, player
""".strip(),
)

VIEWS: Final = (SERIES, STANDINGS)
"""Both."""
