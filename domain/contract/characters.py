"""Which characters a text may hold that people see, and how those that it may not are shown.

Names of any language, emoji and words that run from right to left are welcome. What has no place in
them is what cannot be seen: controls of terminals, marks that turn the direction of what stands around
them, and invisible letters, by which two names look like one. Some invisible characters are needed
where they stand (joiners in Persian and Indic words and in emoji); there they may be.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from domain.contract.errors import GameError, Reason

MOST_NAME: Final = 100
"""Letters of a person's name."""
MOST_TITLE: Final = 200
"""Letters of what a match belongs to: a place, an event, a round, a table, a series."""
MOST_NOTE: Final = 10_000
"""Letters of a remark that is entered at once."""
MOST_LINE: Final = 20_000
"""Letters of a line of notation that is entered, comments and all."""
MOST_FILE_LINE: Final = 1_000_000
"""Letters of a line of a file, which may hold the cards of a match, or many remarks together."""

BREAKS: Final = "\t\n\r"
"""Controls that a text of several lines holds."""
ENDS: Final = (0xFFFE, 0xFFFF)
"""The ends of each plane of Unicode, which are no characters."""
NO_CHARACTERS: Final = "".join(chr(plane << 16 | low) for plane in range(1, 17) for low in ENDS)
SUSPECT: Final = re.compile(
    f"[{NO_CHARACTERS}\x00-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b-\u200f\u2028-\u202e\u2060-\u206f\u2800\u3164\ufdd0-\ufdef\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\ufffe\uffff"
    "\ud800-\udfff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""Characters that cannot be seen; some may stand where they are needed (see `needed`)."""
NON_JOINER: Final = "\u200c"
JOINER: Final = "\u200d"
EMOJI_STYLE: Final = "\ufe0f"
VIRAMA: Final = 9
"""The combining class of marks that join consonants of Indic scripts."""
TAGS: Final = re.compile("\U0001f3f4[\U000e0030-\U000e0039\U000e0061-\U000e007a]{1,6}\U000e007f")
"""The flag of England, Scotland or Wales: a black one, and letters that are not seen."""


def forbidden(text: str, breaks: str = "") -> Iterator[int]:
    """Yield the places, from 0, of characters that a text may not hold.

    `breaks` are controls that it may hold, such as those of several lines (`BREAKS`).
    """
    if text.isascii() and text.isprintable():
        return
    flags = {place for found in TAGS.finditer(text) for place in range(*found.span())}
    for found in SUSPECT.finditer(text):
        place = found.start()
        if text[place] in breaks or place in flags:
            continue
        if not needed(text, place):
            yield place


def needed(text: str, place: int) -> bool:
    """Return whether a character that cannot be seen is needed where it stands."""
    character = text[place]
    before, after = text[place - 1 : place], text[place + 1 : place + 2]
    if character in (NON_JOINER, JOINER):
        if not before:
            return False
        if unicodedata.combining(before) == VIRAMA:
            return True
        letter = base_before(text, place)
        if unicodedata.bidirectional(letter) == "AL":
            return character == JOINER or unicodedata.bidirectional(after or " ") == "AL"
        return character == JOINER and is_picture(letter) and bool(after) and is_picture(after)
    if "\u180b" <= character <= "\u180f":
        return "\u1820" <= before <= "\u18aa"
    if "\ufe00" <= character <= EMOJI_STYLE:
        return bool(before) and (is_picture(before) or before in "#*0123456789" or is_han(before))
    if "\U000e0100" <= character <= "\U000e01ef":
        return bool(before) and is_han(before)
    return False


def base_before(text: str, place: int) -> str:
    """The letter or picture before a place, its marks, colours and styles passed over."""
    first = max(0, place - 8)
    for letter in reversed(text[first:place]):
        if not (unicodedata.category(letter) == "Mn" or "\U0001f3fb" <= letter <= "\U0001f3ff"):
            return letter
    return " "


def is_picture(character: str) -> bool:
    """Return whether a character is a sign or an emoji, those of later versions of Unicode included."""
    return (
        unicodedata.category(character) in ("So", "Sm", "Sk")
        or "\U0001f000" <= character <= "\U0001faff"
        or character in "‼⁉〰〽"
    )


def is_han(character: str) -> bool:
    """Return whether a character is a Chinese one, whose form a selector may choose."""
    return "\u3400" <= character <= "\u9fff" or "\U00020000" <= character <= "\U0003ffff"


def folded(text: str) -> str:
    """A name without what does not tell names apart: case, spaces, and how accents are put together.

    `STRASSE` is `Straße`, a sigma is one at the end of a word too, an i needs no dot. SQL folds names by
    the same rule (`projections.schema.encounters`).
    """
    plain = unicodedata.normalize("NFC", " ".join(text.split()))
    return plain.lower() if plain.isascii() else "".join(map(_folded_letter, plain))


def _folded_letter(letter: str) -> str:
    upper = letter.upper()
    if "ß" in (letter, upper.lower()):
        return "ss"
    return (letter if len(upper) > 1 else upper).lower()[0]


def named(character: str) -> str:
    """A character that cannot be seen, in words: `U+202E (right-to-left override)`."""
    code = f"U+{ord(character):04X}"
    if name := unicodedata.name(character, ""):
        return f"{code} ({name.lower()})"
    control = unicodedata.category(character) == "Cc"
    return f"{code} (a control character)" if control else code


def check_text(text: str, what: str, most: int, breaks: str = "") -> str:
    """Return a text that is taken in as it is, or refuse it, with the place where it is wrong.

    `what` says in an error what the text is (`the note`), `most` how long it may be, `breaks` which
    controls it may hold. Raises GameError (UNREADABLE) with a column, from 1.
    """
    if len(text) > most:
        raise GameError(
            Reason.UNREADABLE, f"{what} has {len(text):,} characters; {most:,} are the most"
        )
    for place in forbidden(text, breaks):
        raise GameError(
            Reason.UNREADABLE, f"{what} cannot hold {named(text[place])}", column=place + 1
        )
    return text


def escaped(text: str, breaks: str = "") -> str:
    r"""A text as it can be shown anywhere: what it may not hold stands as its code, such as `\x1b`.

    `breaks` are controls that it may hold.
    """
    places = list(forbidden(text, breaks))
    if not places:
        return text
    parts, done = [], 0
    for place in places:
        parts += [text[done:place], code_of(text[place])]
        done = place + 1
    return "".join([*parts, text[done:]])


def code_of(character: str) -> str:
    r"""The code of a character, as programs write it: `\x1b`, `\u202e`."""
    number = ord(character)
    if number < 0x100:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"
