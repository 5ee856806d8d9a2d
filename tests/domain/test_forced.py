"""A toy game whose turns begin with a forced question: its facts belong to the step before."""

from typing import Any, ClassVar

from domain.contract.game import Action, Ask, Fact, Play, Turn
from domain.record.match import Match


class Say(Action, frozen=True, tag="say"):
    word: str


class Said(Fact, frozen=True, tag="said"):
    word: str

    def apply(self, state: Any) -> None:
        state.words.append(self.word)


class Began(Fact, frozen=True, tag="began"):
    turn: int
    seat: int
    opens_turn: ClassVar[bool] = True

    def apply(self, state: Any) -> None:
        state.turn = self.turn


class State:
    def __init__(self) -> None:
        self.words: list[str] = []
        self.turn = 0


class Toy:
    """Every turn asks for a forced word, then for a free one."""

    def new_state(self, _settings: Any) -> State:
        return State()

    def turn(self, play: Play) -> Turn | None:
        return None if play.state.turn > 3 else self._turn(play)

    def _turn(self, play: Play) -> Turn:
        if play.state.turn:
            forced = yield Ask(0, "forced", [Say("must")])
            play.emit(Said(forced.word))
        free = yield Ask(0, "free", [Say("yes"), Say("no")], always=True)
        play.emit(Said(free.word))
        play.emit(Began(play.state.turn + 1, 0))


def test_it_can_be_taken_up_anywhere() -> None:
    match: Any = Match(Toy(), {})  # type: ignore[arg-type]
    steps: list[Any] = []
    for word in ("yes", "no", "yes"):
        match.decide(Say(word))
        steps += match.take()
        again: Any = Match(Toy(), {}, steps)  # type: ignore[arg-type]
        assert again.state.words == match.state.words
        assert (again.ask.about, again.state.turn) == ("free", match.state.turn)
    assert match.state.words == ["yes", "must", "no", "must", "yes", "must"]
    assert [len(step.facts) for step in steps] == [3, 3, 3]
