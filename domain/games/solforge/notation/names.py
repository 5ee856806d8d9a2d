"""Finding a card by what people call it: its code, or a unique beginning of any words of its name.

Whole names win over whole words, and those over beginnings of words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from difflib import SequenceMatcher

from domain.contract.errors import GameError
from domain.contract.game import UNKNOWN
from domain.frame.scanner import Scanner, unreadable
from domain.frame.slugs import in_words, slug

END = r"(?![\w'’-]|\.\d)"
"""What ends a word that is no part of a name: `f` in `f b2`, but not in `f.1` or `fire`."""
CARD = re.compile(r"\?\??|\d[\w'’-]*\.\d+|(?:\d+-?)?[^\W\d_][\w'’-]*(?:\.\d+)?")
RESERVED = re.compile(
    rf"(?:[ab]?x?[ab]?\d|[abdfmnotxy]|o\d+|m\d|yes|no|done|pass){END}", re.IGNORECASE
)
"""Words with a meaning of their own; never the beginning of a name."""
JOINS = re.compile(r"[ \t]+(?=[^\W\d_][\w'’-])")
LEVELLED = re.compile(r"(.+)\.(\d+)")
DIGITS_LAST = re.compile(r"(.+?)-?(\d)")


def fitting(name: str, level: str, codes: Iterable[str]) -> list[str]:
    """The codes a name and level (empty: any) can mean: whole names, whole words, or beginnings."""
    named, whole, parts = [], [], []
    phrase = slug(name).split("-")
    if phrase == [""]:
        return []
    for code in codes:
        found, _, number = code.rpartition(".")
        if level and number != level:
            continue
        words = found.split("-")
        if words == phrase:
            named.append(code)
        elif in_words(phrase, words, whole=True):
            whole.append(code)
        elif in_words(phrase, words):
            parts.append(code)
    return named or whole or parts


def find(text: str, codes: Iterable[str]) -> list[str]:
    """The codes that a text can mean: `spark-adept.2`, `spark2`, `adept`, `sp-ad`."""
    codes = list(codes)
    if text in codes:
        return [text]
    if level := LEVELLED.fullmatch(text):
        return fitting(level[1], level[2], codes)
    found = fitting(text, "", codes)
    if not found and (digit := DIGITS_LAST.fullmatch(text)):
        found = fitting(digit[1], digit[2], codes)
    return found


Refuse = Callable[[str, int], GameError]
"""Makes the error for a text (and its column) that means no card here."""


def resolve(
    text: str,
    column: int,
    *pools: Iterable[str],
    known: Iterable[str] = (),
    refuse: Refuse | None = None,
) -> str:
    """The one code that a text means in the first pool where it means any.

    What means one of the cards `known` is understood although it is in no pool. Raises GameError with
    the candidates: it fits several, or nothing anywhere (then the error that `refuse` makes).
    """
    if set(text) == {"?"}:
        return UNKNOWN
    first: list[str] = []
    for pool in pools:
        codes = list(pool)
        first = first or codes
        found = find(text, codes)
        if len(found) == 1:
            return found[0]
        if found:
            raise unreadable(f"{text!r} can be {len(found)} cards", column, tuple(found))
    elsewhere = find(text, known)
    if len(elsewhere) == 1:
        return elsewhere[0]
    if refuse is not None:
        raise refuse(text, column)
    raise unreadable(f"no card here is called {text!r}", column, tuple(likely(text, first)))


ALIKE = 0.7
"""How alike (1 is the same) a mistyped word must be to a name or one of its words."""


def nearest_codes(text: str, codes: Iterable[str], most: int = 3) -> list[str]:
    """The codes whose names, or words of them, are most like a text, the likeliest first."""
    level = found[2] if (found := LEVELLED.fullmatch(text)) else ""
    phrase = slug(found[1] if found else text)
    scored: dict[str, float] = {}
    matcher = SequenceMatcher(autojunk=False)
    matcher.set_seq2(phrase)
    for code in codes:
        name, _, number = code.rpartition(".")
        words = name.split("-")
        wholes = [
            "-".join(words[n:m]) for n in range(len(words)) for m in range(n + 1, len(words) + 1)
        ]
        score = 0.0
        for whole in wholes:
            matcher.set_seq1(whole)
            if len(whole) > 2 and matcher.quick_ratio() > score:
                score = max(score, matcher.ratio() - (0.001 if whole != name else 0))
        if score >= ALIKE:
            scored[code] = score + (0.0001 if level == number else 0)
    return sorted(scored, key=lambda code: (-scored[code], code))[:most]


def likely(text: str, codes: Sequence[str]) -> list[str]:
    """The codes most like a text, the most likely first; all if none is alike."""
    return nearest_codes(text, codes) or list(codes)


def take_card(
    scanner: Scanner,
    *pools: Iterable[str],
    known: Iterable[str] = (),
    refuse: Refuse | None = None,
) -> str:
    """Read a card's name, of several words if they belong together; the code it means.

    Raises GameError if no name comes next, or none that is known and unique.
    """
    column = scanner.column
    reserved = scanner.peek(RESERVED)
    first = scanner.peek(CARD)
    if not first or reserved:
        word = scanner.rest
        raise unreadable(f"{word!r} is no card" if word else "which card?", column)
    kept = [list(pool) for pool in pools]
    text = scanner.text[first.start() : first.end()]
    end = first.end()
    while not LEVELLED.fullmatch(text) and (gap := JOINS.match(scanner.text, end)):
        more = CARD.match(scanner.text, gap.end())
        if more is None or RESERVED.match(scanner.text, gap.end()):
            break
        longer = f"{text}-{more[0]}"
        if not any(find(longer, pool) for pool in (*kept, known)):
            break
        text, end = longer, more.end()
    code = resolve(text, column, *kept, known=known, refuse=refuse)
    scanner.at = end
    scanner.skip()
    return code


def card_next(scanner: Scanner) -> bool:
    """Whether something that can be a card's name comes next."""
    return scanner.peek(CARD) is not None and scanner.peek(RESERVED) is None


def take_cards(
    scanner: Scanner, most: int, *pools: Iterable[str], known: Iterable[str] = ()
) -> list[str]:
    """Read cards one after the other, no more than so many."""
    kept = [list(pool) for pool in pools]
    found: list[str] = []
    while len(found) < most and card_next(scanner):
        found.append(take_card(scanner, *kept, known=known))
    return found
