"""A page's section of the probability of a win: what was predicted against what came."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from projections.charts.spec import Chart
from projections.page.report_section import asked_sql
from projections.page.requests import Asked, tidied
from projections.page.sections import Behind, Listed, Note, Section
from projections.win_probability.calibration import BINS, Bin, Score, calibration, looked_at, score
from projections.win_probability.population import Choice, choose

CALIBRATION: Final = Chart(
    "calibration", ("predicted",), ("observed",), low="low", high="high", n="n", percent=True,
    x_title="what was said", y_title="how often A won, with its 95 % interval", counts="matches",
)  # fmt: skip
COLUMNS: Final = ("said", "n", "predicted", "observed", "low", "high")


def of_chances(asked: Asked) -> Section:
    """The section of the model's calibration.

    Raises GameError (NOT_FOUND) if there are too few matches, BAD_SETTING for wrong filters.
    """
    choice = choose(asked.reader, asked.game, asked.chosen)
    bins, judged = calibration(asked.reader, choice.model), score(asked.reader, choice.model)
    off = [bin_text(b) for b in bins if b.outside]
    rows: list[tuple[Any, ...]] = [
        (bin_text(b), b.n, b.predicted, b.observed, b.low, b.high) for b in bins
    ]
    found = lists(asked, choice, bins)
    return Section(
        name="chances",
        title="How probable a win was, and how true that is",
        about="At every moment of a match the probability that seat A wins is worked out from the turn, "
        "the lead and who started, by a model fitted to the other half of the matches. A match counts "
        "once in each row, with its first moment there; observed is how often A won then, a draw "
        "counting half. low and high bound it with 95 % confidence (Wilson).",
        columns=COLUMNS,
        rows=tidied(rows),
        chart=CALIBRATION,
        key=("said",),
        sql=f"{firsts(choice)}\n{TOGETHER};",
        warnings=[f"Not to be trusted where it says {', '.join(off)}."] if off else (),
        notes=[Note(text) for text in goodness(choice, judged)],
        behind=[
            Behind(
                b.n,
                found.get(place(b), ()),
                asked_sql(asked, f"{firsts(choice)} {EACH} WHERE f.bin = {place(b)} {ORDER}"),
            )
            for b in bins
        ],
    )


def place(b: Bin) -> int:
    """Which bin it is, from 0."""
    return round(b.begins * BINS)


def bin_text(b: Bin) -> str:
    """A bin in words."""
    return f"{b.begins * 100:.0f}–{b.begins + 1 / BINS:.0%}"


def goodness(choice: Choice, judged: Score) -> Sequence[str]:
    """What the model rests on, and how far off it is."""
    return (
        f"Fitted to {judged.matches:,} matches of {choice.kind}.",
        f"Brier score {judged.brier:.3f}, against {judged.base_brier:.3f} of who knows A's share only; "
        f"log loss {judged.log_loss:.3f} against {judged.base_log_loss:.3f}. Less is better.",
    )


def firsts(choice: Choice) -> str:
    """CTEs up to `firsts`: a row for each bin and each match that came into it."""
    return f"""{looked_at(choice.model)}, firsts AS (
 SELECT least(floor(p * {BINS}), {BINS} - 1)::INTEGER AS bin, match, min(step) AS step,
        arg_min(p, step) AS p, any_value(outcome) AS outcome
 FROM predicted_states GROUP BY bin, match
)"""


TOGETHER: Final = f"""SELECT bin / {BINS}::DOUBLE AS said_from, count(*) AS n, avg(p) AS predicted,
       avg(outcome) AS observed, wilson_low(sum(outcome), n) AS low,
       wilson_high(sum(outcome), n) AS high
FROM firsts GROUP BY bin ORDER BY bin"""
EACH: Final = """SELECT o.match_id, o.played_on, o.player_a, o.player_b, f.step, f.p, f.outcome
FROM firsts f JOIN openings o ON o.match = f.match"""
ORDER: Final = "ORDER BY o.played_on, o.match"


def lists(asked: Asked, choice: Choice, bins: Sequence[Bin]) -> dict[int, list[Listed]]:
    """The first matches of each bin."""
    sql = f"""{firsts(choice)}
SELECT * FROM ({EACH.replace("f.p,", "f.bin, f.p,")}
QUALIFY row_number() OVER (PARTITION BY f.bin {ORDER}) <= {asked.listed})
ORDER BY bin, played_on, match_id"""
    answer = asked.reader.ask(sql)
    found: dict[int, list[Listed]] = {place(b): [] for b in bins}
    for row in answer.rows():
        record = dict(zip(answer.columns, row, strict=True))
        p, outcome = record.pop("p"), record.pop("outcome")
        came = {1.0: "A won", 0.0: "B won"}.get(float(outcome), "a draw")
        record["said"] = f"{p:.1%}, {came}"
        found[record.pop("bin")].append(asked.one(record))
    return found
