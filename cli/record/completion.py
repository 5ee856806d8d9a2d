"""Tab at the prompt: what is legal next, and the scorekeeper's own words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document

from cli.record.desk_words import LINE_NEXT, NUMBERED, completions
from cli.record.outcome_text import step_lines
from domain.contract.errors import GameError
from domain.revise.amendment import line_of

if TYPE_CHECKING:
    from cli.record.prompt import Session

MOST_STEPS = 12
"""Lines of the match that are offered where the number of a step is asked for."""


def completing(words: Mapping[str, str], begun: str) -> dict[str, str]:
    """Those words (and their meanings) that what is begun may become; in a name any word may be begun."""
    found = {w: m for w, m in words.items() if w.lower().startswith(begun)}
    if found or not begun:
        return found
    return {
        w: m
        for w, m in words.items()
        if any(part.startswith(begun) for part in re.split(r"[-\s]+", w.lower()))
    }


class Legal(Completer):
    """Completes the next word with what is legal after the words typed so far."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterator[Completion]:
        """Words that may come next; after a first word, those that go on with the action begun."""
        yield from self.legal(document.text_before_cursor.lower())
        yield from self.desk(document.text_before_cursor)

    def legal(self, text: str) -> Iterator[Completion]:
        """Words of the game."""
        before, _, word = text.rpartition(" ")
        for candidate, meaning in self.candidates(text.lstrip(), before.strip(), word).items():
            if "(" not in candidate:
                meta = " ".join(meaning.split())
                yield Completion(candidate, start_position=-len(word), display_meta=meta)

    def desk(self, typed: str) -> Iterator[Completion]:
        """Words of the scorekeeper, and after some the numbers of steps, each with its line."""
        for word, meaning in completions(typed):
            yield Completion(word, start_position=-len(typed), display_meta=meaning)
        if found := NUMBERED.fullmatch(typed):
            for number, line in self.steps():
                if number.startswith(found[1]):
                    yield Completion(number, start_position=-len(found[1]), display_meta=line)

        if found := LINE_NEXT.fullmatch(typed):
            yield from self.line(int(found[1]))

    def line(self, number: int) -> Iterator[Completion]:
        """The line of a step, to be corrected."""
        record = self.session.record
        try:
            yield Completion(line_of(record, record.place(number)).notation[-1])
        except GameError:
            return

    def steps(self) -> Iterator[tuple[str, str]]:
        """The last lines of the match, the last first: the number of the last step, and the line."""
        record = self.session.record
        try:
            lines = step_lines(record, 1, len(record.steps))
        except GameError:
            return
        for steps, line in reversed(lines[-MOST_STEPS:]):
            yield re.findall(r"\d+", steps)[-1], line

    def candidates(self, text: str, before: str, word: str) -> dict[str, str]:
        """What the last word may become, with its meaning."""
        session = self.session
        following = dict.fromkeys(session.goes_on(before), "")
        if before and following:
            return completing(following, word)
        first = {**session.meanings_after(""), **(following if text else {})}
        whole = {
            w[len(text) - len(word) :]: m for w, m in first.items() if w.lower().startswith(text)
        }
        if whole and text:
            return whole
        return completing(first if not before else session.meanings_after(before), word)
