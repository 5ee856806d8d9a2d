"""What requests bring, by the names that handlers know it under."""

from __future__ import annotations

from typing import Annotated, Final

from litestar.di import NamedDependency
from litestar.params import FromPath, HeaderParameter, QueryParameter

from replays.service.access import Identity
from replays.service.admission import Visit
from replays.service.service import Service

Running = NamedDependency[Service]
Who = NamedDependency[Identity]
Visiting = NamedDependency[Visit]

MOST_NUMBER: Final = 2**53 - 1
"""The largest number that every JSON reader takes as it is."""

MatchId = FromPath[str]
Number = FromPath[int]
GameKey = FromPath[str]
ReportName = FromPath[str]

Seat = Annotated[
    str,
    QueryParameter(name="seat", description="Through whose eyes: A, B, spectator or all."),
]
Typed = Annotated[str, QueryParameter(description="Part of a line, typed already.")]
After = Annotated[
    int | None,
    QueryParameter(ge=0, le=MOST_NUMBER, description="After this event."),
]
LeadsTo = Annotated[
    int | None,
    QueryParameter(ge=0, le=MOST_NUMBER, description="The line that leads to this event."),
]
Past = Annotated[
    int, QueryParameter(ge=0, le=MOST_NUMBER, description="Leave out steps up to this place.")
]
LastId = Annotated[
    str, HeaderParameter(name="Last-Event-ID", description="The last event that is known.")
]
IfMatch = Annotated[
    str,
    HeaderParameter(name="If-Match", description="The number of the last event that is known."),
]
IdempotencyKey = Annotated[
    str,
    HeaderParameter(
        name="Idempotency-Key",
        description="The same key and body are recorded once, and answered the same again.",
    ),
]

Game = Annotated[str, QueryParameter(description="Only this game, by its key.")]
Player = Annotated[str, QueryParameter(description="Part of a player's name.")]
Event = Annotated[str, QueryParameter(description="Part of the event's name.")]
Since = Annotated[str, QueryParameter(description="Played that day, month or year, or later.")]
Until = Annotated[str, QueryParameter(description="Played that day, month or year, or earlier.")]
PageCursor = Annotated[str, QueryParameter(description="`next` of the page before.")]
Limit = Annotated[int, QueryParameter(ge=1, le=100, description="Matches of a page.")]

Step = Annotated[
    int | None,
    QueryParameter(ge=0, le=MOST_NUMBER, description="After this step; otherwise as it is now."),
]
First = Annotated[
    int, QueryParameter(name="from", ge=0, le=MOST_NUMBER, description="Begin with this step.")
]
Last = Annotated[
    int | None,
    QueryParameter(name="to", ge=0, le=MOST_NUMBER, description="End with this step."),
]
Width = Annotated[
    int, QueryParameter(ge=0, le=4_000, description="How wide, in pixels; 0: as usual.")
]
Dark = Annotated[bool, QueryParameter(description="On dark ground.")]
Seconds = Annotated[float, QueryParameter(ge=0.05, le=60, description="How long a step is shown.")]
History = Annotated[bool, QueryParameter(description="Tell what was taken back, too.")]
Times = Annotated[bool, QueryParameter(description="Tell when each line happened, too.")]

Least = Annotated[
    int, QueryParameter(ge=0, le=MOST_NUMBER, description="Leave out rows that rest on fewer.")
]
RowKey = Annotated[
    list[str] | None,
    QueryParameter(description="What tells the row: a value for each column of its key."),
]
RowLimit = Annotated[int, QueryParameter(ge=1, le=5_000, description="How many at most.")]
