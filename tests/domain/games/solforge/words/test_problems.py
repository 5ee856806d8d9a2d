"""What is not understood: where reading got stuck, what it is like, and what still works."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.games.solforge.cards import nodes as n
from domain.games.solforge.language import read_card
from domain.games.solforge.language.catalogue import FORMS
from domain.games.solforge.language.plain import SAID, plain

WRONG = {
    # words, kind: the column where it goes wrong, and the nearest form
    ("Deploy: Frobnicate a creature.", "creature"): (1, 9, None),
    ("Deal 3 damage at a creature.", "spell"): (1, 15, "Deal 5 damage to a creature."),
    ("Give a creature +3A. Destroy a creature with purple A.", "spell"): (1, 46, None),
    ("When this sneezes, draw a card.", "creature"): (
        1,
        11,
        "When this is destroyed, draw a card.",
    ),
    ("Upgrade a card in your pocket.", "spell"): (1, 24, "Upgrade a card in your hand."),
    ("If you have the Hammer, draw a card.", "spell"): (1, 17, None),
    ("Play a Gizmo Minion under this lane.", "spell"): (1, 21, None),
    ("<b>Deploy:</b> Draw a card. Destroy all of everything.", "creature"): (1, 44, None),
}


@pytest.mark.parametrize(("words", "kind"), WRONG)
def test_the_place_and_the_nearest_form(words, kind):
    line, column, nearest = WRONG[words, kind]
    found = read_card(words, kind, "Some Card")
    assert found.abilities == ()
    [problem] = found.problems
    assert (problem.line, problem.column) == (line, column)
    assert problem.expected
    assert problem.nearest
    if nearest is not None:
        assert problem.nearest == nearest


def test_the_rest_of_the_card_works():
    words = "Defender\n\nWhen this sneezes, draw a card.\n\nActivate: Ready this."
    found = read_card(words, "creature", "Some Card")
    assert [type(a) for a in found.abilities] == [n.Has, n.Activated]
    [problem] = found.problems
    assert problem.sentence == "When this sneezes, draw a card."
    assert (problem.line, problem.column) == (3, 11)


def test_a_bad_sentence_takes_its_whole_ability_with_it():
    found = read_card("Deploy: Draw a card. Juggle three times.", "creature", "Some Card")
    assert found.abilities == ()
    assert found.problems[0].sentence == "Juggle three times."


NOT_UNDERSTOOD = [
    ("creature", "Give this +2A."),  # no trigger: a creature does not do this by itself
    ("creature", "Deploy: Give a Frobnicator's hat +2A."),
    ("spell", "When you play a card from your sleeve, this turn, draw a card."),
    ("spell", "Deal 3 damage to a creature in your hand."),
    ("spell", "Destroy a spell that is blue."),
    ("creature", "When this is destroyed draw."),
    ("creature", "While you have the Forge, draw a card."),
    ("creature", "Aggressive or Stealth"),
    ("spell", "Deploy: Draw a card."),
    ("spell", "Give a creature +A."),
]


@pytest.mark.parametrize(("kind", "words"), NOT_UNDERSTOOD)
def test_what_must_not_be_understood(kind, words):
    found = read_card(words, kind, "Some Card")
    assert found.problems
    assert found.abilities == ()


SELECTORS = [
    "a creature",
    "another one of your Robots",
    "up to two enemy creatures with 3A or less",
    "each of your other [l1] or [l2] Zombies",
    "the opposing creature",
    "all non-Minion creatures in the front row",
    "creatures adjacent to this",
    "your creature in this lane",
    "an enemy creature without Stealth",
    "this",
    "your lowest A creature",
    "a random enemy creature",
    "two of your Beasts and Plants",
]
EFFECTS = [
    "Give {} +3A.",
    "Give {} +1A,+2H for each Robot you have in play.",
    "Give {} 3D and Breakthrough this turn.",
    "Deal 4 damage to {}.",
    "Destroy {}.",
    "You may ready {}.",
    "Exhaust {}.",
    "Move {} to the back row.",
    "You may banish {}. If you do, draw a card.",
    "Destroy {} to draw a card.",
    "If you have the Forge, give {} Stealth this turn. Otherwise, destroy {}.",
    "This turn, {} gets Aggressive.",
    "Double the A of {}.",
    "Return {} to its owner's hand.",
    "You may have this Battle {}.",
    "Put an energy counter on {}.",
    "Give {} -2A to give this +2A.",
    "Choose one: • Destroy {}. • Give {} +2H.",
]
LEADS = [
    "Deploy: ",
    "Activate: ",
    "Slay: ",
    "Exalted — Deploy: ",
    "When you play a spell, ",
    "When another one of your creatures is destroyed, ",
    "At the end of the turn, ",
    "The first time you gain H each turn, ",
    "When this deals combat damage to the enemy player, ",
]


@given(st.sampled_from(LEADS), st.sampled_from(EFFECTS), st.sampled_from(SELECTORS))
@settings(max_examples=150, deadline=None)
def test_any_trigger_with_any_effect_with_any_selector(lead, effect, selector):
    words = lead + effect.replace("{}", selector)
    found = read_card(words, "creature", "Some Card")
    assert found.problems == (), words
    [ability] = found.abilities
    assert plain(ability)


@given(st.sampled_from(FORMS), st.data())
@settings(max_examples=60, deadline=None)
def test_mangled_words_never_break_the_reader(form, data):
    kind, words = form
    cut = data.draw(st.integers(0, len(words)))
    also = data.draw(st.integers(0, len(words)))
    filling = data.draw(
        st.sampled_from(["", " ", "\n", "a ", "this", "?", '"', "•", "[l9]", "(", "’s", "0", "—"])
    )
    mangled = words[:cut] + filling + words[also:]
    found = read_card(mangled, kind, "Some Card")
    for problem in found.problems:
        lines = mangled.split("\n")
        assert 1 <= problem.line <= len(lines)
        assert 1 <= problem.column <= len(lines[problem.line - 1]) + 1


@given(st.text(alphabet="abAH +-1.,:•[]l\n\"'", max_size=60))
@settings(max_examples=100, deadline=None)
def test_any_letters_are_read_or_named(words):
    found = read_card(words, "creature", "")
    assert bool(found.problems) or bool(found.abilities) or not words.strip()


def test_no_words_are_no_abilities():
    for words in ("", "  \n ", "<br>"):
        assert read_card(words, "creature", "Some Card") == read_card("", "creature", "Some Card")
    assert read_card("", "creature", "Some Card").abilities == ()


def test_long_words_take_time_in_proportion():
    """Twice the paragraphs must not take more than a few times as long."""
    read = read_card.__wrapped__
    effects = "\n\n".join(
        f"Activate: Give up to two of your Robots with {i}A or less +2A for each Robot in play."
        for i in range(40)
    )
    read(effects, "creature", "Some Card")
    start = time.perf_counter()
    read(effects, "creature", "Some Card")
    single = time.perf_counter() - start
    start = time.perf_counter()
    read(f"{effects}\n\n{effects}", "creature", "Some Card")
    double = time.perf_counter() - start
    assert double < 6 * single


def test_reading_again_is_remembered():
    words = "Deploy: Give another one of your Robots +3A,+4H."
    assert read_card(words, "creature", "Some Card") is read_card(words, "creature", "Some Card")


def kinds(base):
    """The kinds of node of this game, those it shares with others included."""
    for kind in base.__subclasses__():
        if getattr(n, kind.__name__, None) is kind:
            yield kind
        yield from kinds(kind)


def test_every_kind_of_node_has_a_wording():
    missing = [kind.__name__ for kind in kinds(n.Node) if kind not in SAID]
    assert missing == []


def test_every_kind_of_node_is_made_by_some_form():
    seen = set()

    def walk(node):
        if isinstance(node, tuple):
            for part in node:
                walk(part)
        elif isinstance(node, n.Node):
            seen.add(type(node))
            for name in node.__struct_fields__:
                walk(getattr(node, name))

    for kind, words in FORMS:
        walk(read_card(words, kind, "Some Card").abilities)
    assert {kind.__name__ for kind in kinds(n.Node)} - {kind.__name__ for kind in seen} == set()


def test_plain_english_of_some():
    def said(words, kind="creature"):
        [only] = read_card(words, kind, "Some Card").abilities
        return plain(only)

    assert said("Deploy: If this replaced a creature, give it +3A.") == (
        "When this comes into play: if this replaced a creature: this gets +3 Attack, for good"
        " (or the ability ends)."
    )
    assert said("Your other Zombies have Aggressive.") == "All your other Zombies have Aggressive."
    assert said("Deal 3 damage to a creature or player.", "spell") == (
        "This deals 3 damage to a creature or a player."
    )
    assert said("Draw a card.", "spell") == "You draw 1 card."
