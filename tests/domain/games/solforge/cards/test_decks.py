import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.contract.errors import GameError, Reason
from domain.formats.tape import read_tapes
from domain.games.solforge.cards.book import (
    Card,
    CardSet,
    Forgeborn,
    HalfDeck,
    Level,
    book,
    own_sets,
)
from domain.games.solforge.cards.decks import check_settings, set_of, starting_state
from domain.games.solforge.game import SOLFORGE
from domain.games.solforge.sets.cardfile import one_line
from domain.store.recorder import Recorder
from replays.audit.audit import audit_match

TEN = (
    "Brass Sentry; Gearwright; Foundry Marshal; Salvage Titan; Clockwork Courier; "
    "Platewright; Plating Protocol; Twin Assembly; Drone Relay; Rivet Hound"
)


def level(attack: int = 1, health: int = 1, text: str = "") -> dict[int, Level]:
    return {n: Level(text, attack * n, health * n) for n in (1, 2, 3)}


def own_half(**changes: object) -> CardSet:
    """A half-deck of ten cards that are in no other set."""
    cards = tuple(Card(f"Test Robot {n}", "creature", level(), "Alloyin") for n in range(1, 11))
    deck = HalfDeck("Testers", "Alloyin", "Testing Bird", tuple(card.name for card in cards))
    born = Forgeborn("Testing Bird", "Alloyin", {2: "", 3: "", 4: ""})
    whole = CardSet(cards, (born,), (deck,))
    return msgspec.structs.replace(whole, **changes)


def with_cards(found: CardSet, **settings: str) -> dict[str, str]:
    return {
        "cards": one_line(found),
        **{name.replace("_", " "): value for name, value in settings.items()},
    }


def test_settings_that_say_nothing_are_completed() -> None:
    settings = check_settings({})
    assert settings["edition"] == "whitefang"
    assert settings["deck a"].count(" + ") == settings["deck b"].count(" + ") == 1
    assert set(settings) == {"edition", "deck a", "deck b", "forgeborn a", "forgeborn b", "set"}
    assert settings["deck a"] != settings["deck b"]


@pytest.mark.parametrize(
    "words",
    [
        {},
        {"edition": "EARLY", "start": "b"},
        {"deck a": "grid + wild", "deck_b": "PALEBORN+stormpeak", "Forgeborn-A": "old"},
        {"deck a": f"{TEN} + Gravetide", "forgeborn a": "cass"},
        {"deck b": f"gravetide + {TEN.upper()}"},
        {**with_cards(own_half()), "deck a": "testers + Emberwild"},
    ],
)
def test_checked_settings_stay_as_they_are(words: Mapping[str, str]) -> None:
    settings = check_settings(words)
    assert check_settings(settings) == settings


def test_names_are_forgiving_and_come_out_canonical() -> None:
    settings = check_settings(
        {
            "Deck A": "  GRIDLOCK +   ember ",
            "deck_b": "pale+greenhollow",
            "Edition": "Early",
            "start": "b",
        }
    )
    assert settings == {
        "edition": "early",
        "deck a": "Gridlock + Emberwild",
        "forgeborn a": "Cassian Plate",
        "deck b": "Paleborn + Greenhollow",
        "forgeborn b": "Vorn the Unlit",
        "start": "B",
        "set": set_of(settings),
    }


class TestTheSetOfCards:
    def test_it_is_the_same_whatever_the_order_of_settings(self) -> None:
        settings = check_settings({"deck a": "Brasswork + Emberwild"})
        assert re.fullmatch("[0-9a-f]{8}", settings["set"])
        assert check_settings(dict(reversed(settings.items()))) == settings

    def test_other_decks_have_another(self) -> None:
        other = check_settings({"deck a": "Gridlock + Emberwild"})
        assert other["set"] != check_settings({})["set"]

    @pytest.mark.parametrize(
        "change",
        [
            {"attack": 9},
            {"health": 9},
            {"text": "Aggressive"},
        ],
    )
    def test_a_number_or_word_that_changes_changes_it(self, change: dict[str, Any]) -> None:
        mine = own_half()
        (first, *rest) = mine.cards
        levels = {**first.levels, 1: msgspec.structs.replace(first.levels[1], **change)}
        changed = msgspec.structs.replace(
            mine, cards=(msgspec.structs.replace(first, levels=levels), *rest)
        )
        one, two = (
            check_settings(with_cards(cards, deck_a="Testers + Emberwild"))
            for cards in (mine, changed)
        )
        assert one["set"] != two["set"]

    def test_a_card_that_is_in_no_deck_changes_nothing(self) -> None:
        mine = own_half()
        more = Card("Bystander", "creature", {1: Level("", 1, 1)}, "Tempys")
        wider = msgspec.structs.replace(mine, cards=(*mine.cards, more))
        one, two = (
            check_settings(with_cards(cards, deck_a="Testers + Emberwild"))
            for cards in (mine, wider)
        )
        assert one["set"] == two["set"]

    def test_a_minion_that_a_card_names_counts(self) -> None:
        def settings(attack: int) -> dict[str, str]:
            mine = own_half()
            (first, *rest) = mine.cards
            caller = Level("Deploy: Play a Gnat.", 1, 1)
            first = msgspec.structs.replace(first, levels={**first.levels, 1: caller})
            gnat = Card("Gnat", "creature", {1: Level("", attack, 1)}, minion=True)
            found = msgspec.structs.replace(mine, cards=(first, *rest, gnat))
            return check_settings(with_cards(found, deck_a="Testers + Emberwild"))

        assert settings(1)["set"] != settings(2)["set"]

    def test_another_one_that_is_given_is_kept_and_told(self) -> None:
        settings = check_settings({"set": "0123ABCD"})
        assert settings["set"] == "0123abcd"
        assert check_settings(settings) == settings
        here = check_settings({})["set"]
        words = f"recorded with other cards (set 0123abcd, here {here})"
        assert SOLFORGE.remark(settings) == words
        assert SOLFORGE.remark(check_settings({})) == ""

    def test_a_tape_that_fails_says_so(self) -> None:
        tape = "game: solforge\nset: 0123abcd\n\nforge A\n1 A no-such-card 3\n"
        (found,) = read_tapes(tape)
        assert isinstance(found, GameError)
        assert "no card here is called 'no-such-card'; recorded with other cards (set 0123" in str(
            found
        )
        (found,) = read_tapes(tape.replace("set: 0123abcd\n", ""))
        assert "recorded with" not in str(found)

    def test_the_audit_notes_it(self, tmp_path: Path) -> None:
        recorder = Recorder(tmp_path / "s.sqlite", durable=False)
        recorder.new_match(SOLFORGE, {"set": "0123abcd"}, ("A", "B"), match_id="old")
        recorder.new_match(SOLFORGE, {}, ("A", "B"), match_id="new")
        old, new = (audit_match(recorder.chain, name) for name in ("old", "new"))
        recorder.close()
        assert old.ok and new.ok
        assert any("recorded with other cards (set 0123abcd" in note for note in old.notes)
        assert not any("other cards" in note for note in new.notes)

    def test_no_digest(self) -> None:
        with pytest.raises(GameError, match="is no digest of cards"):
            check_settings({"set": "today"})


def test_ten_cards_by_name_are_a_half() -> None:
    settings = check_settings({"deck a": f"{TEN.lower()} + Emberwild", "forgeborn a": "cassian"})
    assert settings["deck a"] == f"{TEN} + Emberwild"
    assert settings["forgeborn a"] == "Cassian Plate"


def test_the_default_forgeborn_is_the_first_halfs() -> None:
    one = check_settings({"deck a": "Emberwild + Brasswork"})
    two = check_settings({"deck a": "Brasswork + Emberwild"})
    assert one["forgeborn a"] == "Kaya Stormbrow"
    assert two["forgeborn a"] == "Oriel the Assembler"
    assert check_settings({**two, "forgeborn a": "kaya"})["forgeborn a"] == "Kaya Stormbrow"


@pytest.mark.parametrize(
    ("words", "said", "legal"),
    [
        ({"edition": "first"}, "edition: 'first'", "early"),
        ({"start": "C"}, "start: 'C'", "B"),
        ({"colour": "red"}, "no setting 'colour'", "edition"),
        ({"deck a": "Brasswork"}, "deck a: 'Brasswork' is not two", ""),
        ({"deck a": ""}, "deck a: '' is not two", ""),
        ({"deck a": "Brasswork + Emberwild + Gravetide"}, "is not two half-decks", ""),
        ({"deck a": "Brasswerk + Emberwild"}, "deck a: no half-deck 'Brasswerk'", "Brasswork"),
        ({"deck b": "Brasswork + g"}, "deck b: no half-deck 'g'", "Gravetide"),
        ({"deck a": "Brasswork + Gridlock"}, "both of Alloyin", "Emberwild"),
        ({"deck a": "Brass Sentry + Emberwild"}, "'Brass Sentry' is a card", ""),
        (
            {"deck a": f"{TEN.replace('Gearwright', 'Gearwrong')} + Emberwild"},
            "'Gearwrong'",
            "Gearwright",
        ),
        ({"deck a": f"{TEN}; Null Warden + Emberwild"}, "11 cards", ""),
        ({"deck a": "Gearwright; Brass Sentry + Emberwild"}, "2 cards", ""),
        (
            {"deck a": f"{TEN.replace('Gearwright', 'brass sentry')} + Emberwild"},
            "Brass Sentry is there 2",
            "",
        ),
        (
            {"deck a": f"{TEN.replace('Gearwright', 'Crypt Hound')} + Emberwild"},
            "one faction, these of Alloyin and Nekrium",
            "",
        ),
        ({"deck a": f"{TEN.replace('Gearwright', 'Gizmo')} + Emberwild"}, "Gizmo is a Minion", ""),
        (
            {"deck a": f"{TEN.replace('Gearwright', 'Loom of Brass')} + Emberwild"},
            "Loom of Brass is a Solbind card",
            "",
        ),
        (
            {"deck a": "Brasswork + Emberwild", "forgeborn a": "Mother Ilse"},
            "forgeborn a: 'Mother Ilse'",
            "Kaya Stormbrow",
        ),
        ({"deck_a": "Brasswork + Emberwild", "deck a": "Brasswork + Emberwild"}, "twice", ""),
        ({"cards": "{"}, "cards", ""),
        ({"cards": "[]"}, "cards", "forgeborn"),
    ],
)
def test_wrong_settings_are_named(words: dict[str, str], said: str, legal: str) -> None:
    with pytest.raises(GameError, match=re.escape(said)) as caught:
        check_settings(words)
    assert caught.value.reason is Reason.BAD_SETTING
    if legal:
        assert legal in caught.value.legal


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (own_half(forgeborn=()), "Testers: no Forgeborn 'Testing Bird'"),
        (
            own_half(
                decks=(HalfDeck("Testers", "Alloyin", "Kaya Stormbrow", own_half().decks[0].cards),)
            ),
            "Kaya Stormbrow is of Tempys",
        ),
        (
            own_half(decks=(HalfDeck("Testers", "Alloyin", "Testing Bird", ("Test Robot 1",)),)),
            "Testers: 1 cards",
        ),
        (
            own_half(
                decks=(
                    HalfDeck(
                        "Testers",
                        "Alloyin",
                        "Testing Bird",
                        ("Sever", *own_half().decks[0].cards[1:]),
                    ),
                )
            ),
            "Sever is of Nekrium",
        ),
        (
            own_half(
                decks=(
                    HalfDeck(
                        "Testers", "Alloyin", "Testing Bird", own_half().decks[0].cards, ("Sever",)
                    ),
                )
            ),
            "Sever is no Solbind card",
        ),
        (
            own_half(
                cards=(Card("Test Robot 1", "modifier", level(), "Alloyin"), *own_half().cards[1:])
            ),
            "half a card",
        ),
        (
            own_half(
                cards=(
                    Card("Test Robot 1", "creature", {2: Level()}, "Alloyin"),
                    *own_half().cards[1:],
                )
            ),
            "has no level 1",
        ),
    ],
)
def test_decks_of_the_setting_cards_are_checked_like_any(found: CardSet, said: str) -> None:
    with pytest.raises(GameError, match=re.escape(said)) as caught:
        check_settings(with_cards(found, deck_a="Testers + Emberwild"))
    assert caught.value.reason is Reason.BAD_SETTING


def test_the_state_holds_what_the_settings_say() -> None:
    settings = check_settings(
        {
            "edition": "early",
            "deck a": "Brasswork + Emberwild",
            "deck b": "Paleborn + Greenhollow",
            "forgeborn b": "sylla",
        }
    )
    state = starting_state(settings)
    assert (state.edition, state.cards, state.turn, state.forge, state.start) == (
        "early",
        "",
        0,
        -1,
        -1,
    )
    for side in state.sides:
        assert (side.health, side.deck, side.level, side.ready) == (50, 20, 1, True)
        assert sum(side.unseen.values()) == 20
        assert all(code.endswith(".1") for code in side.unseen)
        levels = [code.rpartition(".")[2] for code in side.upgrades]
        assert levels.count("2") >= 20
        assert levels.count("3") >= 20
        assert (side.hand.count, side.discard.count, side.banished, side.top) == (0, 0, {}, [])
    a, b = state.sides
    assert (a.forgeborn, a.other_forgeborn, a.halves) == (
        "oriel-the-assembler",
        "kaya-stormbrow",
        ("Alloyin", "Tempys"),
    )
    assert (b.forgeborn, b.other_forgeborn) == ("sylla-greenheart", "vorn-the-unlit")
    assert {"loom-of-brass.2", "thunderhead.2"} <= set(a.upgrades)
    assert not {"loom-of-gold.3", "storm-incarnate.3"} & set(a.upgrades)
    assert not any(code.startswith(("loom", "thunder")) for code in b.upgrades)
    assert len(a.upgrades) == 42


def test_every_code_of_a_state_is_in_the_book() -> None:
    settings = check_settings(with_cards(own_half(), deck_a="Testers + Emberwild", start="B"))
    state = starting_state(settings)
    known = book(state.cards)
    assert (state.start, state.forge) == (1, 1)
    assert "test-robot-7.1" in state.sides[0].unseen
    assert "test-robot-7.3" in state.sides[0].upgrades
    for side in state.sides:
        assert {*side.unseen, *side.upgrades} <= set(known.faces)
        assert {side.forgeborn, side.other_forgeborn} <= set(known.forgeborn)


def test_a_half_by_names_brings_the_solbind_cards_its_words_name() -> None:
    ten = TEN.replace("Gearwright", "Tessa Vane, Loom Keeper")
    state = starting_state(check_settings({"deck a": f"{ten} + Emberwild"}))
    assert "loom-of-brass.2" in state.sides[0].upgrades
    plain = starting_state(check_settings({"deck a": f"{TEN} + Stormpeak"}))
    assert len(plain.sides[0].upgrades) == 40


def test_two_states_share_nothing() -> None:
    settings = check_settings({})
    one, two = starting_state(settings), starting_state(settings)
    one.sides[0].unseen.clear()
    one.sides[0].hand.add("gizmo.1", shown=True)
    assert sum(two.sides[0].unseen.values()) == 20
    assert two.sides[0].hand.count == 0


@pytest.mark.parametrize("deck", [deck for found in own_sets() for deck in found.decks])
def test_every_ready_deck_can_be_played(deck: HalfDeck) -> None:
    other = next(d for found in own_sets() for d in found.decks if d.faction != deck.faction)
    settings = check_settings({"deck a": f"{deck.name} + {other.name}"})
    assert settings["forgeborn a"] == deck.forgeborn
    fronts = {f"{book().cards[name.lower().replace(' ', '-')].slug}" for name in deck.solbind}
    upgrades = starting_state(settings).sides[0].upgrades
    assert fronts <= {code.rpartition(".")[0] for code in upgrades}
