"""Names in the words of cards: creature types, factions, Minions, cards."""

from __future__ import annotations

import re
from typing import Any, Final

from parsy import Parser, Result

from domain.games.solforge.words.base import bad, good

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
MINIONS: Final = frozenset(
    {
        "Gizmo",
        "Mega Gizmo",
        "Mindless Zombie",
        "Zombie Brute",
        "Spell Sprite",
        "Spell Swarm",
        "Wisp",
        "Oakfather",
    }
)
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


def minion_name(name: str) -> str:
    """The Minion of this name, in singular or plural (`Mindless Zombies`), or empty."""
    single = " ".join(singular(part) for part in name.split(" "))
    return single if single in MINIONS else ""


def _read_minion(stream: Any, index: int) -> Result:
    """A Minion: a known name, or any name with the word Minion after it."""
    found = re.compile(r"((?:[A-Z][\w'-]* ?)+)").match(stream, index)
    expected = frozenset(["a Minion's name"])
    if found is None:
        return bad(index, expected)
    words = found.group(1).strip().split(" ")
    for size in range(len(words), 0, -1):
        tail = words[size] if size < len(words) else ""
        name = " ".join(words[:size])
        known = minion_name(name)
        if known or (tail in ("Minion", "Minions") and words[0] not in RESERVED):
            end = index + len(name) + (len(tail) + 1 if tail in ("Minion", "Minions") else 0)
            while stream[end : end + 1] == " ":
                end += 1
            single = known or " ".join((*words[: size - 1], singular(words[size - 1])))
            return good(end, single)
    return bad(index, expected)


minion: Final = Parser(_read_minion)
"""A Minion; yields its name in the singular."""


def _read_name(stream: Any, index: int) -> Result:
    found = _NAME.match(stream, index)
    expected = frozenset(["a card's name"])
    if found is None:
        return bad(index, expected)
    name = found.group(1)
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
