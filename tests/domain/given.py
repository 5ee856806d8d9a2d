"""Given a position, when a line is decided, then these facts follow.

    given("hand A: I6", "location 2: A I5 | B W6").when("act I6: I5@2").ability(Damaged(2, 2, 1, 2))

Elementals are numbered as they are given, from 1: A's first, then B's, line by line.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import pytest

from domain.contract.errors import GameError, Reason
from domain.contract.game import Ask, Fact
from domain.formats.tape import decide_line
from domain.games.riftforce.facts import Activated, Discarded, MatchEnded, TurnBegan
from domain.games.riftforce.game import RIFTFORCE
from domain.record.events import AnyStep
from domain.record.match import Match


class Position:
    """A match that stands at a position, and what the last line did to it."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.steps: list[AnyStep] = []
        self.error: GameError | None = None

    # -- when ------------------------------------------------------------------------------------

    def when(self, *lines: str) -> Self:
        """Decide lines, one after the other; a refusal is kept for `refused`."""
        for line in lines:
            self._no_error()
            try:
                self.steps = decide_line(self.match, line)
            except GameError as error:
                self.error = error
        return self

    # -- then ------------------------------------------------------------------------------------

    @property
    def facts(self) -> list[Fact]:
        """The facts of the last line."""
        self._no_error()
        return [fact for step in self.steps for fact in step.facts]

    def then(self, *facts: Fact) -> Self:
        """The last line caused exactly these facts."""
        assert self.facts == list(facts)
        return self

    def ability(self, *facts: Fact) -> Self:
        """The last line discarded, activated one elemental, and this is exactly what that did."""
        first, second, *middle, last = self.facts
        assert isinstance(first, Discarded)
        assert isinstance(second, Activated)
        assert isinstance(last, TurnBegan | MatchEnded)
        assert middle == list(facts)
        return self

    def board(self, *lines: str) -> Self:
        """Statements of a scenario hold: `location 2: A I5 | B W6/2`, `score: 1:0` and so on."""
        self._no_error()
        for line in lines:
            assert not (wrong := RIFTFORCE.scenery.then(self.match.state, line)), f"{line}: {wrong}"
        return self

    def refused(
        self,
        part: str,
        *,
        reason: Reason = Reason.ILLEGAL,
        column: int | None = None,
        legal: str = "",
    ) -> Self:
        """The last line was refused, in words that hold this part."""
        assert self.error is not None, f"nothing was refused; it caused {self.facts}"
        error, self.error = self.error, None
        assert part in error.message
        assert error.reason is reason
        assert column is None or error.column == column, error.column
        assert not legal or legal in error.legal, error.legal
        return self

    # -- what is asked ---------------------------------------------------------------------------

    @property
    def ask(self) -> Ask:
        """What is asked now."""
        self._no_error()
        assert self.match.ask is not None
        return self.match.ask

    @property
    def words(self) -> list[str]:
        """What may be typed now."""
        return RIFTFORCE.notation.words(self.match.state, self.ask)

    @property
    def state(self) -> Any:
        """The state now."""
        self._no_error()
        return self.match.state

    def _no_error(self) -> None:
        if self.error is not None:
            raise self.error


def given(*lines: str, **settings: str) -> Position:
    """A match at the position that the lines describe; A's turn 1 if they do not say."""
    chosen = RIFTFORCE.settings(settings)
    state = RIFTFORCE.scenery.given(chosen, list(enumerate(lines, 1)))
    return Position(Match(RIFTFORCE, chosen, state=state))


def fresh(lines: Sequence[str] = (), **settings: str) -> Position:
    """A match that is still to be set up, after some lines."""
    position = Position(Match(RIFTFORCE, RIFTFORCE.settings(settings)))
    return position.when(*lines)


def refusal(line: str, *lines: str, **settings: str) -> GameError:
    """The error of a line in a position."""
    position = given(*lines, **settings)
    with pytest.raises(GameError) as caught:
        decide_line(position.match, line)
    return caught.value
