"""What is printed on cards, from files of others: words without markup, names, numbers, kinds."""

from __future__ import annotations

import html
import re
from typing import Any, NoReturn

from domain.contract.errors import GameError, Reason
from domain.games.solforge.cards.book import FACTIONS

MISSPELT = {"ulterra": "Uterra"}
ODD = {"â€¢": "•", "â€”": "—", "â€“": "–", "â€™": "’", "â€œ": "“", "â€\x9d": "”", "Â ": " "}
"""What becomes of some characters that were read in a wrong encoding."""


def unreadable(message: str) -> GameError:
    """What cannot be imported."""
    return GameError(Reason.UNREADABLE, message)


def clean(text: str) -> str:
    """Printed words without markup: a line for each paragraph."""
    for odd, right in ODD.items():
        text = text.replace(odd, right)
    text = html.unescape(re.sub(r"<\s*/?\s*br\s*/?\s*>|</?p>", "\n", text, flags=re.IGNORECASE))
    text = re.sub(r"</?[a-zA-Z][^<>]*>", "", text).replace('\\"', '"').replace("\xa0", " ")
    lines = (" ".join(line.split()) for line in text.splitlines())
    return "\n".join(line for line in lines if line)


def faction_of(word: str) -> str:
    """A faction's name; empty for none, or for several (`Alloyin/Tempys`)."""
    word = MISSPELT.get(word.strip().lower(), word.strip())
    for faction in FACTIONS:
        if faction.lower() == word.lower():
            return faction
    return ""


def kind_and_types(kind: str, subtypes: str, place: str) -> tuple[str, tuple[str, ...]]:
    """A card's kind, and its creature types; the subtype Exalt marks an Exalt."""
    words = [word for word in re.split(r"[\s,/-]+", subtypes) if word]
    phrase = {word.lower() for word in [*words, *kind.split()]}
    types = tuple(w for w in words if w.lower() not in ("exalt", "minion", "solbind", "spell"))
    if "exalt" in phrase:
        return "exalt", types
    if phrase & {"creature", "minion"}:
        return "creature", types
    if "spell" in phrase:
        return "spell", types
    if phrase & {"modifier", "fraud"}:
        return "modifier", types
    if not kind:
        missing(place, "cardType")
    raise unreadable(f"{place}: {kind!r} is no type of card")


def plain_name(name: str) -> str:
    """A name in one line, without what separates names in a deck."""
    return " ".join(clean(name).replace(";", ",").replace(" + ", " and ").split())


def titled(identifier: str) -> str:
    """A name made of an id: `scrap-bot` is Scrap Bot."""
    return " ".join(word.capitalize() for word in re.split(r"[-_\s]+", identifier) if word)


def whole_number(value: Any, place: str) -> int:
    """A whole number, also one that is written as text; nothing is 0."""
    if value is None or value == "":
        return 0
    if isinstance(value, bool) or not re.fullmatch(r"[+-]?\d{1,6}(\.0+)?", str(value).strip()):
        raise unreadable(f"{place}: {value!r} is no number")
    return int(float(str(value)))


def missing(place: str, what: str) -> NoReturn:
    """Refuse what lacks a part."""
    raise unreadable(f"{place}: {what} is missing")
