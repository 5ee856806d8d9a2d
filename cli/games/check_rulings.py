"""Whether rulings can be entered in a game: facts as words, and the question put again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from domain.contract.errors import GameError
from domain.contract.game import Action, Fact, Game, Play
from domain.record.events import AnyStep, Ruled
from domain.record.match import Match, Record
from domain.record.rulings import read_facts, write_ruling, written_fact

MATCHES: Final = 4
"""How many matches are looked at."""
EACH: Final = 12
"""How many facts of a kind are written and read in a match."""


def worded(game: Game, played: Sequence[Record]) -> Iterator[str]:
    """A ruling is read as it is written, in the game's words and by tag and fields."""
    for record in played[:MATCHES]:
        state = record.state(0)
        seen: dict[type[Fact], int] = {}
        for fact in (fact for step in record.steps for fact in step.facts):
            kind = type(fact)
            seen[kind] = seen.get(kind, 0) + 1
            if seen[kind] <= EACH:
                yield from read_again(game, state, fact)
            fact.apply(state)


def read_again(game: Game, state: Any, fact: Fact) -> Iterator[str]:
    """What is wrong with how a fact is written and read."""
    before = state.copy()
    for text in (
        write_ruling(game, state, Ruled(None, (fact,), entered=1))[2:],
        f"fact {written_fact(fact)}",
    ):
        try:
            found = read_facts(game, state, text)
        except GameError as error:
            yield f"the ruling {text!r} of {type(fact).__name__} is not understood: {error}"
            continue
        if found != [fact]:
            yield f"the ruling {text!r} of {fact!r} is read as {found!r}"
    if state != before:
        yield f"a ruling of {type(fact).__name__} changes the state when it is written or read"


def refused(game: Game, played: Sequence[Record]) -> Iterator[str]:
    """A ruling that says nothing is refused, with what would be right."""
    for text in ("", "no-such-fact A 1"):
        try:
            read_facts(game, played[0].state(), text)
        except GameError as error:
            if not error.legal or not error.column:
                yield f"the ruling {text!r} is refused without what would be right, or where"
        else:
            yield f"the ruling {text!r} is understood"


def put_again(game: Game, played: Sequence[Record]) -> Iterator[str]:
    """Where a line begins, the state alone says what is asked; a ruling there can be gone on from."""
    for record in played[:MATCHES]:
        match = Match(game, record.opened.settings)
        for number, step in enumerate(record.steps, 1):
            match.answer(played_action(step))
            match.take()
            ask, state = match.ask, match.state
            if ask is not None and state.turn > 0 and ask.about in game.notation.opens:
                yield from asked_again(game, match)
            last = list(step.facts)[-1:]
            if number % 3 == 0 and last and last[0].opens_turn:
                yield from ruled_there(game, record, record.steps[:number], last[0])


def played_action(step: AnyStep) -> Action:
    """What a bot decided; bots rule nothing."""
    assert step.action is not None
    action: Action = step.action
    return action


def asked_again(game: Game, match: Match) -> Iterator[str]:
    """What is wrong with the question that the state alone leads to."""
    ask = match.ask
    assert ask is not None
    about = f"question {ask.about!r}"
    play = Play(match.state.copy())
    turn = game.turn(play)
    again = next(turn, None) if turn is not None else None
    if again is None or (again.seat, again.about) != (ask.seat, ask.about):
        yield f"{about} begins a line, and the state alone leads to another"
    elif sorted(map(repr, again.choices)) != sorted(map(repr, ask.choices)):
        yield f"{about} begins a line, and the state alone leads to other choices"
    if play.state != match.state:
        yield f"{about} begins a line, and the state changes before it is put again"


def ruled_there(game: Game, record: Record, steps: Sequence[AnyStep], fact: Fact) -> Iterator[str]:
    """What is wrong when a turn is ruled to begin once more, and the match is then taken up."""
    match = Match(game, record.opened.settings, steps)
    match.rule((fact,))
    match.take()
    again = Match(game, record.opened.settings, match.steps)
    if again.state != match.state:
        yield f"{record.id} goes on from another state after a ruling ({type(fact).__name__})"
