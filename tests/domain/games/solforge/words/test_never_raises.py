"""Whatever the words are: they are read, or named as a problem, and it does not take long."""

import time

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.games.solforge.language import read_card
from domain.games.solforge.language.catalogue import FORMS
from domain.games.solforge.language.parser import LONGEST
from domain.games.solforge.language.plain import plain

KINDS = st.sampled_from(["creature", "spell", "exalt", "forgeborn"])
WORDS = sorted({word for _, form in FORMS for word in form.split(" ")})
CHUNKS = [" ".join(form.split(" ")[i : i + 4]) for _, form in FORMS for i in (0, 2, 4)]
SENTENCES = [form for _, form in FORMS]


def read(words, kind):
    found = read_card.__wrapped__(words, kind, "Some Card")
    for ability in found.abilities:
        assert plain(ability)
    lines = words.split("\n")
    for problem in found.problems:
        assert problem.expected
        assert 1 <= problem.line <= len(lines)
        assert 1 <= problem.column <= len(lines[problem.line - 1]) + 1


@given(st.lists(st.sampled_from(WORDS), max_size=25), KINDS)
@settings(max_examples=60, deadline=None)
def test_words_in_any_order(words, kind):
    read(" ".join(words), kind)


@given(st.lists(st.sampled_from(CHUNKS), max_size=6), st.sampled_from([" ", ". ", ", "]), KINDS)
@settings(max_examples=60, deadline=None)
def test_pieces_of_sentences(parts, mark, kind):
    read(mark.join(parts), kind)


@given(st.sampled_from(SENTENCES), st.sampled_from(SENTENCES), st.data(), KINDS)
@settings(max_examples=60, deadline=None)
def test_sentences_that_are_cut(one, two, data, kind):
    cut, also = data.draw(st.integers(0, len(one))), data.draw(st.integers(0, len(two)))
    read(one[:cut] + two[also:], kind)


@given(st.text(max_size=200), KINDS)
@settings(max_examples=60, deadline=None)
def test_any_text(words, kind):
    read_card.__wrapped__(words, kind, "Some Card")


def test_a_long_paragraph_is_not_read_and_said_to_be_too_long():
    words = "Draw a card. " * (LONGEST // 10)
    [problem] = read_card(words, "spell", "Some Card").problems
    assert str(LONGEST) in problem.expected[0]


def test_the_worst_paragraphs_take_seconds_at_most():
    for part in ("A ", "If ", "When ", "X ", "a Robot or ", "give a creature +1A and "):
        start = time.perf_counter()
        read_card.__wrapped__((part * LONGEST)[:LONGEST], "spell", "Some Card")
        assert time.perf_counter() - start < 5
