"""Words before a noun: numbers, keywords, levels (`enemy`, `[l1] or [l2]`, `Exhausted`)."""

from __future__ import annotations

from typing import Any, Final

from domain.frame.language import bricks as b
from domain.frame.language.bricks import alt, make, one_of, skip, to, word
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.language.names import FACTIONS, known_faction

Fields = dict[str, Any]
"""Fields of a filter."""


def join(*parts: Fields) -> Fields:
    """Fields of several modifiers together."""
    out: Fields = {}
    for part in parts:
        for key, value in part.items():
            out[key] = (*out[key], *value) if key in out and isinstance(value, tuple) else value
    return out


def test(stat: str, op: str, than: n.Amount | None = None) -> Fields:
    """A number's test as fields."""
    return {"stats": (n.Stat(stat, op, than),)}


# -- words before the noun -----------------------------------------------------------------------

STATS: Final = {
    "A": "A", "Attack": "A", "H": "H", "Health": "H", "Life": "H", "D": "D", "Armor": "D",
        "Defense": "D",
    "Level": "L", "Power": "A", "Armour": "D", "Atk": "A", "HP": "H",
}  # fmt: skip
_CASED = {k: v for k, v in STATS.items() if len(k) == 1}
_LONG = {k: v for k, v in STATS.items() if len(k) > 1}

stat: Final = alt(
    to(word("A|H|D", "A, H or D", case=True), lambda s: _CASED[s]),
    one_of({**_LONG, "total Health": "H", "total Attack": "A"}, "Attack"),
)
"""A number of a creature: A, H, D or L."""

KEYWORDS: Final = {
    "Aggressive": "aggressive",
    "Defender": "defender",
    "Breakthrough": "breakthrough",
    "Stealth": "stealth",
    "Mobility": "mobility",
    "Armor": "armor",
    "D": "armor",
}
keyword_name: Final = alt(
    one_of({k: v for k, v in KEYWORDS.items() if k != "D"}, "a keyword"),
    to(word("D", "D", case=True), lambda _: "armor"),
)

_level = alt(
    make(lambda d: int(d[2]), b.mark(r"\[l\d\]", "[l1]")),
    make(int, skip("levels?"), b.mark(r"\d", "a level")),
    make(lambda v: v, skip("levels?"), one_of(b.DIGITS, "a level")),
)
_level_more = alt(_level, make(int, b.mark(r"\d(?! ?[AHD]\b)", "a level")))
levels: Final = alt(
    make(
        lambda v: tuple(range(1, v + 1)),
        _level,
        skip("or (?:lower|less|below)|and (?:lower|below)"),
    ),
    make(
        lambda v: tuple(range(v, 5)),
        _level,
        skip("or (?:higher|more|above|greater)|and (?:higher|above)"),
    ),
    make(
        lambda first, rest: (first, *rest),
        _level,
        make(
            lambda v: v, alt(skip("or|and|and/or"), b.comma), b.could("or|and"), _level_more
        ).many(),
    ),
)
"""One or several levels: `[l1] or [l2]`, `level 2 or lower`."""

ADJECTIVES: Final[dict[str, Fields]] = {
    "enemy": {"side": "enemy"},
    "enemy's": {"side": "enemy"},
    "friendly": {"side": "yours"},
    "allied": {"side": "yours"},
    "opposing": {"opposing": "?opp", "side": "enemy"},
    "other": {"other": True},
    "exhausted": {"ready": False},
    "ready": {"ready": True},
    "readied": {"ready": True},
    "unopposed": {"opposed": False},
    "opposed": {"opposed": True},
    "adjacent": {"adjacent_to": "?adj"},
    "neighboring": {"adjacent_to": "?adj"},
    "front row": {"row": "front"},
    "front-row": {"row": "front"},
    "back row": {"row": "back"},
    "back-row": {"row": "back"},
    "wounded": test("H", "decreased"),
    "damaged": test("H", "decreased"),
    "non-Minion": {"minion": False},
    "nonminion": {"minion": False},
    "non Minion": {"minion": False},
    "leftmost": {"extreme": "leftmost"},
    "left-most": {"extreme": "leftmost"},
    "rightmost": {"extreme": "rightmost"},
    "right-most": {"extreme": "rightmost"},
    "armored": {"keyword": "armor"},
    "aggressive": {"keyword": "aggressive"},
    "solbind": {"solbind": True},
    "free": {"free": True},
    "non-exalt": {"exalts": False},
    "weakest": {"extreme": "lowest A"},
    "strongest": {"extreme": "highest A"},
    "leftmost and rightmost": {"extreme": "leftmost rightmost"},
    "leftmost or rightmost": {"extreme": "leftmost rightmost"},
    "rightmost and leftmost": {"extreme": "leftmost rightmost"},
}

_extreme = make(
    lambda which, s: {"extreme": f"{which} {s}"},
    one_of(
        {
            "lowest": "lowest", "highest": "highest", "least": "lowest", "most": "highest",
            "greatest": "highest", "smallest": "lowest", "fewest": "lowest",
        },
        "lowest",
    ),
    b.maybe(b.skip_mark("-"), b.DROP),
    stat,
)  # fmt: skip


def _non(name: str) -> Fields:
    bare = name[name.index("on") + 2 :].lstrip("- ")
    faction = known_faction(bare)
    if faction:
        return {"not_factions": (faction,)}
    return {"not_types": (bare,)}


_non_type = to(word(r"[Nn]on[- ]?(?!Minion|Exalt|Free)[A-Z][a-z]+", "non-Zombie", case=True), _non)
adjective: Final = alt(
    one_of(ADJECTIVES, "enemy"),
    to(levels, lambda v: {"levels": v}),
    _extreme,
    _non_type,
    to(one_of(FACTIONS, "a faction"), lambda f: {"factions": (f,)}),
)
