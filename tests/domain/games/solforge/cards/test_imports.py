import json
from typing import Any

import pytest

from domain.contract.errors import GameError, Reason
from domain.games.solforge.cards.book import Card, Forgeborn, HalfDeck, Level, own_sets
from domain.games.solforge.cards.decks import check_settings, starting_state
from domain.games.solforge.cards.imports import (
    cards_from,
    cards_from_csv,
    clean,
    deck_from_json,
    rows_from_csv,
    splice,
)
from domain.games.solforge.sets.cardfile import one_line, read_set, write_set


def a_card(name: str, **changes: Any) -> dict[str, Any]:
    raw = {
        "id": name.lower().replace(" ", "-"),
        "name": name,
        "cardType": "Creature",
        "cardSubType": "Robot Warrior",
        "rarity": "CXX",
        "levels": {
            str(n): {"attack": n, "health": 2 * n, "text": f"<b>Deploy:</b> You gain {n}H."}
            for n in (1, 2, 3)
        },
    }
    return {**raw, **changes}


def a_deck(**changes: Any) -> dict[str, Any]:
    raw = {
        "id": "abc",
        "name": "The Tin Choir",
        "faction": "Alloyin",
        "forgebornId": "tin-bishop",
        "forgeborn": {
            "a2n": "Ring",
            "a2t": "You gain 1H.",
            "a3n": "Peal",
            "a3t": "You gain 2H.",
            "a4n": "Toll",
            "a4t": "You gain 3H.",
        },
        "cards": [a_card(f"Tin Singer {n}") for n in range(1, 11)],
    }
    return {**raw, **changes}


def without(raw: dict[str, Any], *fields: str) -> dict[str, Any]:
    return {name: value for name, value in raw.items() if name not in fields}


class TestDecks:
    def test_a_deck_has_its_cards_and_its_forgeborn(self) -> None:
        found = deck_from_json(json.dumps(a_deck()))
        assert found.decks == (
            HalfDeck(
                "The Tin Choir",
                "Alloyin",
                "Tin Bishop",
                tuple(f"Tin Singer {n}" for n in range(1, 11)),
            ),
        )
        assert found.forgeborn == (
            Forgeborn(
                "Tin Bishop",
                "Alloyin",
                {2: "You gain 1H.", 3: "You gain 2H.", 4: "You gain 3H."},
                {2: "Ring", 3: "Peal", 4: "Toll"},
            ),
        )
        assert found.cards[2] == Card(
            "Tin Singer 3",
            "creature",
            {n: Level(f"Deploy: You gain {n}H.", n, 2 * n) for n in (1, 2, 3)},
            "Alloyin",
            ("Robot", "Warrior"),
            rarity="CXX",
        )

    def test_an_imported_deck_can_be_played(self) -> None:
        found = deck_from_json(json.dumps(a_deck()))
        settings = check_settings(
            {
                "cards": one_line(found),
                "deck a": "the tin + Emberwild",
                "deck b": "Gravetide + Wild",
            }
        )
        side = starting_state(settings).sides[0]
        assert (side.forgeborn, side.unseen["tin-singer-4.1"]) == ("tin-bishop", 1)

    @pytest.mark.parametrize("field", ["cards", "cardList"])
    def test_cards_lie_under_several_names_and_in_several_shapes(self, field: str) -> None:
        raw = without(a_deck(), "cards")
        as_list = [a_card(f"Tin Singer {n}") for n in range(1, 11)]
        as_mapping = {card["id"]: card for card in as_list}
        want = deck_from_json(json.dumps(a_deck()))
        assert deck_from_json(json.dumps({**raw, field: as_list})) == want
        assert deck_from_json(json.dumps({**raw, field: as_mapping})) == want
        ids = [card["id"] for card in as_list]
        assert deck_from_json(json.dumps({**raw, "cardList": ids, "cards": as_mapping})) == want

    @pytest.mark.parametrize(
        "levels",
        [
            [{"attack": 2, "health": 3, "text": "2D"}, {"attack": 5, "health": 6}],
            [
                {"level": 1, "attack": "2", "health": "3", "text": "2D"},
                {"level": "2", "attack": 5, "health": 6},
            ],
            {
                "1": {"attack": "2", "health": 3.0, "text": "<b>2D</b>"},
                "2": {"attack": 5, "health": 6, "text": None},
                "3": None,
            },
        ],
    )
    def test_levels_are_lists_or_mappings_and_numbers_may_be_text(self, levels: Any) -> None:
        cards = [*a_deck()["cards"][:9], a_card("Odd One", levels=levels)]
        found = deck_from_json(json.dumps(a_deck(cards=cards)))
        assert found.cards[-1].levels == {1: Level("2D", 2, 3), 2: Level("", 5, 6)}

    def test_title_stands_for_name_and_cards_for_the_faction(self) -> None:
        cards = [
            {**without(a_card(f"Tin Singer {n}", faction="alloyin"), "name"), "title": f"T {n}"}
            for n in range(1, 11)
        ]
        raw = without(a_deck(cards=cards), "faction")
        found = deck_from_json(json.dumps(raw))
        assert found.decks[0].faction == "Alloyin"
        assert found.cards[0].name == "T 1"

    def test_exalts_spells_and_minions_are_told_apart(self) -> None:
        cards = [
            *a_deck()["cards"],
            a_card("Tin Hymn", cardType="Spell", cardSubType=""),
            a_card("Tin Altar", cardType="Spell", cardSubType="Exalt"),
            a_card("Tin Mouse", cardType="Minion", cardSubType="Robot"),
        ]
        found = {c.name: c for c in deck_from_json(json.dumps(a_deck(cards=cards))).cards}
        assert (found["Tin Hymn"].kind, found["Tin Altar"].kind) == ("spell", "exalt")
        assert found["Tin Altar"].types == ()
        assert (found["Tin Mouse"].kind, found["Tin Mouse"].minion) == ("creature", True)

    def test_a_solbind_card_comes_with_the_deck_and_is_not_one_of_the_ten(self) -> None:
        caller = a_card("Tin Singer 1", solbindId1="old-bell", solbindId2="great-bell")
        level = {"attack": 3, "health": 3, "text": ""}
        cards = [
            a_card("Great Bell", levels={"3": level}),
            caller,
            *a_deck()["cards"][1:],
            a_card("Old Bell", levels={"2": level}),
        ]
        found = deck_from_json(json.dumps(a_deck(cards=cards)))
        assert found.decks[0].cards == tuple(f"Tin Singer {n}" for n in range(1, 11))
        assert found.decks[0].solbind == ("Old Bell",)
        by_name = {card.name: card for card in found.cards}
        assert (by_name["Old Bell"].solbind, by_name["Great Bell"].solbind) == (
            "Great Bell",
            "Old Bell",
        )
        settings = check_settings({"cards": one_line(found), "deck a": "the tin + ember"})
        assert starting_state(settings).sides[0].upgrades["old-bell.2"] == 1

    def test_a_fused_deck_is_two_halves(self) -> None:
        other = a_deck(
            name="Ash Choir",
            faction="Nekrium",
            forgebornId="ash-bishop",
            cards=[a_card(f"Ash Singer {n}") for n in range(1, 11)],
        )
        found = deck_from_json(json.dumps({"name": "Both", "myDecks": [a_deck(), other]}))
        assert [deck.name for deck in found.decks] == ["The Tin Choir", "Ash Choir"]
        assert len(found.cards) == 20
        assert [born.faction for born in found.forgeborn] == ["Alloyin", "Nekrium"]

    @pytest.mark.parametrize(
        ("raw", "said"),
        [
            (without(a_deck(), "cards"), "The Tin Choir: cards"),
            (without(a_deck(), "name", "id"), "the deck: name is missing"),
            (without(a_deck(), "faction"), "The Tin Choir: faction is missing"),
            (without(a_deck(), "forgeborn"), "The Tin Choir: forgeborn is missing"),
            (a_deck(forgeborn={"a2t": "x", "a3t": "y"}), "forgeborn Tin Bishop: a4t is missing"),
            (a_deck(cards=[without(a_card("X"), "levels")]), "The Tin Choir: X: levels is missing"),
            (a_deck(cards=[without(a_card("X"), "name")]), "a card: name is missing"),
            (a_deck(cards=[a_card("X", cardType="Vehicle")]), "X: 'Vehicle' is no type of card"),
            (a_deck(cards=[without(a_card("X"), "cardType")]), "X: cardType is missing"),
            (
                a_deck(cards=[a_card("X", levels={"1": {"attack": "many"}})]),
                "X, level 1: attack: 'many' is no number",
            ),
            (a_deck(cards=[a_card("X", levels={"1": 5})]), "X, level 1: an object was expected"),
            (a_deck(cards=[a_card("X", levels={"one": {}})]), "X: level: 'one' is no number"),
            (a_deck(cards=[a_card("X", levels={"7": {"attack": 1}})]), "X: 7 is no level"),
            ({"myDecks": [a_deck(), 3]}, "deck 2: an object was expected"),
            ({"myDecks": []}, "no deck"),
        ],
    )
    def test_a_missing_part_is_named_with_its_place(self, raw: Any, said: str) -> None:
        with pytest.raises(GameError) as caught:
            deck_from_json(json.dumps(raw))
        assert said in str(caught.value)
        assert caught.value.reason in (Reason.UNREADABLE, Reason.BAD_SETTING)

    def test_what_is_no_json_is_refused(self) -> None:
        with pytest.raises(GameError, match="no JSON"):
            deck_from_json("{")


HEAD = "id,Name,faction,rarity,cardType,cardSubType,spliced,solbind"
LEVELS = ",".join(f"{n}attack,{n}health,{n}text" for n in (1, 2, 3))
CSV = f"""{HEAD},{LEVELS}
tin-cat,Tin Cat,Alloyin,CCC,Creature,Robot Beast,TRUE,,2,3,"<b>Stealth</b> <br> <br> 2D",4,5,,6,7,
padded,Padded,Alloyin/Ulterra,CXX,Modifier,,TRUE,,1,-2,1D,2,0,3D,3,0,
tin-hymn,Hymn,Ulterra,XXX,Spell,,FALSE,"bell-two,bell-one",,,You gain 2H.,,,You gain 4H.,,,You gain 6H.
bell-one,Bell One,Uterra,XSX,Spell,Exalt,FALSE,,,,,,,"When you gain H, <b>Transform</b> this.",,,
bell-two,The Second Bell,Uterra,XXS,Creature,Plant,FALSE,,,,,,,,5,6,
c3-ring,C3 - Ring,Tempys,XXX,forgeborn-ability,,FALSE,,,,,,,Deal 2 damage to a creature.,,,
"""


class TestCsv:
    def test_rows_become_cards(self) -> None:
        found = {card.name: card for card in cards_from_csv(CSV).cards}
        assert found["Tin Cat"] == Card(
            "Tin Cat",
            "creature",
            {1: Level("Stealth\n2D", 2, 3), 2: Level("", 4, 5), 3: Level("", 6, 7)},
            "Alloyin",
            ("Robot", "Beast"),
            rarity="CCC",
        )
        assert (found["Padded"].kind, found["Padded"].faction) == ("modifier", "")
        assert (found["Hymn"].kind, found["Hymn"].faction) == ("spell", "Uterra")
        assert (found["Bell One"].kind, list(found["Bell One"].levels)) == ("exalt", [2])
        assert found["Bell One"].solbind == "The Second Bell"
        assert found["The Second Bell"].solbind == "Bell One"
        assert list(found["The Second Bell"].levels) == [3]

    def test_an_ability_of_a_forgeborn_has_the_level_of_its_name(self) -> None:
        assert cards_from_csv(CSV).forgeborn == (
            Forgeborn("C3 - Ring", "Tempys", {3: "Deal 2 damage to a creature."}),
        )

    def test_levels_may_be_missing(self) -> None:
        short = "Name,cardType,1text\nTin Hymn,Spell,You gain 2H.\nTin Rat,Creature,\n"
        assert [row.levels for row in rows_from_csv(short)] == [
            {1: Level("You gain 2H.")},
            {1: Level(), 2: Level(), 3: Level()},
        ]

    @pytest.mark.parametrize("delimiter", [";", "\t"])
    def test_other_separators_and_a_byte_order_mark(self, delimiter: str) -> None:
        text = "\ufeffName,cardType,1attack\nTin Rat,Creature,4\n".replace(",", delimiter)
        assert rows_from_csv(text)[0].levels == {1: Level("", 4, 0)}

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("", "empty"),
            ("Name,1text\nX,y\n", "no column 'cardtype'"),
            ("a,b\n1,2\n", "no column 'name'"),
            ("Name,cardType\n,Creature\n", "line 2: Name is missing"),
            ("Name,cardType\nX,Boat\n", "line 2: X: 'boat' is no type of card"),
            (
                "Name,cardType,1attack\nX,Creature,1\nY,Creature,lots\n",
                "line 3: Y, level 1: attack: 'lots'",
            ),
            ("Name,cardType\nX,Creature\nx,Creature\n", "X is there 2 times"),
        ],
    )
    def test_a_bad_csv_names_the_line(self, text: str, said: str) -> None:
        with pytest.raises(GameError) as caught:
            cards_from_csv(text)
        assert said in str(caught.value)


class TestSplices:
    def test_numbers_are_added_and_both_abilities_kept(self) -> None:
        found = {card.name: card for card in cards_from_csv(CSV).cards}
        assert splice(found["Padded"], found["Tin Cat"]) == Card(
            "Padded Tin Cat",
            "creature",
            {1: Level("1D\nStealth\n2D", 3, 1), 2: Level("3D", 6, 5), 3: Level("", 9, 7)},
            "Alloyin",
            ("Robot", "Beast"),
            rarity="CCC",
        )

    def test_only_a_creature_can_be_the_base(self) -> None:
        found = {card.name: card for card in cards_from_csv(CSV).cards}
        with pytest.raises(GameError, match="Hymn is no creature"):
            splice(found["Padded"], found["Hymn"])


class TestAnyFile:
    def test_the_content_tells_the_kind_of_file(self) -> None:
        ours = own_sets()[1]
        assert cards_from(write_set(ours, "to be tried")) == ours
        assert cards_from(one_line(ours)) == ours
        assert cards_from(json.dumps(a_deck())) == deck_from_json(json.dumps(a_deck()))
        assert cards_from(CSV) == cards_from_csv(CSV)
        mapped = a_deck(cards={str(n): a_card(f"Tin Singer {n}") for n in range(1, 11)})
        assert len(cards_from(json.dumps(mapped)).cards) == 10

    @pytest.mark.parametrize("text", ["", "  \n", "[", "[]", "nothing", '{"cards": 7}'])
    def test_what_is_no_card_file_is_refused(self, text: str) -> None:
        with pytest.raises(GameError):
            cards_from(text)

    def test_a_set_survives_a_file_and_a_line(self) -> None:
        for found in own_sets():
            assert read_set(write_set(found)) == found
            assert read_set(one_line(found)) == found
        imported = deck_from_json(json.dumps(a_deck()))
        assert read_set(write_set(imported)) == imported

    def test_a_line_is_the_same_however_the_file_was_ordered(self) -> None:
        text = (
            '{"cards": [{"kind": "spell", "name": "X", "levels": {"2": {}, "1": {"text": "y"}}}]}'
        )
        other = (
            '{"cards": [{"name": "X", "levels": {"1": {"text": "y"}, "2": {}}, "kind": "spell"}]}'
        )
        assert one_line(read_set(text)) == one_line(read_set(other))
        assert "\n" not in one_line(read_set(text))


def test_markup_goes_and_paragraphs_are_lines() -> None:
    raw = '<b>Slay:</b>  Do.<br/> <br> &amp; <i>x</i>\n\n\nâ€¢ a \\"b\\"'
    assert clean(raw) == 'Slay: Do.\n& x\n• a "b"'
    assert clean("a 3 < 4 > 2") == "a 3 < 4 > 2"
