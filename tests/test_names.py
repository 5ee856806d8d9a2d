"""Modules and folders are named by nouns of `docs/vocabulary.md`, and no two by the same one."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOTS = ("domain", "projections", "replays", "cli")
NAMELESS = ("__init__", "__main__")
ENDINGS = ("ing", "ed", "told", "said", "again", "apart", "anew", "shown", "kept", "given", "made")
"""How participles end, and the words that once stood for nouns here."""
NOUNS = (
    "ending",
    "feed",
    "finding",
    "heading",
    "keyring",
    "rating",
    "refeed",
    "ruling",
    "setting",
    "standing",
)
"""Nouns that look like participles."""

PARTS_OF_GAMES = frozenset(
    [
        "abilities",
        "actions",
        "amounts",
        "board",
        "book",
        "bots",
        "card_text",
        "cards",
        "catalogue",
        "choice",
        "claims",
        "conditions",
        "context",
        "data",
        "deal",
        "decks",
        "effects",
        "effects_cards",
        "engine",
        "facts",
        "feed",
        "filters",
        "game",
        "language",
        "laws",
        "lines",
        "names",
        "nodes",
        "notation",
        "nouns",
        "parser",
        "pieces",
        "piles",
        "plain",
        "position",
        "reader",
        "refusals",
        "reports",
        "resolution",
        "rules",
        "ruling_objects",
        "rulings",
        "sensible_bot",
        "sentences",
        "sets",
        "state",
        "statements",
        "subjects",
        "tables",
        "triggers",
        "turns",
        "view",
        "views",
        "words",
        "writer",
        "zones",
    ]
)
"""What several games have, each its own: whoever knows one game finds their way in the next."""
SHARED = {
    "board": "as data in the contract, and the room of everything that draws one",
    "chain": "of events in the record, and whether it holds in the audit",
    "changes": "what effects of cards change, and what changed on a board",
    "commands": "of a room of the command line",
    "curves": "of the probability of a win, and how a chart draws a curve",
    "decisions": "asked again by the rules, kept in the analytics file, and reported",
    "encounters": "of a tournament, and the views of them in SQL",
    "impact": "found by the audit, and its table in the analytics file",
    "pictures": "of charts, and of boards",
    "play": "the rules of playing a card, and the route by which a line comes in",
    "problems": "in the words of a card, and in a request",
    "rows": "of a lane, and of a chart",
    "rule": "how a game declares one, and how the audit finds the one that a fact comes from",
    "sections": "of the page of reports, and of the page of a match",
    "settings": "of a match, and of the service",
    "states": "conditions on a state, and the states a model is fitted to",
    "terminal": "how charts, and boards, are drawn as text",
    "statistics": "the reports as they run, and the service's room and route for them",
}
"""Names that stand for one idea at two places outside of games, with what each is."""


def named() -> dict[str, list[Path]]:
    """Every name of a module or folder, with the places that have it."""
    found: dict[str, list[Path]] = defaultdict(list)
    for root in ROOTS:
        for module in sorted((ROOT / root).rglob("*.py")):
            path = module.relative_to(ROOT)
            if module.name == "__init__.py":
                found[path.parent.name].append(path.parent)
            elif module.stem not in NAMELESS:
                found[path.stem].append(path)
    return dict(found)


def words() -> list[str]:
    """The words that the vocabulary explains: what stands as code in the first column."""
    text = (ROOT / "docs" / "vocabulary.md").read_text(encoding="utf-8")
    cells = re.findall(r"^\| (`[^|]*) \|", text, re.MULTILINE)
    return [word for cell in cells for word in re.findall(r"`([^`]+)`", cell)]


def commands() -> set[str]:
    """The parts of the names of commands."""
    text = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    names = re.findall(r"^\| `([\w-]+)", text, re.MULTILINE)
    return {part for name in names for part in name.split("-")}


def singulars(part: str) -> set[str]:
    """A word as it is, and as the singular it can be the plural of."""
    forms = {part}
    if part.endswith("s"):
        forms |= {part[:-1], part.removesuffix("es"), part.removesuffix("ies") + "y"}
    return forms


NAMED = named()


@pytest.mark.parametrize("name", sorted(NAMED))
def test_a_name_is_made_of_words_of_the_vocabulary(name: str) -> None:
    known = set(words())
    if name in known:
        return
    for part in name.split("_"):
        if not singulars(part) & known:
            assert part in commands(), f"{NAMED[name]}: {part!r} is not in docs/vocabulary.md"
            elsewhere = [path for path in NAMED[name] if path.parts[0] != "cli"]
            assert not elsewhere, (
                f"{elsewhere}: {part!r} is a command, and names modules of cli only"
            )


def test_no_module_is_called_by_a_participle() -> None:
    for name, places in NAMED.items():
        head = name.split("_")[-1]
        if head.endswith(ENDINGS) and not singulars(head) & set(NOUNS):
            raise AssertionError(f"{places}: {head!r} is no noun")


def is_of_a_game(path: Path) -> bool:
    """A game's own room in `domain/games`, `projections/games` or `replays/board`, or `frame`."""
    games = {"riftforce", "solforge", "magical_forge"}
    return path.parts[:2] == ("domain", "frame") or bool(games & {*path.parts, path.stem})


def apart(name: str, places: list[Path]) -> list[Path]:
    """The places that share a name without being the same thing seen from somewhere else."""
    left = []
    for path in places:
        if path.stem == path.parent.name and path.suffix:
            continue  # the main module of the folder of that name
        if not path.suffix and path.parts[0] in ("cli", "replays", "projections"):
            others = [p for p in places if not p.suffix and p.parts[0] != path.parts[0]]
            if others:
                continue  # rooms about one thing, in several of the four packages
        if is_of_a_game(path) and (
            name in PARTS_OF_GAMES or path.parent.name in ("games", "board")
        ):
            continue
        left.append(path)
    of_cli = [path for path in left if path.parts[0] == "cli"]
    if len(of_cli) == 1:
        left.remove(of_cli[0])  # the command that shows it
    return left


def test_no_two_modules_share_a_name() -> None:
    shared = {name: places for name, places in NAMED.items() if len(apart(name, places)) > 1}
    assert {name: places for name, places in shared.items() if name not in SHARED} == {}


def test_every_exception_is_needed() -> None:
    assert [name for name in SHARED if len(apart(name, NAMED.get(name, []))) < 2] == []
    assert [name for name in sorted(PARTS_OF_GAMES) if len(NAMED.get(name, [])) < 2] == []


def test_each_word_is_explained_once() -> None:
    found = words()
    assert len(found) > 250
    assert sorted(found) == sorted(set(found))
