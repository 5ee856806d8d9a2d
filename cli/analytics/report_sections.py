"""What `report` puts on its page: which sections, what its head and foot say."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from cli.analytics.filters import in_words
from cli.trust.dossier import program
from domain.contract.errors import GameError, Reason
from domain.games import game as find_game
from projections.page.rating_section import of_ratings
from projections.page.report_section import figures, fitting, of_matches, of_report
from projections.page.sections import About
from projections.page.win_section import of_chances
from projections.reports.statistics import count, find_reports

if TYPE_CHECKING:
    from projections.page.requests import Asked
    from projections.page.sections import About, Section

EPOCH = "SOURCE_DATE_EPOCH"
"""The variable that says what time it is, where files have to come out the same: seconds since 1970."""


Progress = Callable[[str, int, int], None]
"""Takes what is being done, how far it is, and of how much."""


def sections_of(
    asked: Asked, only: Sequence[str], least: int | None, progress: Progress
) -> tuple[list[Section], dict[str, str]]:
    """The sections of a page, and why what is left out is. Raises GameError for wrong names."""
    whole = asked.game.reports
    reports = [r for name in only for r in find_reports(asked.game, name)] if only else whole
    made: list[Section] = []
    left: dict[str, str] = {}
    for number, each in enumerate(dict.fromkeys(reports)):
        progress("asking", number, len(reports))
        try:
            made.append(of_report(asked, each, least))
        except GameError as error:
            if error.reason is not Reason.NOT_FOUND:
                raise
            left[each.name] = error.message
    if not only:
        progress("rating", 0, 2)
        rated = of_ratings(asked)
        made += rated
        if not rated:
            left["ratings"] = "no player has enough rated matches"
        progress("rating", 1, 2)
        try:
            made.append(of_chances(asked))
        except GameError as error:
            left["chances"] = error.message
    made.append(of_matches(asked, count(asked.reader, asked.game, asked.chosen)))
    return made, left


def about_page(
    asked: Asked, sections: Sequence[Section], left: dict[str, str], origin: str
) -> tuple[About, int]:
    """The head and the foot of a page, and how much is listed behind a number."""
    counted = count(asked.reader, asked.game, asked.chosen)
    shown = fitting(sections, asked.listed)
    more = {"As it stood": asked.as_of} if asked.as_of else {}
    more["Behind a number"] = f"up to {shown} are listed, and the line that asks for all"
    more |= {f"Without {name}": why for name, why in left.items()}
    about = About(
        game=find_game(asked.game.key).name,
        matches=counted.matches,
        store=origin,
        made=now().date().isoformat(),
        version=program(),
        filters=in_words(asked.chosen),
        draws=counted.draws,
        open=counted.open,
        figures=figures(asked, counted, sections),
        more=more,
    )
    return about, shown


def origin_of(source: Path, asked: Asked) -> str:
    """What says which store it was, and how much was in it."""
    from cli.analytics.publish import origin

    found = origin(source, asked.reader, False, False)
    return f"{found.get('digest', 'nothing is recorded')} (event {found['position']:,})"


def now() -> datetime:
    """The time; of the variable SOURCE_DATE_EPOCH if there is one. Raises GameError (BAD_SETTING)."""
    given = os.environ.get(EPOCH)
    if not given:
        return datetime.now(UTC)
    try:
        return datetime.fromtimestamp(int(given), UTC)
    except (ValueError, OverflowError, OSError) as error:
        raise GameError(Reason.BAD_SETTING, f"{EPOCH}: {given!r} is no time") from error
