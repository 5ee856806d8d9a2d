"""No modifier of a sentence is ignored: with one left out, or another, it means something else.

Where it means the same the reason stands here: the words say nothing by themselves (FILLERS), they say
what is so anyway (IDLE), or it is a misreading that is known (MISREAD; the documents list each).
"""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import pytest

from domain.frame.language.problems import Catalogue
from tests.domain.games.readings import LANGUAGES, MAGICAL_FORGE, NAME, SOLFORGE, Language

RUN: Final = 4 if os.environ.get("LUDOGRAPH_TESTS") == "long" else 2
"""How many words are left out at once."""
MOST: Final = 10**6 if RUN > 2 else 45
"""In how many sentences a modifier is put in."""
FILLERS: Final = frozenset(
    re.split(
        r",\s*",
        """the, a, an, you, then, is, be, of, all, all of, have, would, where, also, only, and, or, it,
        in the, each of, to it, its, that, that was, that would be, this, one, equal, equal to, in,
        +a equal to, h equal to, lanes of, positions of, of them, from, you may only, this triggers,
        is always, always, always put, put, put in, this is, also a, this has, be dealt, in play,
        lane, player, pile, row, ability, this ability, minion, minions, your, for free, of your,
        lane to another, of your deck, in your hand, all cards in,
        from your hand, much, h, h instead, instead, 1,
        have this, level, pile for free, played, turn, turn this, player you, pile you""",
    )
)
"""Words that say nothing by themselves: what is left says the same, in fewer words or worse English."""

ARTICLES: Final = frozenset(["the", "a", "an", "is", "be", "then"])
"""Words at the edge of a run that is left out: without them it is as good as another run."""

LEADING: Final = frozenset(
    re.split(
        r"\s+",
        """this up or at you may each one in from with for if while any another other enemy next non
        twice on by to until as without that where instead exactly first last no not once random your
        their its unless before after""",
    )
)
"""First words of modifiers; other runs are left out in the long tests only."""


class Same(NamedTuple):
    """A modifier that makes no difference in some sentences, as patterns of both."""

    modifier: str
    sentence: str
    why: str

    def fits(self, modifier: str, sentence: str) -> bool:
        """Whether it is about this modifier of this sentence."""
        return bool(re.fullmatch(self.modifier, modifier) and re.search(self.sentence, sentence))


IDLE: Final = (
    Same("or more", "", "so many and more are so many"),
    Same(
        "this turn",
        "[Ii]f |haven't|you played|dealt|destroyed",
        "what happened is asked of this turn",
    ),
    Same("each turn", "(?:first|second) spell|each turn,", "what is counted is counted in a turn"),
    Same("each", "At the (?:start|end) of each|up to one lane each", "every turn has one end"),
    Same("one of", "", "an event happens to one at a time"),
    Same("(?:to )?another lane|to another", "Move|move", "nothing moves to the lane where it is"),
    Same(
        "empty",
        "Move one of your creatures to an empty lane",
        "nothing moves to a lane that is not",
    ),
    Same("(?:an )?enemy", "opposing", "what opposes is an enemy's"),
    Same(
        "(?:the )?next",
        "At the start of the next turn",
        "the next start of a turn is the next turn's",
    ),
    Same("destroyed", "Slay: This gets", "the creature that Slay speaks of"),
    Same("(?:dealt )?this way", "H equal to the damage", "that much"),
    Same("you play", "The next", "rules for cards are for one's own"),
)
LONGER: Final = (
    Same("of its owner's deck", "on top", "nothing else has a top"),
    Same("or swaps lanes", "moves or swaps", "what swaps lanes moves"),
    Same("lane to another lane", "Move your creature in this", "nothing moves to where it is"),
    Same(
        "one of your", "Reanimate one of your creatures", "only one's own are in one's Banish Pile"
    ),
    Same("from your discard pile", "Return", "cards return from there"),
    Same("into your discard pile", "the top two cards", "cards of a deck go there"),
    Same("always put in|this triggers only", "", "it says so anyway"),
)
"""Reasons for longer runs."""
ATTACKS: Final = Same("when it attacks", "takes 1 more", "Life Points are taken by attacks")
EACH_TURN: Final = Same("each turn", "1 more time each turn", "a Creature's own words have no end")
MISREAD: Final = (
    Same("up to", "up to (?:one|two) lanes?", "exactly so many lanes"),
    Same("printed", "all printed abilities", "all abilities, given ones too"),
    Same("this turn|you play this turn", "The next", "a rule for the next card without an end"),
)


def shortened(words: str) -> Iterator[tuple[str, str]]:
    """What is left out, and the sentence without it."""
    parts = words.split(" ")
    for length in range(1, min(RUN, len(parts) - 1) + 1):
        for start in range(len(parts) - length + 1):
            cut = [re.sub(r"[.,:]$", "", part).lower() for part in parts[start : start + length]]
            if " ".join(cut) in FILLERS or not ARTICLES.isdisjoint((cut[0], cut[-1])):
                continue
            if length > 1 and RUN <= 2 and cut[0] not in LEADING:
                continue
            left = " ".join((*parts[:start], *parts[start + length :]))
            yield " ".join(cut), left[:1].upper() + left[1:]


# -- modifiers put in ----------------------------------------------------------------------------

_A = r"(?<!if it is )(?<!played )(?<!replaced )(?<!have )(?<!must be )\ban?"
PUT_IN: Final[dict[Language, tuple[tuple[str, tuple[str, ...]], ...]]] = {
    SOLFORGE: (
        (
            _A + r" creature\b(?! (?:or|in|with|that|opposing))",
            (
                "an enemy creature",
                "another creature",
                "up to two creatures",
                "two creatures",
                "a [l1] creature",
                "a Beast",
                "a non-Minion creature",
                "a creature in the front row",
                "a creature with 3A or less",
                "a random creature",
                "an unopposed creature",
                "a creature with Armor",
                "any number of creatures",
                "a creature or Exalt",
            ),
        ),
        (
            r"\ban enemy creature\b(?! opposing)",
            (
                "a creature",
                "one of your creatures",
                "another enemy creature",
                "two enemy creatures",
                "an enemy [l1] creature",
                "a random enemy creature",
                "an enemy Beast",
            ),
        ),
        (
            r"(?<!another )\bone of your creatures\b",
            (
                "an enemy creature",
                "another one of your creatures",
                "two of your creatures",
                "one of your [l2] creatures",
                "one of your Beasts",
            ),
        ),
        (
            r"\b(?:another one of your|one of your other) creatures\b",
            ("one of your creatures", "another creature"),
        ),
        (
            r"\banother creature\b",
            ("a creature", "another enemy creature", "another [l1] creature"),
        ),
        (
            r"(?<!of )\byour creatures\b(?! in)",
            (
                "enemy creatures",
                "your other creatures",
                "your [l1] creatures",
                "creatures",
            ),
        ),
        (
            r"(?<!aw )(?<!other )\ba card\b",
            ("a creature", "up to two cards", "two cards", "a [l1] card"),
        ),
        (r"\ba card\b(?! (?:from|in|at)\b)", ("a random card",)),
        (r"\ba spell\b", ("a [l2] spell", "another spell", "a card", "an Exalt")),
        (
            r"\ban Exalt\b(?! from| for)",
            ("an enemy Exalt", "another Exalt", "two Exalts", "one of your Exalts"),
        ),
        (
            r"\byour (hand|discard pile|banish pile|deck)\b",
            (r"the enemy player's \1", r"each player's \1"),
        ),
        (r"\byour discard pile\b", ("your hand", "your banish pile")),
        (r"\bthe enemy player\b(?!')", ("each player", "you")),
        (r"(?<!This turn, )((?:\+\dA|\+\dH|Breakthrough|Aggressive)\.)", (r"\1 this turn.",)),
        (r"\bdraw a card\.", ("draw two cards.", "you may draw a card.", "draw up to two cards.")),
        (r"\bis destroyed,", ("is destroyed in combat,", "is destroyed by an enemy creature,")),
        (
            r"\bis dealt damage,",
            (
                "is dealt combat damage,",
                "is dealt non-combat damage,",
                "is dealt damage by a spell,",
            ),
        ),
        (r"^(When|Whenever) (?!.*once per)", ("Once per turn, when ", "The first time ")),
        (
            r"\bmoves,",
            (
                "moves to an adjacent lane,",
                "moves to another lane,",
                "changes lanes,",
                "moves to the back row,",
            ),
        ),
        (r"\bit for Free\.", ("it for Free in an adjacent lane.", "it for Free and give it +2A.")),
        (r"\bMinion\.", ("Minion in an empty lane.", "Minion with +2A.")),
        (
            r"\beach creature\b(?! in|'s)",
            ("each other creature", "each enemy creature", "each [l1] creature"),
        ),
        (r"\b[Ee]ach player\b", ("each enemy player", "each other player")),
        (
            r"At the end of the turn",
            ("At the end of the next turn", "At the end of each turn", "At the start of the turn"),
        ),
        (
            r"\bto a creature\b(?! or)(?!, (?:destroy|give))",
            ("to an enemy creature", "to each creature", "to a creature or player"),
        ),
        (
            r"^(?!Up to|.*up to|.*any number)([A-Z][a-z]+) (?=an? |one |two |your |the |\d)(?!.*may)",
            (r"You may \1 ",),
        ),
        (r"\btwo lanes\b", ("one lane", "three lanes")),
    ),
    MAGICAL_FORGE: (
        (
            r"\btarget Creature\b",
            (
                "target Creature of yours",
                "target Beast Creature",
                "up to 2 target Creatures",
                "target attacking Creature",
                "each Creature",
                "a Creature",
            ),
        ),
        (r"\b[Yy]our opponent\b(?!')", ("each player", "you")),
        (r"\bof yours\b", ("of your opponent", "")),
        (r"\ba (card|Spell)\b", (r"2 \1s", r"up to 2 \1s", r"a \1 at random")),
        (r"\b(\d) cards\b", ("3 cards", r"\1 Spells", "up to 3 cards")),
        (r"\b(\d Life Points?)\b", (r"\1 for each Creature of yours", "half your Life Points")),
        (r"\byour (discard pile|hand|Deck)\b", (r"your opponent's \1",)),
        (r"^([A-Z])(?!hen|t |bility|hoose|f )(?=[a-z]+ )", (r"You may \1",)),
        (r"\bthis turn\b", ("",)),
        (r"\bat random\b", ("",)),
        (r"\ball Spells\b", ("a Spell", "2 Spells")),
        (r"\bor fewer\b", ("or more", "")),
        (r"When this attacks", ("When this blocks", "When another Creature of yours attacks")),
        (r"your opponent's turn", ("your turn", "each turn")),
    ),
}
"""Patterns of modifiers, and what else could stand in their place."""
IDLE_PUT_IN: Final = (
    Same("another creature", "Reanimate|for Free|banish pile|hand", "this is not in that pile"),
    Same("a random card", "[Dd]raw", "nobody knows what comes from a deck"),
    Same("At the end of each turn", "^At the end of the turn,", "every turn has one end"),
    Same("one of your Exalts", "When you play an Exalt", "what one plays is one's own"),
    Same(
        "an enemy creature",
        "banish a creature from|Banish a creature from",
        "said of one's own pile it is nothing",
    ),
)
MISREAD_PUT_IN: Final = (
    Same("At the end of each turn", "^(?:Choose|Give|Deploy|.*[.] At)", "each turn from now on"),
)
_DOUBLED: Final = re.compile(r"\b(\w+(?: \w+){0,3}) \1\b", re.IGNORECASE)


def changed(
    language: Language, words: str, often: Counter[tuple[str, str]]
) -> Iterator[tuple[str, str]]:
    """The modifier that is put in, and the sentence with it; each in so many sentences at most."""
    for pattern, others in PUT_IN[language]:
        for found in re.finditer(pattern, words):
            for other in others:
                often[pattern, other] += 1
                if often[pattern, other] > MOST:
                    continue
                new = found.expand(other)
                rest = words[found.end() :]
                if new.startswith("You may "):
                    new = new[:8] + new[8:].lower()
                left = re.sub(" +", " ", words[: found.start()] + new + rest)
                if left != words and not _DOUBLED.search(left):
                    yield re.sub(r"\\1", "", other).strip(), left[:1].upper() + left[1:]


# -- the tests -----------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def no_nearest_forms(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody asks which known form is the nearest to a sentence that is not understood."""
    monkeypatch.setattr(Catalogue, "nearest", lambda *_: "")


def meaning(language: Language, kind: str, words: str) -> Any:
    """The abilities that words mean, or None; nothing is kept."""
    read: Any = language.read_card
    found = read.__wrapped__(words, kind, NAME)
    return None if found.problems else found.abilities


def unexplained(found: list[tuple[str, str, str]], known: tuple[Same, ...]) -> list[str]:
    """Sentences that mean the same without a reason; and reasons that are none any more."""
    used = {same for same in known for m, whole, _ in found if same.fits(m, whole)}
    return [
        f"[{m}] {whole} == {other}"
        for m, whole, other in found
        if not any(same.fits(m, whole) for same in known)
    ] + [f"no longer needed: {same}" for same in known if same not in used]


@pytest.mark.parametrize("language", LANGUAGES, ids=str)
def test_no_word_is_ignored(language: Language) -> None:
    found = [
        (cut, words, left)
        for kind, words in language.forms
        for whole in [meaning(language, kind, words)]
        for cut, left in shortened(words)
        if meaning(language, kind, left) == whole
    ]
    known = {SOLFORGE: (*IDLE, *MISREAD), MAGICAL_FORGE: (EACH_TURN,)}[language]
    if RUN > 2:
        known += {SOLFORGE: LONGER, MAGICAL_FORGE: (ATTACKS,)}[language]
    left_over = unexplained(found, known)
    assert not left_over, "\n".join(left_over)


@pytest.mark.parametrize("language", LANGUAGES, ids=str)
def test_no_modifier_is_ignored(language: Language) -> None:
    found = []
    read = 0
    often: Counter[tuple[str, str]] = Counter()
    for kind, words in language.forms:
        whole = meaning(language, kind, words)
        for modifier, other in changed(language, words, often):
            meant = meaning(language, kind, other)
            read += meant is not None
            if meant == whole:
                found.append((modifier, words, other))
    assert read > len(language.forms)
    known = {SOLFORGE: (*IDLE_PUT_IN, *MISREAD_PUT_IN), MAGICAL_FORGE: ()}[language]
    left_over = unexplained(found, known)
    assert not left_over, "\n".join(left_over)
