"""Numbers: the reports of a game, what is behind them, their charts, and queries in SQL."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec
from litestar import Controller, Request, Response, get, post
from litestar.params import JSONBody

from domain.games import game as find_game
from replays.service.access import check_whole
from replays.service.parameters import (
    MOST_NUMBER,
    GameKey,
    Least,
    ReportName,
    RowKey,
    RowLimit,
    Running,
    Who,
)
from replays.service.renditions import SEALED
from replays.service.routes.responses import answers, as_bytes, as_json, get_json
from replays.service.statistics.questions import Behind, Question, Report, Reports, Rows

OWN: Final = ("least", "key", "limit")
"""What is asked of a report beside its filters."""
FILTERS: Final = (
    "Filters are parameters by their names, as `/api/stats/{game}` lists them; several values of one "
    "are given one after the other."
)


Whole = Annotated[int, msgspec.Meta(ge=-MOST_NUMBER, le=MOST_NUMBER)]


class Query(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One statement that reads."""

    sql: str
    parameters: dict[str, str | Whole | float | bool | None] = {}
    """What `$name` stands for."""
    limit: Annotated[int, msgspec.Meta(ge=1, le=5_000)] = 500
    offset: Annotated[int, msgspec.Meta(ge=0, le=MOST_NUMBER)] = 0
    format: Literal["json", "csv"] = "json"


def filters_of(request: Request[Any, Any, Any]) -> dict[str, list[str]]:
    """The filters of a request."""
    found: dict[str, list[str]] = {}
    for name, value in request.query_params.multi_items():
        if name not in OWN:
            found.setdefault(name, []).append(value)
    return found


class Numbers(Controller):
    """Numbers."""

    path = "/api"
    tags = ("numbers",)

    @get_json(
        "/stats/{game:str}", Reports, "What there is to know.",
        f"The reports of a game, what it can be narrowed by, and what counts. {FILTERS}",
    )  # fmt: skip
    def reports(
        self, request: Request[Any, Any, Any], service: Running, who: Who, game: GameKey
    ) -> Response[bytes]:
        """The reports of a game."""
        check_whole(who)
        question = Question("reports", game=find_game(game).key, filters=filters_of(request))
        return as_json(service.asker.ask(question))

    @get_json(
        "/stats/{game:str}/{report:str}", Report, "The report.",
        f"A report: its rows, and the SQL that gave them. {FILTERS}",
    )  # fmt: skip
    def report(
        self, request: Request[Any, Any, Any], service: Running, who: Who, game: GameKey,
        report: ReportName, least: Least = 0,
    ) -> Response[bytes]:  # fmt: skip
        """A report of a game."""
        check_whole(who)
        return as_json(service.asker.ask(about("report", request, game, report, least)))

    @get_json(
        "/stats/{game:str}/{report:str}/rows", Behind, "The matches.",
        f"The matches, and steps, that a row of a report counts. {FILTERS}",
    )  # fmt: skip
    def behind(
        self,
        request: Request[Any, Any, Any],
        service: Running,
        who: Who,
        game: GameKey,
        report: ReportName,
        key: RowKey = None,
        limit: RowLimit = 500,
    ) -> Response[bytes]:
        """What is behind a row of a report."""
        check_whole(who)
        question = about("behind", request, game, report, 0)
        asked = msgspec.structs.replace(question, key=tuple(key or ()), rows=limit)
        return as_json(service.asker.ask(asked))

    @get(
        "/stats/{game:str}/{report:str}/chart.svg",
        sync_to_thread=True,
        opt={"needs": "watch"},
        media_type="image/svg+xml",
        description=f"The chart of a report. {FILTERS}",
    )
    def chart(
        self, request: Request[Any, Any, Any], service: Running, who: Who, game: GameKey,
        report: ReportName, least: Least = 0,
    ) -> Response[bytes]:  # fmt: skip
        """The chart of a report."""
        check_whole(who)
        drawn = service.asker.ask(about("chart", request, game, report, least))
        return as_bytes(drawn, "image/svg+xml", {"Content-Security-Policy": SEALED})

    @post(
        "/sql",
        sync_to_thread=True,
        opt={"needs": "watch"},
        responses=answers(Rows, "The rows."),
    )
    def sql(self, service: Running, who: Who, data: JSONBody[Query]) -> Response[bytes]:
        """Run one statement that reads, in DuckDB's dialect: no file, no network, not for long."""
        check_whole(who)
        limits = service.settings.limits
        question = Question(
            "sql", sql=data.sql, parameters=data.parameters, rows=min(data.limit, limits.rows),
            offset=data.offset, bytes=limits.answer, csv=data.format == "csv",
        )  # fmt: skip
        body = service.asker.ask(question)
        if data.format == "csv":
            named = {"Content-Disposition": 'attachment; filename="answer.csv"'}
            return as_bytes(body, "text/csv", named)
        return as_json(body)


def about(
    kind: str, request: Request[Any, Any, Any], game: str, report: str, least: int
) -> Question:
    """A question about a report. Raises GameError for a game that there is not."""
    filters = filters_of(request)
    key = find_game(game).key
    return Question(kind, game=key, report=report, filters=filters, least=least)
