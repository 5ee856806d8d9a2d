"""`chances`: how probable a win was, at every turn of a match and over all matches of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer

from cli.analytics import chances_text
from cli.analytics.filters import read_filters
from cli.analytics.readers import AsOfOption, read_as_of, reader
from cli.edge import (
    AnalyticsOption,
    JsonOption,
    StoreOption,
    analytics_path,
    guarded,
    must_exist,
    print_json,
    store_path,
)
from cli.program.suggestion import games
from domain.contract.errors import GameError, Reason
from domain.games import GAMES
from domain.games import game as find_game
from domain.record import times
from domain.store.recorder import Recorder
from projections.reports import statistics
from projections.win_probability import curves
from projections.win_probability.calibration import calibration as calibrate
from projections.win_probability.calibration import score as judge
from projections.win_probability.curve_rows import match_curve
from projections.win_probability.population import choose

if TYPE_CHECKING:
    from pathlib import Path

    from domain.record.match import Record
    from projections.games.projection import Projected
    from projections.read.reader import Reader
    from projections.win_probability.calibration import Bin, Score
    from projections.win_probability.population import Choice

SHOWN = 5
"""Swings and comebacks of a game that are shown if nothing else is asked for."""


@guarded
def chances(
    what: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME|MATCH",
            help="A game; or a match: its id, the start or end of it, or `last`. "
            "None: the game that is recorded.",
            autocompletion=games,
        ),
    ] = None,
    swings: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="The N steps at which the chances moved most."),
    ] = None,
    comebacks: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Of a game: the N wins from farthest behind."),
    ] = None,
    calibration: Annotated[
        bool, typer.Option("--calibration", help="Of a game: what was said against what came.")
    ] = False,
    people: Annotated[
        bool, typer.Option("--people", help="Go by matches of people, and by no others.")
    ] = False,
    bots: Annotated[
        bool, typer.Option("--bots", help="Go by matches of bots, even if people's are enough.")
    ] = False,
    filters: Annotated[
        list[str] | None,
        typer.Option(
            "--filter",
            metavar="NAME=VALUE",
            help="Go by matches of a variant, such as edition=early; may be given again.",
        ),
    ] = None,
    as_of: AsOfOption = "",
    store: StoreOption = None,
    analytics: AnalyticsOption = None,
    as_json: JsonOption = False,
) -> None:
    """Say how probable a win was: at each turn of a match, or over all matches of a game.

    It goes by the turn, the lead, and who started, as finished matches of the game went: those of
    people if there are 50, else those of bots. Cards and players are not looked at.
    """
    if people and bots:
        raise GameError(Reason.BAD_SETTING, "--people and --bots exclude each other; give one")
    chosen = read_filters(filters or (), {"kind": "people" if people else "bots" if bots else None})
    source, time = store_path(store), read_as_of(as_of)
    must_exist(source)
    key, record = meant(source, what) if what is not None else ("", None)
    if record and (comebacks or calibration):
        raise GameError(
            Reason.BAD_SETTING,
            "--comebacks and --calibration are about a game, not about one match",
            legal=(f"ludograph chances {record.game.key}",),
        )
    if record and as_of:
        record = times.as_of(record, as_of)
    with reader(source, analytics_path(analytics, source), time) as found:
        game = statistics.projected(key) if key else statistics.only_game(found)
        choice = chosen_model(found, game, chosen)
        if record:
            answer = of_match(found, choice, record, swings or 1)
        else:
            answer = of_game(found, choice, *asked(swings, comebacks, calibration))
        bins, score = calibrate(found, choice.model), judge(found, choice.model)
    if as_json:
        past = {"as_of": as_of} if as_of else {}
        print_json({"game": game.key, **answer, **past, **goodness(choice, score, bins)})
        return
    if record:
        chances_text.print_match(answer["match"], record)
    else:
        chances_text.print_game(answer, bins if calibration or not (swings or comebacks) else ())
    chances_text.print_goodness(choice, score, bins)


def meant(source: Path, words: str) -> tuple[str, Record | None]:
    """The key of the game that is meant; and the match, if it is one. Raises GameError.

    A whole key comes before a whole name of a match, then the beginning of a key.
    """
    recorder = Recorder(source)
    try:
        if words in GAMES or not recorder.chain.head(words):
            try:
                return find_game(words).key, None
            except GameError as error:
                if error.reason is not Reason.NOT_FOUND:
                    raise
        try:
            record = recorder.load(recorder.find(words))
        except GameError as error:
            if error.reason is not Reason.NOT_FOUND or error.legal or words == "last":
                raise
            raise GameError(
                Reason.NOT_FOUND, f"no game and no match {words!r}", legal=tuple(GAMES)
            ) from error
        return record.game.key, record
    finally:
        recorder.close()


def chosen_model(found: Reader, game: Projected, filters: dict[str, str]) -> Choice:
    """The model to go by. Raises GameError; where matches lack, it says how to come by them."""
    try:
        return choose(found, game, filters)
    except GameError as error:
        if error.reason is not Reason.NOT_FOUND:
            raise
        raise GameError(error.reason, f"{error.message}; {way_out(game, filters)}") from error


def way_out(game: Projected, filters: Mapping[str, str]) -> str:
    """How to come by enough matches."""
    if filters.get("kind") == "people":
        return "without --people, those of bots would do"
    own = [known.name for known in game.filters if known.name != "kind"]
    settings = "".join(f" --set {name}={filters[name]}" for name in own if name in filters)
    return f"`ludograph simulate {game.key}{settings} -n 300` has bots play some"


def asked(
    swings: int | None, comebacks: int | None, calibration: bool
) -> tuple[int | None, int | None]:
    """How many swings and comebacks of a game to tell: some of both if nothing was asked for."""
    return (swings, comebacks) if swings or comebacks or calibration else (SHOWN, SHOWN)


def of_match(found: Reader, choice: Choice, record: Record, n: int) -> dict[str, Any]:
    """What there is to tell of a match."""
    return {"match": match_curve(found, choice.model, record.id, n)}


def of_game(
    found: Reader, choice: Choice, most_swings: int | None, most_comebacks: int | None
) -> dict[str, Any]:
    """What there is to tell of a game."""
    answer: dict[str, Any] = {}
    if most_swings:
        answer["swings"] = curves.swings(found, choice.model, most_swings)
    if most_comebacks:
        answer["comebacks"] = curves.comebacks(found, choice.model, most_comebacks)
    return answer


def goodness(choice: Choice, score: Score, bins: Sequence[Bin]) -> dict[str, Any]:
    """What the model rests on and how good it is, for programs."""
    model = choice.model
    return {
        "model": {
            "kind": choice.kind,
            "counted": choice.counted,
            "filters": model.filters,
            "matches": model.matches,
            "states": model.states,
        },
        "score": score,
        "calibration": [{**msgspec.structs.asdict(b), "outside": b.outside} for b in bins],
    }
