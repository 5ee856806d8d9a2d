"""A notation from the actions alone: each says how it is written, and a line is a turn of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from string import Formatter
from typing import Any, Final, NamedTuple, get_args

import msgspec

from domain.contract.ask import Action, Ask, Fact
from domain.contract.errors import GameError
from domain.contract.fields import Seat, seat_fields
from domain.contract.game import no_markup
from domain.contract.notation import Decider, Decision, Notation
from domain.contract.seats import DEALER, TWO, Seats, named_fields, seat_name
from domain.frame.ruling_words import check_mark, not_asked
from domain.frame.scanner import Scanner, illegal, unreadable

NUMBER: Final = "-?[0-9]{1,9}"
WORD: Final = r"[^\s,;=]+?"
ONGOING: Final = re.compile(r"(?<!\s)\s*\.\.\.\s*$")
GOING_ON: Final = re.compile(r"\.\.\.")


@cache
def turn_mark(seats: Seats) -> re.Pattern[str]:
    """How a line can begin: the turn's number, and which of the seats it is."""
    return re.compile(rf"(?:(\d{{1,9}})\s+)?(?:([{''.join(seats.names)}])\b)?", re.IGNORECASE)


class Words(NamedTuple):
    """How the actions of one kind are written."""

    kind: type[Action]
    line: str
    pattern: re.Pattern[str]
    seats: Seats

    def write(self, action: Action) -> str:
        """An action as it is written."""
        return self.line.format(**named_fields(action, self.seats))

    def read(self, found: re.Match[str]) -> Action:
        """The action that was written."""
        seated = seat_fields(self.kind)
        fields = {
            name: self.seats.named(text) if name in seated else text
            for name, text in found.groupdict().items()
        }
        return msgspec.convert([tag_of(self.kind), *fields.values()], self.kind, strict=False)


def tag_of(kind: type[Action]) -> str:
    """The tag with which actions of a kind are stored."""
    return str(kind.__struct_config__.tag)


def words_of(kind: type[Action], seats: Seats) -> Words:
    """How a kind of action is written, from its `line`.

    Raises TypeError unless that names each field, in order, and the fields are numbers, words, seats.
    """
    line = getattr(kind, "line", "")
    fields = {f.name: getattr(f.type, "__origin__", f.type) for f in msgspec.structs.fields(kind)}
    seated = seat_fields(kind)
    parts = list(Formatter().parse(line))
    if not line or [name for _, name, _, _ in parts if name is not None] != list(fields):
        raise TypeError(f"{kind.__name__} needs a line with its fields in order: {list(fields)}")
    pattern = ""
    for text, name, _, _ in parts:
        pattern += r"\s+".join(map(re.escape, re.split(r"\s+", text)))
        if name in seated:
            pattern += f"(?P<{name}>[{''.join(seats.names)}])"
        elif name is not None and fields[name] in (int, str):
            pattern += f"(?P<{name}>{NUMBER if fields[name] is int else WORD})"
        elif name is not None:
            raise TypeError(f"{kind.__name__}.{name} is neither a number nor a word nor a seat")
    return Words(kind, line, re.compile(pattern + r"(?=[\s,;]|$)", re.IGNORECASE), seats)


def example(words: Words) -> str:
    """How a kind of action is written, and what it is, in a line of help."""
    shape = re.sub(r"\{(.*?)\}", r"‹\1›", words.line)
    return no_markup(f"  {shape:<18}  {(words.kind.__doc__ or '').strip()}")


def stated(kind: type[Fact]) -> str:
    """How a kind of fact is entered as a ruling, and what it is, in a line of help."""
    shape = " ".join((str(kind.__struct_config__.tag), *kind.__struct_fields__))
    return no_markup(f"  {shape:<44}  {(kind.__doc__ or '').strip().partition(chr(10))[0]}")


class WordNotation(Notation[Any, Any, Any]):
    """Lines such as `3 A 2x1`: the turn, whose it is, and its decisions one after the other.

    Turn and seat can be left out. A line that leaves its turn open ends in three dots.
    """

    def __init__(self, action_type: Any, fact_type: Any = (), seats: Seats = TWO) -> None:
        self.seats = seats
        self.kinds = [words_of(kind, seats) for kind in get_args(action_type) or (action_type,)]
        self.examples = "\n".join(map(example, self.kinds))
        facts = get_args(fact_type) or ((fact_type,) if fact_type else ())
        self.rulings = "\n".join(map(stated, facts))

    def read(self, decider: Decider, text: str) -> None:
        """Decide everything a line says. Raises GameError with the column where it fails."""
        check_mark(text)
        ongoing = ONGOING.search(text)
        line = Scanner(text[: ongoing.start()] if ongoing else text)
        turn = decider.state.turn
        if line.take(GOING_ON) is None:
            self.pass_turn(decider, line)
        if line.end and not ongoing:
            raise unreadable("nothing is decided here", line.column, self.legal(decider))
        while not line.end:
            self.decide(decider, line)
        state, ask = decider.state, decider.ask
        if turn and not ongoing and state.turn == turn and ask is not None and not ask.forced:
            raise illegal(
                "the turn goes on; say how, or end the line in ...",
                line.column,
                self.legal(decider),
            )

    def pass_turn(self, decider: Decider, line: Scanner) -> None:
        """Read turn and seat, if that is what the line begins with; they must be those of the match."""
        mark, ask = turn_mark(self.seats), decider.ask
        found = line.peek(mark)
        if not found or not found[0]:
            return
        wrong = turn_is_not(decider, found, self.seats)
        candidates = self.candidates(ask, line)
        if ask and any(self.offered(ask, words, match) for words, match in candidates):
            return
        if wrong and ask and any(asks_for(ask, words) for words, _ in candidates):
            return
        if wrong:
            raise wrong
        line.take(mark)

    def decide(self, decider: Decider, line: Scanner) -> None:
        """Read one decision and decide it; what is forced before it need not be written."""
        ask, column = decider.ask, line.column
        found = self.candidates(ask, line)
        if not found:
            raise unreadable(f"{line.rest!r} says nothing", column, self.legal(decider))
        if (
            ask is not None
            and ask.forced
            and not any(self.offered(ask, words, match) for words, match in found)
            and not all(asks_for(ask, words) for words, _ in found)
        ):
            decider.settle()
            ask = decider.ask
            found = self.candidates(ask, line)
        words, match = found[0]
        action = words.read(match)
        for other, text in found if ask is not None else ():
            if ask is not None and (offered := self.offered(ask, other, text)):
                action, match = offered, text
                break
        try:
            decider.decide(action)
        except GameError as error:
            error.column = error.column or column
            raise
        line.take(re.compile(re.escape(match[0])))

    def candidates(self, ask: Ask | None, line: Scanner) -> list[tuple[Words, re.Match[str]]]:
        """The kinds of action that what comes next can be, those that are asked for first."""
        found = [(words, m) for words in self.kinds if (m := line.peek(words.pattern))]
        return sorted(found, key=lambda pair: ask is None or not asks_for(ask, pair[0]))

    def offered(self, ask: Ask, words: Words, match: re.Match[str]) -> Action | None:
        """The legal action that is written like this, in capitals or not."""
        action = words.read(match)
        if action in ask.choices:
            return action
        phrase = words.write(action).lower()
        for choice in ask.choices:
            if isinstance(choice, words.kind) and words.write(choice).lower() == phrase:
                return choice
        return None

    def write(
        self, state: Any, steps: Sequence[Decision], going_on: bool = False
    ) -> tuple[list[str], int]:
        """Write the next line, folding the state: a decision of the set-up, or a turn."""
        turn = state.turn
        phrase = (
            []
            if turn == 0
            else ["..."]
            if going_on
            else [str(turn), seat_name(state.active, self.seats)]
        )
        for used, step in enumerate(steps, 1):
            phrase.append(self.word(step.action))
            for fact in step.facts:
                fact.apply(state)
            if turn == 0 or state.over or any(fact.opens_turn for fact in step.facts):
                return [" ".join(phrase)], used
        return [" ".join((*phrase, "..."))], len(steps)

    def word(self, action: Any) -> str:
        """A decision as it is written."""
        for words in self.kinds:
            if type(action) is words.kind:
                return words.write(action)
        raise TypeError(f"{action!r} is no action of the game")

    def words(self, state: Any, ask: Ask) -> list[str]:
        """The legal actions as a person would type them."""
        return [self.word(action) for action in ask.choices]

    def meanings(self, state: Any, ask: Ask) -> dict[str, str]:
        """The same words, each with what the question says it stands for."""
        return {self.word(action): ask.meaning(action) for action in ask.choices}

    def prompt(self, state: Any, ask: Ask) -> tuple[str, Seat]:
        """The turn, and who decides; of what the dealer decides in a turn, whose turn it is."""
        if state.turn == 0:
            return "set-up", ask.seat
        return str(state.turn), ask.seat if ask.seat != DEALER else state.active

    def says(self, state: Any, action: Any) -> str:
        """A decision as it is written."""
        return self.word(action)

    def legal(self, decider: Decider) -> tuple[str, ...]:
        """What may be typed now."""
        ask = decider.ask
        return tuple(self.words(decider.state, ask)) if ask else ()


def asks_for(ask: Ask, words: Words) -> bool:
    """Whether actions of a kind are among the answers to a question."""
    return any(isinstance(choice, words.kind) for choice in ask.choices)


def turn_is_not(decider: Decider, found: re.Match[str], seats: Seats) -> GameError | None:
    """What is wrong with the turn and seat with which a line begins; None if nothing is."""
    state, column = decider.state, found.start() + 1
    if decider.ask is None:
        return illegal("the match is over", column)
    if not state.turn:
        return unreadable("the match is still being set up", column)
    if found[1] and int(found[1]) != state.turn and not decider.insists:
        return illegal(f"this is turn {state.turn}, not {int(found[1])}", column)
    if found[2] and found[2].upper() != (active := seat_name(state.active, seats)):
        whose = f"turn {state.turn} is {active}'s"
        phrase = found[2].upper()
        what, ruling = f"{whose}, not {phrase}'s", f"turn {state.turn + 1} {phrase}"
        return not_asked(decider, what, found.start(2) + 1, ruling)
    return None
