"""Settings of a match: Decks and Spell Decks (Deck Building Rules), and the state they make."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

import msgspec

from domain.contract.errors import GameError, Reason
from domain.contract.game import Seat
from domain.contract.json_text import read_json
from domain.frame.bags import Bag, put
from domain.frame.match_settings import named_settings, one_of, refusal
from domain.frame.slugs import nearest, slug
from domain.games.magical_forge import language
from domain.games.magical_forge.cards.book import KINDS, Book, CardSet, ReadyDeck, book
from domain.games.magical_forge.state import COPIES, DECK, LIFE, MagicalState, Pile, empty_state
from domain.games.magical_forge.view import any_cards

SETTINGS = (
    "life",
    "opening hand",
    "deck out",
    "start",
    "deck a",
    "deck b",
    "spells a",
    "spells b",
    "cards",
)
SEATS = ("a", "b")
DECK_OUT = ("none", "loses")
READY = ("Dawn Choir", "Ember Pack")
"""The decks of seats A and B where none are named; Spell Decks have the same names."""
UNKNOWN_LIST = re.compile(r"\?+\s*(\d*)")
MOST_LIFE = 1000


# -- settings ------------------------------------------------------------------------------------


def check_settings(words: Mapping[str, str]) -> dict[str, str]:
    """The settings of a match, complete and in canonical words.

    Raises GameError (BAD_SETTING) that names the setting, the wrong word and the nearest right ones.
    """
    given = named_settings(words, SETTINGS, "Magical Forge")
    found = {
        "life": number("life", given.get("life", str(LIFE)), 1, MOST_LIFE),
        "opening hand": number("opening hand", given.get("opening hand", "0"), 0, DECK),
        "deck out": one_of("deck out", given.get("deck out", DECK_OUT[0]), DECK_OUT),
    }
    if given.get("start"):
        found["start"] = one_of("start", given["start"], ("A", "B"))
    extra = read_cards(given["cards"]) if given.get("cards", "").strip() else None
    known = book(one_line(extra)) if extra is not None else book()
    for letter, ready in zip(SEATS, READY, strict=True):
        deck = given.get(f"deck {letter}", "").strip() or ready
        found[f"deck {letter}"] = named_list(f"deck {letter}", deck, known, extra)
        spells = given.get(f"spells {letter}", "").strip()
        if not spells:
            spells = deck if slug(deck) in known.spell_decks else ready
        found[f"spells {letter}"] = named_list(f"spells {letter}", spells, known, extra)
    if extra is not None and extra.cards:
        found["cards"] = one_line(CardSet(extra.cards))
    return found


def number(name: str, value: str, least: int, most: int) -> str:
    """A number within bounds."""
    text = value.strip()
    if not re.fullmatch(r"[0-9]{1,9}", text) or not least <= int(text) <= most:
        raise refusal(name, f"{value!r} is no number from {least} to {most}")
    return str(int(text))


def settings_seen_by(settings: Mapping[str, str], seat: Seat | None) -> dict[str, str]:
    """The settings as a seat (None: a spectator) may know them: the other's lists are private."""
    seen = dict(settings)
    for other, letter in enumerate(SEATS):
        if other == seat:
            continue
        for name in (f"deck {letter}", f"spells {letter}"):
            if name in seen:
                size = sum(read_list(name, seen[name], book(seen.get("cards", ""))).values())
                usual = size == DECK
                seen[name] = "?" if usual else f"? {size}"
    return seen


# -- cards ---------------------------------------------------------------------------------------


def one_line(found: CardSet) -> str:
    """A set as one line of JSON, as the setting `cards` takes it."""
    return msgspec.json.encode(found, order="deterministic").decode()


@lru_cache(maxsize=64)
def read_cards(text: str) -> CardSet:
    """Read and check extra cards. Raises GameError that says what is wrong with which card."""
    try:
        found = read_json(text, CardSet)
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise refusal("cards", f"cannot be read: {error}") from error
    for card in found.cards:
        if not slug(card.name):
            raise refusal("cards", f"{card.name!r} is no name")
        if card.kind not in KINDS:
            raise refusal("cards", f"{card.name}: {card.kind!r} is no kind of card", KINDS)
        if card.kind != "creature" and card.types:
            raise refusal("cards", f"{card.name}: only Creatures have types")
        for problem in language.read_card(card.text, card.kind, card.name).problems:
            near = (problem.nearest,) if problem.nearest else ()
            message = f"{card.name}: not understood: {problem.sentence!r}"
            raise GameError(
                Reason.BAD_SETTING,
                f"cards: {message} (line {problem.line}, column {problem.column} of its text)",
                legal=near,
            )
    names = [card.slug for card in found.cards]
    for card in found.cards:
        if names.count(card.slug) > 1:
            raise refusal("cards", f"{card.name} is there twice")
        if card.slug in book().cards:
            raise refusal("cards", f"{card.name} is the name of another card already")
    return found


# -- lists ---------------------------------------------------------------------------------------


def ready_lists(name: str, known: Book) -> Mapping[str, ReadyDeck]:
    """The ready decks that a setting can name."""
    return known.decks if name.startswith("deck") else known.spell_decks


def named_list(name: str, text: str, known: Book, extra: CardSet | None) -> str:
    """A list in canonical words: a ready deck's name, `3 Name; 2 Other`, or `?`. Raises GameError.

    A ready deck of the setting `cards` is written out: cards may be common knowledge, decks are not.
    """
    cards = read_list(name, text, known)
    unknown = UNKNOWN_LIST.fullmatch(text.strip())
    if unknown:
        size = sum(cards.values())
        return "?" if size == DECK else f"? {size}"
    ready = ready_deck(name, text, known)
    own = () if extra is None else (*extra.decks, *extra.spell_decks)
    if ready is not None and all(ready is not deck and ready != deck for deck in own):
        return ready.name
    return "; ".join(f"{count} {known.cards[code].name}" for code, count in sorted(cards.items()))


def ready_deck(name: str, text: str, known: Book) -> ReadyDeck | None:
    """The ready deck of a name or a unique beginning of it."""
    code = slug(text)
    ready = ready_lists(name, known)
    if code in ready:
        return ready[code]
    fits = [deck for key, deck in ready.items() if code and key.startswith(code)]
    return fits[0] if len(fits) == 1 else None


def read_list(name: str, text: str, known: Book) -> Bag:
    """How many of each card a list holds, checked; `??` for those of an unknown list.

    Raises GameError for each way to build a Deck or Spell Deck wrong (Deck Building Rules).
    """
    unknown = UNKNOWN_LIST.fullmatch(text.strip())
    if unknown:
        size = int(unknown[1] or DECK)
        check_size(name, size)
        return {"??": size}
    ready = ready_deck(name, text, known)
    if ready is None and ";" not in text and not re.match(r"\s*\d", text):
        names = (deck.name for deck in ready_lists(name, known).values())
        raise refusal(name, f"no ready deck {text.strip()!r}", nearest(text, names))
    pairs = list(ready.cards.items()) if ready is not None else counted(name, text)
    cards: Bag = {}
    for word, count in pairs:
        put(cards, card_named(name, word, known), count)
    check_list(name, cards, known)
    return cards


def counted(name: str, text: str) -> list[tuple[str, int]]:
    """Names and counts of a written list: `3 Name; 2 Other; Third`. Raises GameError."""
    pairs: list[tuple[str, int]] = []
    for part in (part.strip() for part in text.split(";")):
        if not part:
            continue
        found = re.fullmatch(r"(?:([0-9]{1,4})\s*x?\s+)?(\D.*)", part)
        if found is None or not int(found[1] or 1):
            raise refusal(name, f"{part!r} is not a number and a card")
        pairs.append((found[2], int(found[1] or 1)))
    return pairs


def card_named(name: str, word: str, known: Book) -> str:
    """The code of a card by its name, whatever its case and punctuation. Raises GameError."""
    code = slug(word)
    if code not in known.cards:
        near = nearest(word, (card.name for card in known.cards.values()))
        raise refusal(name, f"no card {word!r}", near)
    return code


def check_list(name: str, cards: Bag, known: Book) -> None:
    """Refuse a list that breaks a Deck Building Rule."""
    spells = name.startswith("spells")
    for code, count in cards.items():
        card = known.cards[code]
        if spells and card.kind != "spell":
            kind = card.kind.capitalize()
            raise refusal(name, f"{card.name} is a {kind} card; a Spell Deck has only Spells")
        if not spells and card.kind == "spell":
            raise refusal(name, f"{card.name} is a Spell; Spells belong in the Spell Deck")
        if count > COPIES:
            raise refusal(name, f"{card.name} is there {count} times; at most {COPIES} copies")
    check_size(name, sum(cards.values()))


def check_size(name: str, size: int) -> None:
    """Refuse a Deck that has not 30 cards, and a Spell Deck that has fewer."""
    if name.startswith("spells"):
        if size < DECK:
            raise refusal(name, f"{size} cards; a Spell Deck has at least {DECK}")
    elif size != DECK:
        raise refusal(name, f"{size} cards; a Deck has exactly {DECK}")


# -- the state -----------------------------------------------------------------------------------


def starting_state(settings: Mapping[str, str]) -> MagicalState:
    """The state before anything has happened, of settings that were checked."""
    cards = settings.get("cards", "")
    known = book(cards)
    state = empty_state(cards, int(settings["life"]))
    state.deck_out = settings["deck out"]
    state.opening_hand = int(settings["opening hand"])
    if "start" in settings:
        state.start = "AB".index(settings["start"])
    for letter, side in zip(SEATS, state.sides, strict=True):
        fill(
            side.deck, "deck", read_list(f"deck {letter}", settings[f"deck {letter}"], known), known
        )
        spells = read_list(f"spells {letter}", settings[f"spells {letter}"], known)
        fill(side.spells, "spells", spells, known)
    return state


def fill(pile: Pile, which: str, cards: Bag, known: Book) -> None:
    """Give a pile its cards; of an unknown list it can be any."""
    pile.left = sum(cards.values())
    pile.unseen = any_cards(known, which, {}) if "??" in cards else dict(sorted(cards.items()))
