"""The project's own cards: what there is of each faction; every row of the vocabulary is shown."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from domain.games.solforge.cards import nodes as n
from domain.games.solforge.cards.book import FACTIONS, OWN_SETS, Card, Forgeborn, own_set, own_sets
from domain.games.solforge.language import read_card
from domain.games.solforge.sets.cardfile import check_set

CARDS = [card for found in own_sets() for card in found.cards]
FORGEBORN = [born for found in own_sets() for born in found.forgeborn]
MINIONS = {
    "Gizmo",
    "Mega Gizmo",
    "Mindless Zombie",
    "Zombie Brute",
    "Spell Sprite",
    "Spell Swarm",
    "Wisp",
    "Oakfather",
}


def triples(faction: str) -> list[Card]:
    """A faction's cards that go in decks."""
    own = own_set(faction.lower()).cards
    return [card for card in own if not card.solbind and not card.minion]


@pytest.mark.parametrize("name", OWN_SETS)
def test_every_file_is_a_card_file(name: str) -> None:
    check_set(own_set(name))


def test_no_two_cards_have_one_name() -> None:
    assert [name for name, count in Counter(card.slug for card in CARDS).items() if count > 1] == []
    decks = [deck.name.lower() for found in own_sets() for deck in found.decks]
    assert len(decks) == len(set(decks))


@pytest.mark.parametrize("faction", FACTIONS)
def test_a_faction_has_24_triples_and_more(faction: str) -> None:
    cards = triples(faction)
    kinds = Counter(card.kind for card in cards)
    assert len(cards) >= 24
    assert kinds["creature"] >= 15
    assert kinds["spell"] >= 6
    assert kinds["exalt"] >= 3
    assert all(card.faction == faction and set(card.levels) == {1, 2, 3} for card in cards)


@pytest.mark.parametrize("faction", FACTIONS)
def test_a_faction_has_two_forgeborn_for_three_cycles(faction: str) -> None:
    found = own_set(faction.lower())
    names = {deck.forgeborn for deck in found.decks}
    assert len(names) == 2
    for born in found.forgeborn:
        assert set(born.abilities) == {2, 3, 4}
        assert all(born.abilities.values())


@pytest.mark.parametrize("faction", FACTIONS)
def test_a_faction_has_two_ready_half_decks_and_a_solbind_card(faction: str) -> None:
    found = own_set(faction.lower())
    names = {card.name for card in triples(faction)}
    assert len(found.decks) >= 2
    for deck in found.decks:
        assert len(deck.cards) == len(set(deck.cards)) == 10
        assert set(deck.cards) <= names
    sides = {card.name: card for card in found.cards if card.solbind}
    assert len(sides) == 2
    one, two = sides.values()
    assert (one.solbind, two.solbind) == (two.name, one.name)
    assert all(len(side.levels) == 1 for side in sides.values())
    callers = [c for c in triples(faction) if any(one.name in v.text for v in c.levels.values())]
    assert callers
    assert any(deck.solbind == (one.name,) for deck in found.decks)


def test_the_eight_minions_are_there_and_marked_as_invented() -> None:
    found = own_set("minions")
    assert {card.name for card in found.cards} == MINIONS
    assert all(card.minion and len(card.levels) == 1 for card in found.cards)
    from importlib.resources import files

    text = files("domain.games.solforge.sets").joinpath("minions.json").read_text("utf-8")
    assert "NOT from the rulebook" in text


@pytest.mark.parametrize("level", [1, 2, 3])
def test_creatures_are_as_strong_as_their_level(level: int) -> None:
    """Matches end by damage between turns 6 and 15: typical Attack and Health at each level."""
    low, high = {1: ((3, 5), (4, 7)), 2: ((5, 9), (6, 11)), 3: ((8, 15), (9, 18))}[level]
    shown = [c.levels[level] for f in FACTIONS for c in triples(f) if c.kind == "creature"]
    typical = [s for s in shown if low[0] <= s.attack <= low[1] and high[0] <= s.health <= high[1]]
    assert len(typical) >= 0.75 * len(shown)
    assert all(s.attack >= 0 and s.health > 0 for s in shown)


# -- the vocabulary ------------------------------------------------------------------------------


def walk(thing: Any) -> Iterator[n.Node]:
    """Every node in a value."""
    if isinstance(thing, n.Node):
        yield thing
        for field in thing.__struct_fields__:
            yield from walk(getattr(thing, field))
    elif isinstance(thing, (tuple, list)):
        for one in thing:
            yield from walk(one)


def words_of(thing: Card | Forgeborn) -> Iterator[tuple[int, str, str]]:
    """Level, text and kind of everything that is printed on a card or Forgeborn."""
    if isinstance(thing, Forgeborn):
        yield from ((level, text, "forgeborn") for level, text in thing.abilities.items())
    else:
        yield from ((number, level.text, thing.kind) for number, level in thing.levels.items())


def everything_said() -> dict[str, list[n.Node]]:
    """`name level` of every card and Forgeborn, and all nodes that its words mean."""
    return {
        f"{thing.name} {level}": list(walk(read_card(text, kind, thing.name).abilities))
        for thing in (*CARDS, *FORGEBORN)
        for level, text, kind in words_of(thing)
    }


SAID = everything_said()


@pytest.mark.parametrize("thing", [*CARDS, *FORGEBORN], ids=lambda thing: thing.name)
def test_every_word_is_understood(thing: Card | Forgeborn) -> None:
    for level, text, kind in words_of(thing):
        understood = read_card(text, kind, thing.name)
        assert understood.problems == (), f"{thing.name}, level {level}: {text}"
        assert bool(understood.abilities) == bool(text)


def keyword(name: str) -> Callable[[n.Node], bool]:
    return lambda x: isinstance(x, n.Keyword) and x.name == name


def when(event: str, /, **fields: Any) -> Callable[[n.Node], bool]:
    """A trigger of an event, whose filter has these fields; `other_kind` is of the second party."""
    kind = fields.pop("other_kind", None)

    def fits(x: n.Node) -> bool:
        if not isinstance(x, n.Trigger) or x.event != event:
            return False
        if kind and (x.other is None or x.other.kind != kind):
            return False
        who = x.who or n.Filter()
        return all(
            bool(getattr(who, name)) if want is ... else getattr(who, name) == want
            for name, want in fields.items()
        )

    return fits


def happened(event: str, least: int = 1) -> Callable[[n.Node], bool]:
    return lambda x: isinstance(x, n.Happened) and x.event == event and x.least >= least


def a(node: type[n.Node], /, **fields: Any) -> Callable[[n.Node], bool]:
    """A node of a kind, with these fields (... is anything but nothing)."""

    def fits(x: n.Node) -> bool:
        return isinstance(x, node) and all(
            bool(getattr(x, name)) if want is ... else getattr(x, name) == want
            for name, want in fields.items()
        )

    return fits


def either(*tests: Callable[[n.Node], bool]) -> Callable[[n.Node], bool]:
    return lambda x: any(test(x) for test in tests)


def holds(
    outer: Callable[[n.Node], bool], inner: Callable[[n.Node], bool]
) -> Callable[[n.Node], bool]:
    """A node that has another one in it."""
    return lambda x: outer(x) and any(inner(y) for y in walk(x) if y is not x)


ROWS: dict[str, Callable[[n.Node], bool]] = {
    # keywords
    "Aggressive": keyword("aggressive"),
    "Defender": keyword("defender"),
    "Armor": keyword("armor"),
    "Breakthrough": keyword("breakthrough"),
    "Mobility": keyword("mobility"),
    "Stealth": keyword("stealth"),
    # the simplest effects
    "Deploy": when("deploy"),
    "Activate": a(n.Activated),
    "+nA,+nH": a(n.Change, attack=..., health=...),
    "damage": a(n.Damage),
    "heal": a(n.Heal),
    "destroy": a(n.Destroy),
    "play a Minion": lambda x: isinstance(x, n.PlayNamed) and x.name in MINIONS,
    "grant until end of turn": a(n.Give, until="turn"),
    "you may": a(n.May),
    # triggers
    "slay": when("slay"),
    "this is destroyed": when("destroyed", ref="this"),
    "yours is destroyed": when("destroyed", side="yours"),
    "an enemy is destroyed": when("destroyed", side="enemy"),
    "any is destroyed": when("destroyed", side="", ref=""),
    "is replaced": when("replaced"),
    "replaces": either(when("replaces"), when("replaced", ref="this")),
    "plays a spell": when("played", kind="spell"),
    "plays a type": when("played", types=...),
    "plays a level": when("played", levels=...),
    "plays a named card": when("played", names=...),
    "plays an Exalt": when("played", kind="exalt"),
    "comes into play": when("enters play"),
    "deals damage to a player": when("damages", other_kind="player"),
    "deals damage to a creature": when("damages", other_kind="creature"),
    "is dealt damage": when("damaged"),
    "a player gains health": when("gains health", kind="player"),
    "gains Attack": when("gains attack"),
    "moves": when("moved"),
    "enters a lane": lambda x: when("enters")(x) and bool(getattr(x, "lane", "")),
    "enters a row": lambda x: when("enters")(x) and bool(getattr(x, "row", "")),
    "is upgraded": when("upgraded"),
    "Forgeborn used": when("forgeborn used"),
    "transformed": when("transformed"),
    "start of turn": when("start of turn"),
    "end of turn": when("end of turn"),
    "start of combat": when("start of combat"),
    "end of deck cycle": when("end of cycle"),
    "the next creature this turn": either(a(n.Rule, once=True), a(n.Delayed, once=True)),
    "once per turn": a(n.Triggered, once=True),
    # conditions
    "replaced something": a(n.Replaced),
    "opposed": lambda x: isinstance(x, n.Filter) and x.opposed is True,
    "unopposed": lambda x: isinstance(x, n.Filter) and x.opposed is False,
    "adjacent": a(n.Filter, adjacent_to=...),
    "leftmost": a(n.Edge, which="leftmost"),
    "rightmost": a(n.Edge, which="rightmost"),
    "no empty lane": a(n.NoEmptyLane),
    "has a type": holds(a(n.Exists), a(n.Filter, types=...)),
    "has an Exalt": holds(a(n.Exists), a(n.Filter, kind="exalt")),
    "has Armor": a(n.Filter, keyword="armor"),
    "n spells played this turn": happened("played", 2),
    "destroyed this turn": happened("destroyed"),
    "healed this turn": happened("gains health"),
    "damaged this turn": happened("damaged"),
    "moved this turn": happened("moved"),
    "has the Forge": a(n.HasForge),
    "Health above n": holds(
        a(n.Compare), either(a(n.PlayerNumber, what="health"), a(n.StatOf, stat="H", ref="you"))
    ),
    "increased stat": a(n.Stat, op="increased"),
    "decreased stat": a(n.Stat, op="decreased"),
    "level against Forgeborn": holds(a(n.Compare), a(n.PlayerNumber, what="forgeborn")),
    "hand size": either(a(n.PlayerNumber, what="hand"), a(n.Exists, zone="hand")),
    "banish count": either(
        a(n.Exists, zone="banish"), a(n.CountOf, zone="banish"), a(n.PlayerNumber, what="banish")
    ),
    "counters": holds(a(n.If), a(n.CountersOn)),
    "if you do": a(n.Done),
    "survives": a(n.Survives),
    "otherwise": a(n.If, otherwise=...),
    # card zones
    "Free": a(n.FreeIf),
    "Reanimate": a(n.PlayCard, zone="banish"),
    "upgrade in hand": a(n.UpgradeCard, zone="hand"),
    "draw": a(n.Draw),
    "discard": a(n.Discard),
    "put on top": a(n.PutCard, to="top"),
    "return": a(n.PutCard, zone="play"),
    "look": a(n.Look),
    # how steps hang together
    "X to Y": a(n.Pay),
    "instead": holds(a(n.If, otherwise=...), a(n.PlayNamed)),
    "for each": either(a(n.ForEach), a(n.CountOf), a(n.HappenedCount)),
    "choose one": a(n.Modes, n=1),
    "choose n": either(a(n.Modes, n=2), a(n.Modes, better=2)),
    "repeat": either(a(n.Repeat), a(n.Again)),
    # the board
    "move": a(n.Move),
    "swap": a(n.Swap),
    "battle": a(n.Battle),
    "strike": a(n.Strike),
    "replace with": a(n.ReplaceWith),
    "exhaust": a(n.Exhaust),
    "ready": a(n.Ready),
    "rows": either(a(n.Move, row=...), a(n.Filter, row=...)),
    # Exalts, Solbind cards
    "lane abilities": either(a(n.Filter, lane="this"), a(n.Trigger, lane="this")),
    "Exalted": either(
        a(n.Has, exalted=True), a(n.Triggered, exalted=True), a(n.Activated, exalted=True)
    ),
    "Transform": a(n.Transform),
    "put counters": a(n.Counters),
    # computed numbers
    "equal to": a(n.StatOf),
    "double": holds(a(n.Change), a(n.StatOf)),
    "switch": a(n.Switch),
    "copy": a(n.SetStat),
    "silence": lambda x: isinstance(x, n.Gift) and "printed" in x.loses,
    "granted quoted abilities": a(n.Gift, abilities=...),
    # auras, replacements, prohibitions
    "auras": lambda x: isinstance(x, n.Aura) and any(f.other and f.types for f in x.who.among),
    "can't": a(n.Forbid),
    "would be, instead": either(a(n.Instead), a(n.Alter)),
    # one-offs
    "forcing an enemy's next play": a(n.ForceBattle),
    "stacking the deck": a(n.PutCard, zone="discard", to="top"),
    "an unused Forgeborn's ability": a(n.UseAbility),
    "immunity": lambda x: isinstance(x, n.Forbid) and x.what.startswith("be affected"),
    "damage that lowers Attack": a(n.Alter, becomes="attack lost"),
    "damage equal to Health": holds(a(n.Damage), a(n.StatOf, stat="H")),
    "Overlay": a(n.Overlay),
}
"""Every row of the vocabulary, and how its nodes are known."""


@pytest.mark.parametrize("row", ROWS)
def test_every_row_of_the_vocabulary_is_shown_by_a_card(row: str) -> None:
    """Run with -s to see which cards show which row."""
    shown = [name for name, nodes in SAID.items() if any(ROWS[row](node) for node in nodes)]
    print(f"{row}: {', '.join(shown) or 'NONE'}")
    assert shown
