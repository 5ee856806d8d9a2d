"""How cards, keywords and gifts are named for people."""

from __future__ import annotations

from collections.abc import Iterable

from domain.contract.game import UNKNOWN
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.cards.book import book
from domain.games.solforge.state import SolState


def title(state: SolState, code: str) -> str:
    """A card's name and level, or a Forgeborn's name; the code itself if the book has no such card."""
    face = book(state.cards).faces.get(code)
    if face is None:
        born = code.rpartition(".")[0] or code
        return "an unknown card" if code == UNKNOWN else forgeborn_name(state, born)
    return face.title


def forgeborn_name(state: SolState, slug: str) -> str:
    """A Forgeborn's name; a card that overlays it has its own."""
    known = book(state.cards)
    if slug in known.forgeborn:
        return known.forgeborn[slug].name
    if slug in known.cards:
        return known.cards[slug].name
    return slug or "no Forgeborn"


def titles(state: SolState, cards: Iterable[str]) -> str:
    """Cards in words; unknown ones are counted."""
    cards = list(cards)
    parts = [title(state, card) for card in cards if card != UNKNOWN]
    if hidden := len(cards) - len(parts):
        parts.append(f"{hidden} unknown card{'s' if hidden > 1 else ''}")
    return ", ".join(parts) or "nothing"


def keyword_words(name: str, count: int) -> str:
    """A keyword as people say it: Armor and Mobility with their number."""
    return f"{name.capitalize()} {count}" if name in ("armor", "mobility") else name.capitalize()


def amount_words(amount: n.Amount) -> str:
    """A number that may have to be worked out."""
    return str(amount.n) if isinstance(amount, n.Number) else "as many as it works out to"


def signed(amount: n.Amount, letter: str) -> str:
    """A change of a stat as printed: +2A."""
    return f"{amount.n:+d}{letter}" if isinstance(amount, n.Number) else f"a number of {letter}"


def gift_words(gift: n.Gift) -> str:
    """What is given, in words."""
    parts: list[str] = []
    for stat, letter in ((gift.attack, "A"), (gift.health, "H")):
        if stat is not None:
            parts.append(signed(stat, letter))
    for stat, letter in ((gift.attack_is, "Attack"), (gift.health_is, "Health")):
        if stat is not None:
            parts.append(f"{letter} {amount_words(stat)}")
    for keyword in gift.keywords:
        name = keyword.name.capitalize()
        counted = keyword.name in ("armor", "mobility")
        parts.append(f"{name} {amount_words(keyword.n)}" if counted else name)
    parts += [f"the type {kind}" for kind in gift.types]
    if gift.abilities:
        parts.append(
            "an ability" if len(gift.abilities) == 1 else f"{len(gift.abilities)} abilities"
        )
    parts += [f"can't {forbid.what}" for forbid in gift.forbids]
    parts += [f"{alter.event} is altered" for alter in gift.alters]
    for lost in gift.loses:
        parts.append("no printed abilities" if lost == "printed" else f"no {lost.capitalize()}")
    return ", ".join(parts) or "nothing"
