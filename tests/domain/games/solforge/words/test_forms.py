"""Every known form is read, whatever its type of print; what is read is plain nodes."""

import re

import msgspec
import pytest

from domain.games.solforge.cards import nodes as n
from domain.games.solforge.language import read_card
from domain.games.solforge.language.catalogue import FORMS
from domain.games.solforge.language.plain import plain


@pytest.mark.parametrize(("kind", "words"), FORMS)
def test_every_known_form_is_read_and_can_be_said(kind, words):
    found = read_card(words, kind, "Some Card")
    assert found.problems == ()
    assert found.abilities
    for ability in found.abilities:
        assert "?" not in plain(ability)


def test_nodes_of_every_form_survive_json():
    for kind, words in FORMS:
        for ability in read_card(words, kind, "Some Card").abilities:
            raw = msgspec.json.encode(ability)
            assert msgspec.json.decode(raw, type=n.Ability) == ability


def test_nothing_that_was_to_be_found_out_is_left():
    for kind, words in FORMS:
        raw = msgspec.json.encode(read_card(words, kind, "Some Card").abilities)
        assert b'"?' not in raw, words


SWAPS = {
    "smart quotes": lambda t: t.replace("'", "’").replace(' "', " “").replace('"', "”"),
    "long dashes": lambda t: t.replace(" -", " −").replace("—", "–"),
    "bold": lambda t: re.sub(r"\b(Deploy|Activate|Slay|Upgrade|Battle)\b", r"<b>\1</b>", t),
    "double spaces": lambda t: t.replace(" ", "  "),
    "no full stop": lambda t: t.rstrip("."),
    "levels as L1": lambda t: re.sub(r"\[l(\d)\]", r"L\1", t),
    "levels in words": lambda t: re.sub(r"\[l(\d)\]", r"level \1", t),
    "mojibake bullets": lambda t: t.replace("•", "â€¢"),
    "escaped quotes": lambda t: t.replace('"', '\\"'),
    "line breaks": lambda t: t.replace(" •", "<br> •"),
}


@pytest.mark.parametrize("swap", SWAPS)
def test_print_does_not_matter(swap):
    for kind, words in FORMS:
        changed = SWAPS[swap](words)
        if changed == words:
            continue
        found = read_card(changed, kind, "Some Card")
        assert found.problems == (), changed
        assert found.abilities == read_card(words, kind, "Some Card").abilities, changed


def test_attack_and_health_may_be_written_out():
    for kind, words in FORMS:
        changed = re.sub(r"(?<=\d)A\b", " Attack", re.sub(r"(?<=\d)H\b", " Health", words))
        found = read_card(changed, kind, "Some Card")
        assert found.problems == (), changed
        assert found.abilities == read_card(words, kind, "Some Card").abilities, changed
