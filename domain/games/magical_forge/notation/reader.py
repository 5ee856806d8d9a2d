"""From typed words to one decision: an action of a turn, a response, or the answer to what is asked."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final

from domain.contract.errors import GameError
from domain.contract.game import UNKNOWN, Action, Ask, Seat
from domain.frame.scanner import END, Scanner, counted, unreadable, word
from domain.games.magical_forge import actions as a
from domain.games.magical_forge.cards.book import book
from domain.games.magical_forge.notation.names import (
    card_next,
    card_of,
    take_card,
    take_cards,
    take_creature,
    take_named,
    take_thing,
)
from domain.games.magical_forge.state import MagicalState, Pile

PLAY: Final = word("plays?|p|summons?")
ATTACH: Final = word("attach(?:es)?")
ATTACK: Final = word("attacks?")
FORGE: Final = word("forges?")
WEAPON: Final = word("weapons?")
ABILITY: Final = re.compile(rf"@|(?:ability|abilities|uses?){END}", re.IGNORECASE)
FINISH: Final = word("ends?|done")
PASS: Final = re.compile(rf"[-–](?!\w)|pass(?:es)?{END}", re.IGNORECASE)
RESPONSE: Final = re.compile(r"!\s*")
CONCEDE: Final = re.compile(rf"concedes?\b(?:\s+([ab]){END})?", re.IGNORECASE)
CONCEDES: Final = re.compile(rf"([ab])\s+concedes{END}", re.IGNORECASE)
WHICH: Final = re.compile(r"[.#]\s*(\d)")
USED: Final = re.compile(r"([ab])\s?(\d+)\.(\d+)(?![\w'’-])", re.IGNORECASE)
BLOCK: Final = word("blocks?")
NO_BLOCK: Final = re.compile(rf"(?:no\s*blocks?|unblocked|no?){END}|[-–.](?!\w)", re.IGNORECASE)
UNBLOCKED: Final = word(r"no\s*blocks?|unblocked")
PLAYER: Final = word("([ab])")
YES: Final = word("y|yes")
NO: Final = re.compile(rf"\.(?![\d.])|(?:n|no){END}", re.IGNORECASE)
MODE: Final = word(r"#\s*(\d+)")
ORDER: Final = word(r"o\s?(\d+)")
NUMBER: Final = word(r"(\d+)")
STAR: Final = re.compile(r"\*\s*")
TOP: Final = re.compile(r"\^\s*")
DRAWN: Final = re.compile(r"&\s*")

MOST_DRAWN: Final = 99
DEALT: Final = ("draw", "spells")
"""What questions about cards that are drawn are about."""


def known(state: MagicalState) -> Iterable[str]:
    """The codes of all cards that the match has."""
    return book(state.cards).cards


def piles(state: MagicalState, seat: Seat) -> tuple[Pile, Pile]:
    """A seat's Deck and Spell Deck."""
    return state.sides[seat].deck, state.sides[seat].spells


# -- a turn --------------------------------------------------------------------------------------


def hand_card(scanner: Scanner, state: MagicalState, ask: Ask, kinds: tuple[str, ...]) -> str:
    """A card that a seat has in hand: one that it may play is preferred, then what it may hold."""
    column = scanner.column
    cards = book(state.cards).cards
    some = [code for code, card in cards.items() if card.kind in kinds]
    able = {c.card for c in ask.choices if isinstance(c, a.Summon | a.PlayForge | a.UseWeapon)}
    legal = [code for code in some if code in able]
    held = set(state.sides[ask.seat].deck.possible())
    code = take_card(scanner, legal, [code for code in some if code in held], known=some)
    if code == UNKNOWN:
        raise unreadable("a card that is played must be named", column, tuple(legal))
    return code


def played(state: MagicalState, code: str) -> Action:
    """The action that plays or uses a card from hand."""
    kind = book(state.cards).cards[code].kind
    return {"forge": a.PlayForge, "weapon": a.UseWeapon}.get(kind, a.Summon)(code)


def read_action(scanner: Scanner, state: MagicalState, ask: Ask) -> Action:
    """One action of a turn, but for `attach`. Raises GameError if none comes next."""
    if scanner.take(PLAY):
        return played(state, hand_card(scanner, state, ask, ("creature", "forge", "weapon")))
    if scanner.take(FORGE):
        return a.PlayForge(hand_card(scanner, state, ask, ("forge",)))
    if scanner.take(WEAPON):
        return a.UseWeapon(hand_card(scanner, state, ask, ("weapon",)))
    if scanner.take(ABILITY):
        return read_ability(scanner, state, ask)
    if scanner.take(ATTACK):
        ids = [c.id for c in ask.choices if isinstance(c, a.Attack)]
        return a.Attack(take_creature(scanner, state, ask.seat, ids).id)
    if scanner.take(FINISH):
        return a.EndTurn()
    try:
        return played(state, hand_card(scanner, state, ask, ("creature", "forge", "weapon")))
    except GameError as error:
        text = f"{scanner.rest!r} is no action of a turn"
        raise unreadable(text, scanner.column) from error


def read_ability(scanner: Scanner, state: MagicalState, ask: Ask) -> Action:
    """A Creature whose ability is used, `a2` or by name; `a2.2`: the second ability on its card."""
    column = scanner.column
    if found := scanner.peek(USED):
        scanner.at = found.start(3) - 1
        spelt = Scanner(f"{found[1]}{found[2]}")
        spelt.at = 0
        number = take_thing(spelt, state)
        assert number is not None
    else:
        ids = [c.id for c in ask.choices if isinstance(c, a.UseAbility)]
        number = take_creature(scanner, state, ask.seat, ids).id
    which = scanner.take(WHICH)
    scanner.skip()
    if which:
        return a.UseAbility(number, counted(which))
    first = first_ability(state, number)
    if first is None:
        code = card_of(state, number)
        raise unreadable(f"{code} has no ability that can be used", column)
    return a.UseAbility(number, first)


def first_ability(state: MagicalState, number: int) -> int | None:
    """The place of the first ability of a Creature's card that can be used."""
    activated = book(state.cards).cards[state.in_play[number].card].activated
    return activated[0][0] if activated else None


def read_attachments(scanner: Scanner, state: MagicalState, ask: Ask) -> list[tuple[int, a.Attach]]:
    """`ember a1`, `ember spark a1`, `ember a1 a2`: what goes where, each with its column."""
    pool = dict.fromkeys(c.card for c in ask.choices if isinstance(c, a.Attach))
    held = state.sides[ask.seat].spells.possible()
    spells: list[tuple[int, str]] = []
    while card_next(scanner):
        column, before = scanner.column, scanner.at
        try:
            spells.append((column, take_card(scanner, pool, held, known=spell_codes(state))))
        except GameError:
            if not spells:
                raise
            scanner.at = before
            break
    if not spells:
        raise unreadable("which Spell?", scanner.column, tuple(pool))
    if any(code == UNKNOWN for _, code in spells):
        raise unreadable("a Spell that is attached must be named", spells[0][0], tuple(pool))
    places = [(scanner.column, take_creature(scanner, state, ask.seat).id)]
    while scanner.peek(PLAYER) is None and re.match(
        rf"[ab]\s?\d+{END}", scanner.text[scanner.at :], re.IGNORECASE
    ):
        places.append((scanner.column, take_creature(scanner, state, ask.seat).id))
    if len(spells) > 1 and len(places) > 1:
        raise unreadable("several Spells to several Creatures: one attach for each", places[1][0])
    if len(places) > 1:
        return [(column, a.Attach(spells[0][1], place)) for column, place in places]
    return [(column, a.Attach(code, places[0][1])) for column, code in spells]


def spell_codes(state: MagicalState) -> tuple[str, ...]:
    """The codes of all Spells that the match has."""
    return book(state.cards).pool["spells"]


# -- responses -----------------------------------------------------------------------------------


def responds(scanner: Scanner) -> bool:
    """Whether a response, a pass, or giving up comes next."""
    return any(scanner.peek(p) is not None for p in (RESPONSE, PASS, CONCEDE, CONCEDES))


def read_response(scanner: Scanner, state: MagicalState, ask: Ask) -> Action:
    """`-`, `!a2`, `!net`, `!forge insight`. Raises GameError if none comes next."""
    if scanner.take(PASS):
        return a.Pass()
    if not scanner.take(RESPONSE):
        raise unreadable(f"{scanner.rest!r} is no response", scanner.column)
    if scanner.take(FORGE):
        return a.PlayForge(hand_card(scanner, state, ask, ("forge",)))
    if scanner.take(WEAPON):
        return a.UseWeapon(hand_card(scanner, state, ask, ("weapon",)))
    if scanner.take(ABILITY) or scanner.peek(USED) or scanner.peek(PLACE):
        return read_ability(scanner, state, ask)
    return read_response_by_name(scanner, state, ask)


PLACE: Final = re.compile(rf"[ab]\s?\d+{END}", re.IGNORECASE)


def read_response_by_name(scanner: Scanner, state: MagicalState, ask: Ask) -> Action:
    """A Forge or Weapon card of the hand, or else a Creature in play, by name."""
    before = scanner.at
    try:
        return played(state, hand_card(scanner, state, ask, ("forge", "weapon")))
    except GameError as error:
        scanner.at = before
        ids = [c.id for c in ask.choices if isinstance(c, a.UseAbility)]
        if not ids:
            raise
        try:
            return read_ability(scanner, state, ask)
        except GameError:
            raise error from None


# -- answers -------------------------------------------------------------------------------------


def read_answer(scanner: Scanner, state: MagicalState, ask: Ask) -> Action:
    """The answer to what is asked. Raises GameError if the next words cannot be one."""
    if ask.about in DEALT:
        return read_drawn(scanner, state, ask)
    if ask.about == "respond":
        return read_response(scanner, state, ask)
    if ask.about == "block":
        return read_block(scanner, state, ask)
    choices: list[Any] = list(ask.choices)
    kinds = {type(c) for c in choices}
    if kinds & {a.Random, a.Reveal}:
        return read_revealed(scanner, state, choices)
    if scanner.take(YES):
        return a.Yes()
    if scanner.take(NO):
        return a.No()
    if found := scanner.take(MODE):
        return a.Mode(counted(found))
    if found := scanner.take(ORDER):
        return a.Order(counted(found))
    if found := scanner.take(PLAYER):
        return a.TargetPlayer("ab".index(found[1].lower()))
    if (number := take_thing(scanner, state)) is not None:
        return a.Target(number)
    if found := scanner.take(NUMBER):
        return numbered(kinds, counted(found), found.start() + 1)
    if card_next(scanner):
        return read_named(scanner, state, choices)
    raise unreadable(f"{scanner.rest!r} answers nothing here", scanner.column)


def numbered(kinds: set[type], which: int, column: int) -> Action:
    """What a bare number means: an option, or a trigger."""
    if a.Mode in kinds:
        return a.Mode(which)
    if a.Order in kinds:
        return a.Order(which)
    raise unreadable(f"{which + 1} does not say what is meant", column)


def read_named(scanner: Scanner, state: MagicalState, choices: list[Any]) -> Action:
    """A card of a hand, a discard pile or a Creature; or a thing, by its card's name."""
    cards = dict.fromkeys(c.card for c in choices if isinstance(c, a.Card))
    ids = [c.id for c in choices if isinstance(c, a.Target)]
    if ids and not cards:
        more = state.in_play if scanner.insists else ()
        return a.Target(take_named(scanner, state, dict.fromkeys((*ids, *more))))
    return a.Card(take_card(scanner, cards, known=known(state)))


def read_block(scanner: Scanner, state: MagicalState, ask: Ask) -> Action:
    """`block b1`, `b1`, `no block`."""
    if scanner.take(NO_BLOCK):
        return a.NoBlock()
    scanner.take(BLOCK)
    ids = [c.id for c in ask.choices if isinstance(c, a.Block)]
    return a.Block(take_creature(scanner, state, ask.seat, ids).id)


def read_revealed(scanner: Scanner, state: MagicalState, choices: list[Any]) -> Action:
    """The card that came up: `*ember` out of a hand, `^ember` from the top of a pile."""
    if not scanner.take(STAR):
        scanner.take(TOP)
    code = take_card(scanner, dict.fromkeys(c.card for c in choices), known=known(state))
    first = choices[0]
    return a.Reveal(first.seat, code) if isinstance(first, a.Reveal) else a.Random(code)


# -- what is drawn -------------------------------------------------------------------------------


def unknown_of(ask: Ask) -> Any:
    """A deal that says nothing about its cards."""
    return next(iter(ask.choices))


def brings_spells(ask: Ask) -> bool:
    """Whether a draw is one after which Spells follow, one for each Creature."""
    return ask.about == "draw" and unknown_of(ask).creatures >= 0


def pool_of(state: MagicalState, ask: Ask) -> list[str]:
    """The different cards that can be dealt."""
    deck, spells = piles(state, unknown_of(ask).seat)
    return sorted((spells if ask.about == "spells" else deck).unseen)


def take_dealt(scanner: Scanner, state: MagicalState, ask: Ask) -> list[str]:
    """The cards that are named, completed with unknown ones; more than are drawn if that stood."""
    count = len(unknown_of(ask).cards)
    most = MOST_DRAWN if scanner.insists else count
    named = take_cards(scanner, most, pool_of(state, ask), known=known(state))
    return named + [UNKNOWN] * (count - len(named))


def read_drawn(scanner: Scanner, state: MagicalState, ask: Ask) -> Action:
    """`& ember ??`: what is drawn in the middle of a line; what is not named is unknown."""
    column = scanner.column
    if not scanner.take(DRAWN):
        raise unreadable(f"{scanner.rest!r} does not say what is drawn", column)
    cards = tuple(take_dealt(scanner, state, ask))
    seat = unknown_of(ask).seat
    return a.DealSpells(seat, cards) if ask.about == "spells" else a.Deal(seat, cards)


def reads(scanner: Scanner, state: MagicalState, ask: Ask) -> Action | None:
    """What the next words say if they answer what is asked; otherwise nothing is read."""
    before = scanner.at
    try:
        if ask.about == "turn":
            return read_action(scanner, state, ask)
        return read_answer(scanner, state, ask)
    except GameError:
        scanner.at = before
        return None
