"""Names as codes, and which names are like what somebody typed; shared by games with named cards."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from difflib import get_close_matches


def slug(name: str) -> str:
    """A name as cards are coded: lower case letters and digits, joined by dashes."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain.replace("'", "")).strip("-")


def in_words(phrase: Sequence[str], name: Sequence[str], *, whole: bool = False) -> bool:
    """Say if the parts are beginnings (or the whole) of words of a name that follow each other."""
    return any(
        all(
            word == part or (not whole and word.startswith(part))
            for part, word in zip(phrase, name[start:], strict=False)
        )
        for start in range(len(name) - len(phrase) + 1)
    )


def nearest(word: str, names: Iterable[str], most: int = 5) -> tuple[str, ...]:
    """The names that are most like a word; all of them, if none is like it and they are few."""
    by_slug = {slug(name): name for name in names}
    wanted = slug(word)
    found = [s for s in by_slug if wanted and (wanted in s or s in wanted)]
    found += [s for s in get_close_matches(wanted, by_slug, n=most, cutoff=0.5) if s not in found]
    chosen = found[:most] or (list(by_slug) if len(by_slug) <= 12 else [])
    return tuple(by_slug[s] for s in chosen)
