"""The scorekeeper's own words at the prompt: take-backs, corrections, remarks, ends, clocks.

They stand beside the notation of the games. A line that the notation can read is never one of them,
unless it begins with a slash: `/pause`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import msgspec
from rich.markup import escape

from domain.formats.tape import without_comments

SEAT: Final = r"(?P<seat>[^\s\[\]]+(?:\s+(?!\[)[^\s\[\]]+)*?)"
JUDGE: Final = r"(?:\s+\[(?P<judge>[^\[\]]*)\])?"
REASON: Final = r"(?:\s+(?P<text>\S.*))?"
STEP: Final = r"(?:step\s+)?(?P<number>\d+)"

SHAPES: Final[tuple[tuple[str, str], ...]] = (
    ("undo", r"undo(?:\s+(?P<to>to\s+)?(?:step\s+)?(?P<number>\d+)(?:\s+lines?)?)?"
             r"(?:\s+(?P<confirmed>confirm(?:ed)?))?"),
    ("redo", rf"redo(?:\s+(?:to\s+)?{STEP})?"),
    ("amend", rf"amend\s+(?:(?P<otherwise>keep|stop)\s+)?{STEP}{REASON}"),
    ("reveal", rf"reveal\s+(?:(?P<otherwise>keep|stop)\s+)?{STEP}{REASON}"),
    ("note", rf"note(?:\s*:\s*|\s+{STEP}\s*:?\s+|\s+)(?P<text>\S.*)"),
    ("concession", rf"concede\s+{SEAT}{JUDGE}"),
    ("agreed", rf"(?:agreed\s+draw|draw\s+agreed){JUDGE}"),
    ("time", rf"time\s+{SEAT}{JUDGE}"),
    ("disqualification", r"disqualify\s+(?P<seat>\S+)" + JUDGE + REASON),
    ("abandonment", rf"abandon(?:\s+(?P<seat>\S+)\s+wins)?{JUDGE}{REASON}"),
    ("pause", "pause"),
    ("resume", r"resume|go\s+on"),
    ("clock", "clocks?"),
    ("history", r"history(?:\s+(?P<number>\d+))?"),
)  # fmt: skip
READ: Final = tuple((kind, re.compile(shape, re.IGNORECASE)) for kind, shape in SHAPES)

WORDS: Final[dict[str, tuple[str, str]]] = {
    "undo": ("undo · undo 3 · undo to 12", "take back the last line, three, all after step 12"),
    "redo": ("redo · redo to 15", "take that back; let step 15 be the last again"),
    "amend": ("amend 12 LINE", "step 12 was another line; the rest follows again"),
    "reveal": ("reveal 12 LINE", "the same line, with what was hidden in it"),
    "note": ("note WORDS · note 12 WORDS", "a remark on the last step, on step 12"),
    "concede": ("concede A · agreed draw", "A gives up; both agree on a draw"),
    "agreed": ("agreed draw", "both agree on a draw"),
    "time": ("time B", "B loses on time"),
    "disqualify": ("disqualify A [JUDGE] WHY", "A is disqualified"),
    "abandon": ("abandon · abandon A wins", "the match is broken off"),
    "pause": ("pause · go on · clock", "clocks stand still, go on, are shown"),
    "resume": ("resume · go on", "the clocks go on"),
    "clock": ("clock", "what each has left"),
    "history": ("history · history 40", "all that was recorded, and what does not stand"),
}
"""How each word is written, by its first one, and what it does."""
OTHERS: Final = {"go": "resume", "draw": "agreed"}
"""First words of other ways to say one."""
BEGUN: Final = ("undo", "redo", "amend ", "reveal ", "note ", "concede ", "agreed draw", "time ",
                "disqualify ", "abandon", "pause", "resume", "go on", "clock", "history")  # fmt: skip
"""What Tab completes."""
NUMBERED: Final = re.compile(r"/?(?:amend|reveal|note|undo\s+to|redo)\s+(?:keep\s+|stop\s+)?(\d*)")
"""What is followed by the number of a step."""
LINE_NEXT: Final = re.compile(r"/?(?:amend|reveal)\s+(?:keep\s+|stop\s+)?(\d+)\s+")
"""What is followed by the line of the step."""


class DeskWord(msgspec.Struct, frozen=True):
    """A line that is no notation, taken apart."""

    kind: str
    """undo, redo, amend, reveal, note, pause, resume, clock, history, or how a match ends."""
    number: int | None = None
    """Of a step; of lines to take back, or of events to show."""
    to: bool = False
    """Whether the number is that of a step to go back to."""
    confirmed: bool = False
    otherwise: str = ""
    """What becomes of a line that does not fit: keep, stop."""
    seat: str = ""
    """The seat, or a name, as it is written."""
    judge: str = ""
    text: str = ""
    """A line of notation, a remark, a reason."""
    note: str = ""
    """The comment, in braces."""
    insisted: bool = False
    """Whether it cannot be meant as notation: it begins with a slash."""


def desk_word(line: str) -> DeskWord | None:
    """A line as one of the scorekeeper's words; None if it is none. Raises GameError for a brace."""
    stripped = line.strip()
    insisted = stripped.startswith("/")
    text = stripped.removeprefix("/").strip()
    note = ""
    if not re.match(r"(?:amend|reveal)\b", text, re.IGNORECASE):
        text, note = without_comments(text)
    for kind, shape in READ:
        if found := shape.fullmatch(text.strip()):
            parts = found.groupdict()
            number = parts.get("number")
            return DeskWord(
                kind,
                number=int(number) if number else None,
                to=bool(parts.get("to")),
                confirmed=bool(parts.get("confirmed")),
                otherwise=(parts.get("otherwise") or "").lower(),
                seat=(parts.get("seat") or "").strip(),
                judge=" ".join((parts.get("judge") or "").split()),
                text=(parts.get("text") or "").strip(),
                note=note,
                insisted=insisted,
            )
    return None


def usage(line: str) -> str:
    """How the word is written that a line begins with; empty if it begins with none of them."""
    first = re.match(r"\s*/?([a-z]+)", line, re.IGNORECASE)
    word = first[1].lower() if first else ""
    word = OTHERS.get(word, word)
    return WORDS[word][0] if word in WORDS else ""


def completions(text: str) -> Iterator[tuple[str, str]]:
    """The words that what is typed begins, and what they do."""
    slash = "/" if text.startswith("/") else ""
    begun = text.removeprefix("/")
    for word in BEGUN:
        if text and word.startswith(begun) and word != begun:
            first = word.split(" ", maxsplit=1)[0]
            yield slash + word.strip(), WORDS[OTHERS.get(first, first)][1]


HELP: Final = """[bold]what is not legal and happened all the same, and what has no line[/]
  !! LINE                     a play that stood; the rules carry it out
  ! FACT; FACT                a ruling ([bold]help ![/] says what it can say)
[bold]at the desk[/], 12 being the number of a step [dim](/note if a card is called so)[/]
{words}"""
ALSO: Final = ("agreed", "resume", "clock")
"""Words that help explains with others."""


def help_text() -> str:
    """The scorekeeper's words for `help`, in rich markup."""
    listed = [words for word, words in WORDS.items() if word not in ALSO]
    width = max(len(written) for written, _ in listed)
    rows = "\n".join(f"  {escape(written.ljust(width))}  {does}" for written, does in listed)
    return HELP.format(words=rows)
