"""Deck Building Rules, settings, and the cards of the project."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest

from domain.contract.game import UNKNOWN
from domain.games.magical_forge.cards.book import Card, CardSet, ReadyDeck, book
from domain.games.magical_forge.cards.decks import (
    READY,
    check_settings,
    one_line,
    read_list,
    settings_seen_by,
    starting_state,
)
from domain.games.magical_forge.language import read_card
from tests.domain.games.magical_forge.given import settings_refused
from tests.domain.games.magical_forge.rulebook import rule

DAWN = book().decks["dawn-choir"].cards
DAWN_SPELLS = book().spell_decks["dawn-choir"].cards


def listed(cards: Mapping[str, int]) -> str:
    """A list as it is written."""
    return "; ".join(f"{count} {name}" for name, count in cards.items())


class TestBuilding:
    @rule("deck.1", "deck.2", "spells.1")
    def test_a_legal_deck(self) -> None:
        settings = check_settings({"deck a": listed(DAWN), "spells a": listed(DAWN_SPELLS)})
        state = starting_state(settings)
        assert state.sides[0].deck.left == 30
        assert state.sides[0].deck.unseen["gate-warden"] == 3
        kinds = {book().cards[code].kind for code in state.sides[0].deck.unseen}
        assert kinds == {"creature", "forge", "weapon"}

    @rule("deck.3")
    @pytest.mark.parametrize("count", [1, 2])
    def test_exactly_thirty(self, count: int) -> None:
        error = settings_refused({"deck a": listed({**DAWN, "Gate Warden": count})})
        assert error.message == f"deck a: {27 + count} cards; a Deck has exactly 30"

    @rule("deck.3")
    def test_not_more(self) -> None:
        error = settings_refused({"deck b": listed({**DAWN, "Cinder Hound": 1})})
        assert error.message == "deck b: 31 cards; a Deck has exactly 30"

    @rule("deck.2")
    def test_three_copies(self) -> None:
        cards = {**DAWN, "Gate Warden": 4, "Bell Keeper": DAWN["Bell Keeper"] - 1}
        error = settings_refused({"deck a": listed(cards)})
        assert error.message == "deck a: Gate Warden is there 4 times; at most 3 copies"

    @rule("deck.2")
    def test_copies_named_apart_are_counted_together(self) -> None:
        error = settings_refused({"deck a": f"{listed(DAWN)}; 1 gate warden"})
        assert "Gate Warden is there 4 times" in error.message

    @rule("draw.2", "deck.1")
    def test_no_spells_in_a_deck(self) -> None:
        error = settings_refused({"deck a": listed({**DAWN, "Held Note": 1})})
        expected = "deck a: Held Note is a Spell; Spells belong in the Spell Deck"
        assert error.message == expected

    @rule("spells.2")
    def test_only_spells_in_a_spell_deck(self) -> None:
        error = settings_refused({"spells a": listed({**DAWN_SPELLS, "Quiet Hammer": 1})})
        expected = "spells a: Quiet Hammer is a Weapon card; a Spell Deck has only Spells"
        assert error.message == expected

    @rule("spells.1")
    def test_at_least_thirty_spells(self) -> None:
        error = settings_refused({"spells b": listed({**DAWN_SPELLS, "Held Note": 2})})
        assert error.message == "spells b: 29 cards; a Spell Deck has at least 30"
        more = check_settings(
            {"spells b": listed({**DAWN_SPELLS, "Kindling": 3, "Spark Burst": 3})}
        )
        assert starting_state(more).sides[1].spells.left == 36

    @rule("spells.3")
    def test_three_copies_of_each_spell(self) -> None:
        error = settings_refused({"spells a": listed({**DAWN_SPELLS, "Held Note": 4})})
        assert error.message == "spells a: Held Note is there 4 times; at most 3 copies"

    def test_unknown_names(self) -> None:
        error = settings_refused({"deck a": listed({**DAWN, "Gate Wardn": 3})})
        assert error.message == "deck a: no card 'Gate Wardn'"
        assert "Gate Warden" in error.legal
        error = settings_refused({"deck a": "Dusk Choir"})
        assert error.message == "deck a: no ready deck 'Dusk Choir'"
        assert "Dawn Choir" in error.legal

    @pytest.mark.parametrize("text", ["3 Gate Warden; 4", "0 Gate Warden; 30 Held Note"])
    def test_unreadable_lists(self, text: str) -> None:
        assert "is not a number and a card" in settings_refused({"deck a": text}).message


class TestSettings:
    def test_defaults(self) -> None:
        assert check_settings({}) == {
            "life": "15",
            "opening hand": "0",
            "deck out": "none",
            "deck a": READY[0],
            "spells a": READY[0],
            "deck b": READY[1],
            "spells b": READY[1],
        }

    def test_the_spell_deck_of_the_same_name_comes_with_a_deck(self) -> None:
        assert check_settings({"deck a": "ember"})["spells a"] == "Dawn Choir"
        assert check_settings({"deck a": "Ember Pack"})["spells a"] == "Ember Pack"

    @pytest.mark.parametrize(
        ("words", "message"),
        [
            ({"life": "0"}, "life: '0' is no number from 1 to 1000"),
            ({"life": "many"}, "life: 'many' is no number from 1 to 1000"),
            ({"deck_out": "wins"}, "deck out: 'wins' is none"),
            ({"start": "C"}, "start: 'C' is none"),
            ({"lives": "3"}, "Magical Forge has no setting 'lives'"),
            ({"deck a": "ember", "Deck_A": "ember"}, "deck a: is given twice"),
            ({"cards": "{"}, "cards: cannot be read"),
        ],
    )
    def test_wrong_ones(self, words: dict[str, str], message: str) -> None:
        assert settings_refused(words).message.startswith(message)

    def test_checked_settings_stay_as_they_are(self) -> None:
        cards = {**DAWN, "Hush": 3}
        del cards["Gate Warden"]
        hush = Card("Hush", "weapon", "Stop target effect.")
        extra = CardSet((hush,), (ReadyDeck("Mine", cards),))
        found = check_settings({"deck a": "mine", "cards": one_line(extra)})
        assert check_settings(found) == found
        assert "3 Hush" in found["deck a"]
        assert "Mine" not in str(found)


class TestExtraCards:
    @pytest.mark.parametrize(
        ("card", "message"),
        [
            ({"name": "X", "kind": "trap"}, "X: 'trap' is no kind of card"),
            ({"name": "!", "kind": "spell"}, "'!' is no name"),
            ({"name": "X", "kind": "spell", "types": ["Beast"]}, "only Creatures have types"),
            ({"name": "X", "kind": "forge", "text": "Win."}, "X: not understood: 'Win.'"),
            ({"name": "Held note", "kind": "spell"}, "the name of another card already"),
        ],
    )
    def test_wrong_ones(self, card: dict[str, object], message: str) -> None:
        error = settings_refused({"cards": json.dumps({"cards": [card]})})
        assert message in error.message

    def test_the_nearest_form_is_told(self) -> None:
        card = {"name": "X", "kind": "forge", "text": "Draw a card.\nDestroy target Creatur."}
        error = settings_refused({"cards": json.dumps({"cards": [card]})})
        assert "(line 2, column 16 of its text)" in error.message
        assert "Creature" in error.legal[0]

    def test_the_same_name_twice(self) -> None:
        card = {"name": "X", "kind": "forge"}
        error = settings_refused({"cards": json.dumps({"cards": [card, card]})})
        assert error.message == "cards: X is there twice"


class TestPrivacy:
    @rule("ruling.private")
    def test_the_others_lists_are_unknown(self) -> None:
        settings = check_settings({"spells b": listed({**DAWN_SPELLS, "Kindling": 3})})
        seen = settings_seen_by(settings, 0)
        assert seen["deck a"] == "Dawn Choir"
        assert (seen["deck b"], seen["spells b"]) == ("?", "? 33")
        spectator = settings_seen_by(settings, None)
        assert [spectator[f"deck {seat}"] for seat in "ab"] == ["?", "?"]
        assert check_settings(seen) == seen

    @rule("ruling.private")
    def test_an_unknown_list_can_be_any(self) -> None:
        state = starting_state(check_settings({"deck b": "?", "spells b": "? 40"}))
        deck, spells = state.sides[1].deck, state.sides[1].spells
        assert (deck.left, spells.left) == (30, 40)
        assert set(deck.unseen.values()) == set(spells.unseen.values()) == {3}
        assert set(deck.unseen) | set(spells.unseen) == set(book().cards)

    @pytest.mark.parametrize(
        ("words", "message"),
        [({"deck a": "? 31"}, "exactly 30"), ({"spells a": "?29"}, "at least 30")],
    )
    def test_unknown_lists_have_a_size_too(self, words: dict[str, str], message: str) -> None:
        assert message in settings_refused(words).message

    def test_a_list_as_a_bag(self) -> None:
        assert read_list("deck a", "?", book()) == {UNKNOWN: 30}


class TestCards:
    @pytest.mark.parametrize("code", sorted(book().cards))
    def test_every_card_is_understood(self, code: str) -> None:
        card = book().cards[code]
        found = read_card(card.text, card.kind, card.name)
        assert found.problems == ()
        assert len(found.abilities) >= 1

    @pytest.mark.parametrize("name", READY)
    def test_the_ready_decks_are_legal(self, name: str) -> None:
        check_settings({"deck a": name, "spells a": name})

    def test_they_are_clearly_different(self) -> None:
        one, two = (read_list("deck a", name, book()) for name in READY)
        assert not set(one) & set(two)
        one, two = (read_list("spells a", name, book()) for name in READY)
        assert not set(one) & set(two)

    def test_weapons_are_among_them(self) -> None:
        for name in READY:
            cards = read_list("deck a", name, book())
            assert any(book().cards[code].kind == "weapon" for code in cards)
