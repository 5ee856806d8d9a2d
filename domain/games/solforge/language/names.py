"""Names in the words of cards: creature types, factions, Minions, cards."""

from __future__ import annotations

import re
from typing import Any, Final

from parsy import Parser, Result

from domain.frame.language.bricks import bad, good

TYPES: Final = frozenset(
    [
        "Abomination",
        "Angel",
        "Beast",
        "Construct",
        "Demon",
        "Dinosaur",
        "Dragon",
        "Dryad",
        "Elemental",
        "Giant",
        "Goblin",
        "Golem",
        "Human",
        "Insect",
        "Knight",
        "Mage",
        "Mech",
        "Metamind",
        "Mutant",
        "Ooze",
        "Plant",
        "Robot",
        "Scientist",
        "Shaman",
        "Soldier",
        "Spirit",
        "Treefolk",
        "Vampire",
        "Warrior",
        "Yeti",
        "Zombie",
    ]
)
"""Types that are known; others are taken for types where only a type can stand."""
FACTIONS: Final = {
    "alloyin": "Alloyin",
    "nekrium": "Nekrium",
    "tempys": "Tempys",
    "uterra": "Uterra",
    "ulterra": "Uterra",
}
RESERVED: Final = frozenset(
    [
        "Exalt",
        "Exalts",
        "Exalted",
        "Minion",
        "Minions",
        "Forge",
        "Forgeborn",
        "Forgeborns",
        "Free",
        "Aggressive",
        "Defender",
        "Breakthrough",
        "Stealth",
        "Mobility",
        "Armor",
        "Battle",
        "Battles",
        "Strike",
        "Strikes",
        "Deploy",
        "Activate",
        "Slay",
        "Vengeance",
        "Override",
        "Upgrade",
        "Upgraded",
        "Reanimate",
        "Transform",
        "Transformed",
        "Reanimated",
        "Readied",
        "Destroyed",
        "Banished",
        "Replaced",
        "Played",
        "Banish",
        "Pile",
        "Discard",
        "Deck",
        "Attack",
        "Health",
        "Level",
        "Attacks",
        "The",
        "This",
        "Then",
        "When",
        "If",
        "Each",
        "All",
        "Your",
        "You",
        "It",
        "They",
        "At",
        "While",
        "Choose",
        "Give",
        "Deal",
        "Destroy",
        "Play",
        "Draw",
        "Put",
        "Move",
        "Ready",
        "Exhaust",
        "Return",
        "Creature",
        "Creatures",
        "Spell",
        "Spells",
        "Card",
        "Cards",
        "Player",
        "Players",
        "Solbind",
        "Summon",
        "Sacrifice",
        "Drain",
        "In",
        "To",
        "For",
        "Another",
        "An",
        "One",
        "Two",
        "Three",
        "Up",
        "Other",
        "Enemy",
        "Opposing",
        "Adjacent",
        "Non",
    ]
)
IRREGULAR: Final = {
    "Zombies": "Zombie",
    "Faeries": "Faerie",
    "Valkyries": "Valkyrie",
    "Genies": "Genie",
    "Wolves": "Wolf",
    "Werewolves": "Werewolf",
    "Elves": "Elf",
    "Dwarves": "Dwarf",
    "Thieves": "Thief",
    "Men": "Man",
    "Treefolk": "Treefolk",
}


def singular(name: str) -> str:
    """A name in the singular."""
    if name in IRREGULAR:
        return IRREGULAR[name]
    if name in TYPES or re.search(r"(ss|us|is)$", name) or not name.endswith("s"):
        return name
    if name.endswith("ies"):
        return name[:-3] + "y"
    if re.search(r"(x|ch|sh|ss|z)es$", name):
        return name[:-2]
    return name[:-1]


def is_plural(name: str) -> bool:
    """Whether a name of a type is in the plural."""
    return singular(name) != name


_TYPE = re.compile(r"([A-Z][a-z]+)(?!\w) ?")
_START = re.compile(r"(?:^|[.:•\"] ?)$")
_MORE = re.compile(r"[A-Z]")


def _read_type(stream: Any, index: int) -> Result:
    found = _TYPE.match(stream, index)
    if found is None:
        return bad(index, frozenset(["a creature type"]))
    name = found.group(1)
    kind = singular(name)
    if name in RESERVED or name.lower() in FACTIONS:
        return bad(index, frozenset(["a creature type"]))
    longer = _NAME.match(stream, index)
    words = longer.group(1).split(" ") if longer is not None else [name]
    if len(words) > 2 and words[1] in ("of", "the", "de", "von") and words[-1] not in RESERVED:
        return bad(index, frozenset(["a creature type"]))
    if kind not in TYPES and _START.search(stream[max(0, index - 2) : index]):
        return bad(index, frozenset(["a known creature type"]))
    return good(found.end(), (kind, is_plural(name)))


creature_type: Final = Parser(_read_type)
"""A creature type; yields it in the singular, and whether it was in the plural."""

_NAME = re.compile(
    r"([A-Z][\w'-]*(?:,? (?:(?:of|the|and|in|for|to|from|de|von) )*(?:[A-Z][\w'-]*|\d+))*),? ?"
)


def _trimmed(name: str) -> str:
    words = name.split(" ")
    while words and words[-1] in ("Minion", "Minions"):
        words.pop()
    return " ".join(words)


def one_of_them(name: str) -> str:
    """The name of one of several: `Ash Imps` are each an `Ash Imp`, `Heirs of Ash` an `Heir of Ash`."""
    many, of, rest = name.partition(" of ")
    words = many.split(" ")
    return " ".join((*words[:-1], singular(words[-1]))) + of + rest


_MINION = re.compile(
    r"([A-Z][\w'-]*(?:(?: (?:of|the)){0,2} (?!Minions?\b)[A-Z][\w'-]*){0,5}) Minions?(?!\w) ?"
)


def _read_minion(stream: Any, index: int) -> Result:
    """A Minion: any name with the word Minion after it (`Ash Imps Minions` too)."""
    found = _MINION.match(stream, index)
    words = found.group(1).split(" ") if found is not None else []
    begins = _START.search(stream[max(0, index - 2) : index]) is not None
    if found is None or (words[0] in RESERVED and (begins or len(words) == 1)):
        return bad(index, frozenset(["a Minion's name"]))
    return good(found.end(), one_of_them(found.group(1)))


minion: Final = Parser(_read_minion)
"""A Minion; yields its name in the singular."""


_BEFORE_AN_ORDER = re.compile(
    rf" (?:and|in|for|to|from) (?:(?:the|of) )*(?:{'|'.join(RESERVED)})(?!\w).*"
)


def _up_to_an_order(name: str) -> str:
    """A name without what begins after its comma: `Ash Storm, Ready` is `Ash Storm`."""
    name = _BEFORE_AN_ORDER.sub("", name)
    first, *rest = name.split(", ")
    for part in rest:
        if part.split(" ")[0] in RESERVED and part.split(" ")[0] not in ("The", "An"):
            break
        first += f", {part}"
    return first


def _read_name(stream: Any, index: int) -> Result:
    found = _NAME.match(stream, index)
    expected = frozenset(["a card's name"])
    if found is None:
        return bad(index, expected)
    name = _up_to_an_order(found.group(1))
    first = name.split(" ")[0].rstrip(",")
    own = stream.name if hasattr(stream, "name") else ""
    if own and stream.startswith(own, index):
        end = index + len(own)
        return good(end + (stream[end : end + 1] == " "), own)
    if first in RESERVED and " " not in name:
        return bad(index, expected)
    end = index + len(name)
    return good(end + (stream[end : end + 1] == " "), name)


card_name: Final = Parser(_read_name)
"""A card's name, words with capitals in a row."""


def is_a_name(name: str) -> bool:
    """Whether a name without an article is a card's, and not a type of creatures."""
    return " " in name or (singular(name) not in TYPES and name not in RESERVED)


def _read_own(stream: Any, index: int) -> Result:
    own = getattr(stream, "name", "")
    if (
        not own
        or not stream.startswith(own, index)
        or stream[index + len(own) : index + len(own) + 1].isalnum()
    ):
        return bad(index, frozenset(["this card's name"]))
    end = index + len(own)
    return good(end + (stream[end : end + 1] == " "), own)


own_name: Final = Parser(_read_own)
"""The name of the card whose words are read."""


def known_faction(name: str) -> str:
    """The faction of a name, or empty."""
    return FACTIONS.get(name.lower(), "")
