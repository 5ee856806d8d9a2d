"""What the card languages understand: golden plain words, and every field of a node seen in them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from domain.frame.language.nodes import If, Node
from domain.frame.language.problems import Catalogue
from domain.games.magical_forge.cards import nodes as m
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.language.plain import EVENTS, LANES, MOMENTS, OPS, REFS, STATS, ZONES
from tests.domain.games.readings import LANGUAGES, SOLFORGE, Language, Values, phrases, places

every_language = pytest.mark.parametrize("language", LANGUAGES, ids=str)


@every_language
def test_every_form_means_what_a_person_has_read(language: Language) -> None:
    """If a reading is to change: `python -m tests.domain.games.readings`, and read the difference."""
    assert language.golden.read_text("utf-8") == language.readings()


@every_language
def test_every_phrase_means_what_a_person_has_read(
    language: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each phrase of each table of the grammar, in a sentence: so that none is taken for another."""
    monkeypatch.setattr(Catalogue, "nearest", lambda *_: "")
    assert language.phrases.read_text("utf-8") == phrases(language)


def idle(node: Node, name: str) -> bool:
    """Whether a field asks nothing in this very node, so that plain words may leave it out."""
    match node:
        case n.Filter(kind="player"):
            return name not in ("kind", "side")
        case n.Filter():
            return name == "kind" and bool(node.ref or node.types or node.minion or node.row)
        case n.Keyword():
            return name == "n" and node.name not in ("armor", "mobility")
        case n.Trigger():
            return name in ("who", "other") and node.event in MOMENTS
        case n.PutCard() if node.who is not None:
            return name not in ("to", "who")
        case n.PutCard():
            which = node.what is not None and node.what.ref in ONE
            return (name in ("most", "least", "random") and (node.all or which)) or (
                name == "all" and (which or node.least == 99)
            )
        case n.PlayCard():
            return node.what.ref in ONE and name in ("most", "least", "random")
        case n.Discard():
            return (node.what is None and name not in ("who", "what")) or (
                ((node.all or bool(node.what and node.what.ref)) and name in ("most", "least"))
                or (name == "all" and node.least == 99)
            )
        case n.UpgradeCard() if node.who is not None:
            return name not in ("who", "times")
        case n.Move():
            return bool(node.row) and name in ("far", "to", "least")
        case n.Alter():
            return bool(node.becomes or node.to) and name in ("plus", "times", "to")
        case n.PlayerNumber():
            return name == "whose" and node.what == "cycle"
        case n.CountOf() | n.Exists():
            return name == "whose" and node.zone == "play"
        case n.Look():
            return name == "amount" and node.zone == "hand"
        case If():
            return name == "stops" and bool(node.otherwise)
        case n.Modes():
            return name == "better" and node.condition is None
        case m.Filter() if node.ref:
            return name != "ref"
        case m.Filter(kind="player") if node.side:
            return name != "side"
        case m.Has():
            return name == "n" and node.mark not in ("strength", "again")
        case m.Filter():
            return name not in _ASKED[node.kind] or (name == "than" and not node.spells)
        case m.Detach():
            return node.every and name in ("amount", "to", "by")
    return False


ONE = ("this", "that", "other")
"""What is one thing, and known."""
_ASKED = {
    "player": ("kind", "side"),
    "spell": ("kind", "side"),
    "effect": ("kind", "side", "effects", "returns"),
    "creature": ("kind", "side", "other", "types", "spells", "than", "state"),
}
"""What a filter of Magical Forge asks of each kind."""


def possible(node: Any) -> bool:
    """Whether a node can be: not more at least than at most, a number where one is compared."""
    least, most = getattr(node, "least", 0), getattr(node, "most", None)
    if most is not None and least > most:
        return False
    if isinstance(node, n.Stat):
        return (node.than is None) == (node.op in ("increased", "decreased"))
    if isinstance(node, n.Transform):
        return (node.who is None) != (not node.name)
    if isinstance(node, n.PutCard):
        return node.who is not None or node.what is not None
    if isinstance(node, m.Choose):
        return node.by == "you" or node.among.side == "opponent"
    if isinstance(node, m.Discard):
        return node.pile != "deck"
    if isinstance(node, m.Recover):
        return bool(node.kinds) or node.zone != "discard"
    return True


def in_words(plain: Callable[[Any], str], ability: Any) -> str | None:
    """Plain words, or None of what no words can mean."""
    try:
        return plain(ability)
    except (KeyError, AssertionError):
        return None


@every_language
def test_every_field_of_a_node_is_in_the_plain_words(language: Language) -> None:
    """With another value of any field the plain words are others."""
    abilities = list(
        dict.fromkeys(
            ability
            for kind, words in language.forms
            for ability in language.read(kind, words) or ()
        )
    )
    values = Values(abilities, idle, most=3, guess=language is SOLFORGE)
    seen: set[tuple[Node, str]] = set()
    unseen: list[str] = []
    for ability in abilities:
        words = language.plain(ability)
        for node, put in places(ability, idle):
            for field in msgspec.structs.fields(type(node)):
                if (node, field.name) in seen or idle(node, field.name):
                    continue
                seen.add((node, field.name))
                for other in values.others(node, field):
                    changed = msgspec.structs.replace(node, **{field.name: other})
                    if possible(changed) and in_words(language.plain, put(changed)) == words:
                        unseen.append(f"{type(node).__name__}.{field.name} as {other!r}: {words}")
    assert len(seen) > 300
    assert not unseen, "\n".join(unseen)


@pytest.mark.parametrize("table", [EVENTS, LANES, MOMENTS, OPS, REFS, STATS, ZONES])
def test_no_two_things_have_the_same_plain_words(table: dict[str, str]) -> None:
    assert len(set(table.values())) == len(table)
