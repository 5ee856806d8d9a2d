"""Before the first turn: settings of a match, decks, and the state they make (Start of the Game)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from hashlib import blake2b

import msgspec

from domain.contract.game import Seat
from domain.frame.bags import put
from domain.frame.match_settings import named_settings, one_of, refusal
from domain.frame.slugs import nearest, slug
from domain.games.solforge.cards.book import (
    FACTIONS,
    Book,
    Card,
    CardSet,
    Forgeborn,
    HalfDeck,
    book,
    own_sets,
)
from domain.games.solforge.sets.cardfile import one_line, read_set
from domain.games.solforge.state import Side, SolState, empty_state

EDITIONS = ("whitefang", "early")
SETTINGS = (
    "edition",
    "deck a",
    "deck b",
    "forgeborn a",
    "forgeborn b",
    "cards",
    "start",
    "set",
)
SEATS = ("a", "b")
CARDS_A_HALF = 10
READY = ("Brasswork + Emberwild", "Gravetide + Greenhollow")
"""The decks of seats A and B where none are named."""


class Half(msgspec.Struct, frozen=True):
    """Half of a deck: a half-deck of the book, or ten cards by name (then `name` is empty)."""

    name: str
    faction: str
    cards: tuple[Card, ...]
    forgeborn: tuple[Forgeborn, ...]
    """The Forgeborn that it may bring, its own first."""
    solbind: tuple[Card, ...]
    """Front sides of the Solbind cards that come with it; those of a Forgeborn's words not counted."""

    @property
    def words(self) -> str:
        """How it is written in a setting."""
        return self.name or "; ".join(card.name for card in self.cards)


# -- settings ------------------------------------------------------------------------------------


def check_settings(words: Mapping[str, str]) -> dict[str, str]:
    """The settings of a match, complete and in canonical words; see docs/solforge-cards.md.

    Raises GameError (BAD_SETTING) that names the setting, the wrong word and the nearest right ones.
    """
    given = named_settings(words, SETTINGS, "SolForge Fusion", {"forge": "start"})
    found = {"edition": one_of("edition", given.get("edition", EDITIONS[0]), EDITIONS)}
    cards = canonical_cards(given["cards"]) if given.get("cards", "").strip() else ""
    known = book(cards)
    for seat, ready in zip(SEATS, READY, strict=True):
        halves = read_deck(f"deck {seat}", given.get(f"deck {seat}", ready), known)
        found[f"deck {seat}"] = " + ".join(half.words for half in halves)
        name = f"forgeborn {seat}"
        found[name] = chosen_forgeborn(name, given.get(name, ""), halves).name
    if cards:
        found["cards"] = cards
    if given.get("start"):
        found["start"] = one_of("start", given["start"], ("A", "B"))
    found["set"] = one_set(given["set"]) if given.get("set", "").strip() else set_of(found)
    return found


def one_set(value: str) -> str:
    """The setting `set` as it is given: 8 digits from 0 to f."""
    if not re.fullmatch(r"[0-9a-f]{8}", word := value.strip().lower()):
        raise refusal("set", f"{value!r} is no digest of cards; leave it out for today's")
    return word


def set_of(settings: Mapping[str, str]) -> str:
    """A digest of the cards that can come up in a match: names, numbers and words."""
    parts = [settings[name] for name in ("deck a", "deck b", "forgeborn a", "forgeborn b")]
    return _digest(settings.get("cards", ""), *parts)


def other_cards(settings: Mapping[str, str]) -> str:
    """Warn of a match that was recorded with other cards than those here."""
    recorded = settings.get("set", "")
    here = set_of(settings) if recorded else ""
    return f"recorded with other cards (set {recorded}, here {here})" if recorded != here else ""


@lru_cache(maxsize=256)
def _digest(cards: str, deck_a: str, deck_b: str, born_a: str, born_b: str) -> str:
    known = book(cards)
    used: dict[str, Card | Forgeborn] = {}
    for seat, deck, born in (("a", deck_a, born_a), ("b", deck_b, born_b)):
        halves = read_deck(f"deck {seat}", deck, known)
        chosen = chosen_forgeborn(f"forgeborn {seat}", born, halves)
        for half in halves:
            own = half.forgeborn[0] if chosen not in half.forgeborn else chosen
            used |= {card.slug: card for card in (*half.cards, *half.solbind)}
            used[own.slug] = own
    called = [thing for thing in known.cards.values() if thing.minion or thing.solbind]
    left = list(used.values())
    while left:
        phrase = words_of(left.pop())
        for card in called:
            if card.slug not in used and f"-{card.slug}-" in phrase:
                used[card.slug] = card
                left.append(card)
    lines = [msgspec.json.encode(used[name]) for name in sorted(used)]
    return blake2b(b"\n".join(lines), digest_size=4).hexdigest()


def words_of(thing: Card | Forgeborn) -> str:
    """The words of a card or Forgeborn, the other side of a Solbind card among them, as one slug."""
    if isinstance(thing, Forgeborn):
        return f"-{slug(' '.join(thing.abilities.values()))}-"
    texts = [level.text for level in thing.levels.values()]
    return f"-{slug(' '.join([thing.solbind, *texts]))}-"


@lru_cache(maxsize=64)
def canonical_cards(text: str) -> str:
    """The setting `cards`, checked, in its one form."""
    return one_line(read_set(text))


def chosen_forgeborn(name: str, word: str, halves: tuple[Half, Half]) -> Forgeborn:
    """The Forgeborn that a word means: of one of the halves; the first half's if there is no word."""
    if not word.strip():
        return halves[0].forgeborn[0]
    right = {slug(born.name): born for half in halves for born in half.forgeborn}
    code = slug(word)
    fits = [code] if code in right else [c for c in right if code and c.startswith(code)]
    if len(fits) != 1:
        names = (born.name for born in right.values())
        raise refusal(name, f"{word!r} is no Forgeborn of this deck", names)
    return right[fits[0]]


# -- decks ---------------------------------------------------------------------------------------


def read_deck(name: str, text: str, known: Book) -> tuple[Half, Half]:
    """The two halves that a setting names, joined by +."""
    words = [word.strip() for word in re.split(r"\s\+\s", text.strip())]
    if len(words) == 1 and ";" not in text:
        words = [word.strip() for word in text.split("+")]
    if len(words) != 2 or not all(words):
        raise refusal(name, f"{text!r} is not two half-decks joined by +", (READY[0],))
    one, two = (
        listed_half(name, w, known) if ";" in w else named_half(name, w, known) for w in words
    )
    if one.faction == two.faction:
        what = f"{one.words} and {two.words} are both of {one.faction}"
        others = (d.name for d in known.decks.values() if d.faction != one.faction)
        raise refusal(name, f"{what}; the halves are of different factions", others)
    return one, two


def named_half(name: str, word: str, known: Book) -> Half:
    """A half-deck of the book, by its name or a unique beginning of it."""
    code = slug(word)
    fits = [code] if code in known.decks else [c for c in known.decks if c.startswith(code)]
    if len(fits) != 1 or not code:
        names = [known.decks[c].name for c in fits] if code else []
        names = names or list(nearest(word, (d.name for d in known.decks.values())))
        if code in known.cards:
            raise refusal(
                name, f"{word!r} is a card; a half is a half-deck or ten cards joined by ;"
            )
        raise refusal(name, f"no half-deck {word!r}", names)
    return half_of(name, known.decks[fits[0]], known)


def half_of(name: str, deck: HalfDeck, known: Book) -> Half:
    """A half-deck with its cards looked up."""
    cards = tuple(card_named(name, word, known) for word in deck.cards)
    check_cards(name, deck.name, cards)
    for card in cards:
        if card.faction not in ("", deck.faction):
            raise refusal(
                name, f"{deck.name}: {card.name} is of {card.faction}, not {deck.faction}"
            )
    own = known.forgeborn.get(slug(deck.forgeborn))
    if own is None:
        near = nearest(deck.forgeborn, (born.name for born in known.forgeborn.values()))
        raise refusal(name, f"{deck.name}: no Forgeborn {deck.forgeborn!r}", near)
    if own.faction != deck.faction:
        raise refusal(name, f"{deck.name}: {own.name} is of {own.faction}, not {deck.faction}")
    fronts = {card.slug: card for card in played_solbind(cards, (), known)}
    for word in deck.solbind:
        front = solbind_named(name, word, known)
        fronts[front.slug] = front
    return Half(deck.name, deck.faction, cards, (own,), tuple(fronts.values()))


def listed_half(name: str, text: str, known: Book) -> Half:
    """Ten cards by name, joined by ; (their faction's Forgeborn come with them)."""
    words = [word.strip() for word in text.split(";") if word.strip()]
    cards = tuple(card_named(name, word, known) for word in words)
    check_cards(name, f"{cards[0].name} …" if cards else "the half", cards)
    factions = dict.fromkeys(card.faction for card in cards if card.faction)
    if len(factions) != 1:
        what = " and ".join(factions) or "no faction"
        raise refusal(name, f"the cards of a half are of one faction, these of {what}", FACTIONS)
    faction = next(iter(factions))
    born = tuple(b for b in known.forgeborn.values() if b.faction == faction and playable(b, known))
    return Half("", faction, cards, born, played_solbind(cards, (), known))


def playable(born: Forgeborn, known: Book) -> bool:
    """Whether a Forgeborn can be chosen; the other side of a Solbind card cannot."""
    return slug(born.name) not in known.cards


def check_cards(name: str, place: str, cards: tuple[Card, ...]) -> None:
    """Refuse a half that is not ten different cards that belong in decks (Faction Decks)."""
    for twice, count in Counter(card.name for card in cards).items():
        if count > 1:
            raise refusal(name, f"{place}: {twice} is there {count} times")
    for card in cards:
        if card.minion:
            raise refusal(name, f"{place}: {card.name} is a Minion; Minions never go in decks")
        if card.solbind:
            raise refusal(
                name, f"{place}: {card.name} is a Solbind card; it comes with what plays it"
            )
        if card.kind == "modifier":
            raise refusal(name, f"{place}: {card.name} is half a card; splice it with a base")
        if 1 not in card.levels:
            raise refusal(name, f"{place}: {card.name} has no level 1")
    if len(cards) != CARDS_A_HALF:
        raise refusal(name, f"{place}: {len(cards)} cards; a half has {CARDS_A_HALF}")


def card_named(name: str, word: str, known: Book) -> Card:
    """The card of a name, whatever its case and punctuation."""
    card = known.cards.get(slug(word))
    if card is None:
        near = nearest(word, (c.name for c in known.cards.values()))
        raise refusal(name, f"no card {word!r}", near)
    return card


# -- decks of files -----------------------------------------------------------------------------


def settings_to_play(cards: CardSet, by_file: Sequence[Sequence[str]]) -> dict[str, str]:
    """The settings that play the half-decks of one or two files; `cards` holds all that is in them.

    A half-deck alone is joined with a ready one. Two single half-decks are one deck, if they can
    be; otherwise the files are seat A's and seat B's. Raises GameError.
    """
    factions = {deck.name: deck.faction for deck in cards.decks}
    single = [names[0] for names in by_file if len(names) == 1]
    if len(single) == len(by_file) == 2 and factions[single[0]] != factions[single[1]]:
        by_file = [single]
    words = {"cards": one_line(cards)}
    for seat, names in zip(SEATS, by_file, strict=False):
        if len(names) > 2:
            raise refusal(f"deck {seat}", f"{len(names)} half-decks in one file", names)
        halves = list(names)
        if len(halves) == 1:
            ready = (d for found in own_sets() for d in found.decks if d.name not in factions)
            halves.append(next(d.name for d in ready if d.faction != factions[halves[0]]))
        words[f"deck {seat}"] = " + ".join(halves)
    checked = check_settings(words)
    seats = [seat for seat in SEATS if f"deck {seat}" in words]
    names = [name for seat in seats for name in (f"deck {seat}", f"forgeborn {seat}")]
    return {name: checked[name] for name in (*names, "cards")}


# -- Solbind cards -------------------------------------------------------------------------------


def front_side(card: Card, known: Book) -> Card:
    """The side of a Solbind card that is up at first: of the lower level, or the first of the set."""
    other = known.cards.get(slug(card.solbind))
    if other is None:
        return card
    order = list(known.cards)
    return min((card, other), key=lambda c: (min(c.levels), order.index(c.slug)))


def solbind_named(name: str, word: str, known: Book) -> Card:
    """The front side of a Solbind card, by the name of either side."""
    card = card_named(name, word, known)
    if not card.solbind:
        names = (c.name for c in known.cards.values() if c.solbind)
        raise refusal(name, f"{card.name} is no Solbind card", nearest(word, names))
    return front_side(card, known)


def played_solbind(
    cards: Iterable[Card], born: Iterable[Forgeborn], known: Book
) -> tuple[Card, ...]:
    """Front sides of the Solbind cards that the words of cards and Forgeborn name."""
    texts = [level.text for card in cards for level in card.levels.values()]
    texts += [text for b in born for text in b.abilities.values()]
    phrase = "\n".join(texts).lower()
    fronts: dict[str, Card] = {}
    for card in known.cards.values():
        if card.solbind and re.search(rf"\b{re.escape(card.name.lower())}\b", phrase):
            front = front_side(card, known)
            fronts[front.slug] = front
    return tuple(fronts.values())


# -- the state -----------------------------------------------------------------------------------


def starting_state(settings: Mapping[str, str]) -> SolState:
    """The state before anything has happened, of settings that were checked (Start of the Game)."""
    return _start(tuple(settings.items())).copy()


@lru_cache(maxsize=256)
def _start(items: tuple[tuple[str, str], ...]) -> SolState:
    settings = dict(items)
    cards = settings.get("cards", "")
    state = empty_state(settings["edition"], cards)
    known = book(cards)
    for seat in (0, 1):
        fill(state.sides[seat], seat, settings, known)
    if "start" in settings:
        state.start = state.forge = "AB".index(settings["start"])
    return state


def fill(side: Side, seat: Seat, settings: Mapping[str, str], known: Book) -> None:
    """Give a side its fused deck, its Upgrade Pile and its Forgeborn."""
    letter = SEATS[seat]
    halves = read_deck(f"deck {letter}", settings[f"deck {letter}"], known)
    for half in halves:
        for card in half.cards:
            for level in sorted(card.levels):
                put(side.unseen if level == 1 else side.upgrades, f"{card.slug}.{level}")
    side.deck = sum(side.unseen.values())
    name = f"forgeborn {letter}"
    born = chosen_forgeborn(name, settings[name], halves)
    other = next(half for half in halves if born not in half.forgeborn).forgeborn[0]
    side.forgeborn, side.other_forgeborn = slug(born.name), slug(other.name)
    side.halves = tuple(half.faction for half in halves)
    fronts = [card for half in halves for card in half.solbind]
    fronts += played_solbind((), (born, other), known)
    for front in {card.slug: card for card in fronts}.values():
        put(side.upgrades, f"{front.slug}.{min(front.levels)}")
