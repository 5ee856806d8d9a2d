import json
import re
from pathlib import Path

import pytest

from domain.contract.errors import GameError
from domain.games.solforge.cards.book import Card, CardSet, Forgeborn, Level, own_sets
from domain.games.solforge.coverage import (
    Count,
    check_set,
    measure,
    sentences_in,
    shape_of,
)
from domain.games.solforge.language import read_card
from domain.games.solforge.sets.cardfile import write_set

ROOT = Path(__file__).parent.parent.parent.parent.parent

HEAD = "Name,faction,cardType,cardSubType,1attack,1health,1text,2attack,2health,2text\n"
CSV = HEAD + (
    'Tin Cat,Alloyin,Creature,Beast,2,3,"<b>Deploy:</b> You gain 2H.",4,5,"Stealth\n\n2D"\n'
    "Tin Rat,Alloyin,Creature,Beast,1,1,You gain 2H. Whistle 3 songs to Old Mara.,2,2,\n"
    "Tin Bat,Alloyin,Creature,Beast,1,1,Whistle 5 songs to Young Tom.,2,2,Juggle.\n"
    "Padded,Alloyin,Modifier,,1,1,When this is destroyed you gain 2H.,,,\n"
    "Hymn,Tempys,Spell,,,,Deal 2 damage to a creature.,,,\n"
)


class TestMeasure:
    def test_cards_and_sentences_are_counted(self) -> None:
        found = measure(CSV)
        assert found.cards == Count(3, 5)
        assert found.sentences == Count(6, 9)
        assert found.cards.share == "60.0%"

    def test_every_sentence_that_is_not_understood_is_listed_with_its_place(self) -> None:
        found = measure(CSV).as_data()
        assert set(found) == {"cards", "sentences", "unknown"}
        assert found["cards"] == {"understood": 3, "total": 5}
        assert found["sentences"] == {"understood": 6, "total": 9}
        rat = found["unknown"][0]
        assert set(rat) == {"card", "level", "text", "column"}
        assert (rat["card"], rat["level"]) == ("Tin Rat", 1)
        assert rat["text"] == "You gain 2H. Whistle 3 songs to Old Mara."
        assert len("You gain 2H.") < rat["column"] <= len(rat["text"])
        assert [(one["card"], one["level"]) for one in found["unknown"]] == [
            ("Tin Rat", 1),
            ("Tin Bat", 1),
            ("Tin Bat", 2),
        ]
        assert json.loads(json.dumps(found)) == found

    def test_shapes_are_alike_but_for_numbers_and_names_the_most_frequent_first(self) -> None:
        shapes = measure(CSV).shapes()
        assert [(shape.words, shape.count) for shape in shapes] == [
            ("Whistle # songs to Name.", 2),
            ("Juggle.", 1),
        ]
        assert shapes[0].example == "Tin Rat, level 1: Whistle 3 songs to Old Mara."

    def test_other_card_files_are_measured_too(self) -> None:
        for found in own_sets():
            measured = measure(write_set(found))
            assert measured.cards.total == len(found.cards) + len(found.forgeborn)
            assert measured.cards.understood == measured.cards.total
            assert measured.unknown == ()

    def test_a_file_without_words_is_understood(self) -> None:
        found = measure("Name,cardType\nTin Rat,Creature\n")
        assert (found.cards, found.sentences) == (Count(1, 1), Count(0, 0))
        assert found.sentences.share == "nothing to read"

    def test_a_bad_file_is_refused(self) -> None:
        with pytest.raises(GameError, match="cardtype"):
            measure("Name\nX\n")


class TestCheck:
    def checked(self, text: str, **more: str) -> list[str]:
        card = Card("Tin Rat", "creature", {1: Level("Stealth"), 2: Level(text)})
        return [str(problem) for problem in check_set(CardSet((card,))).problems]

    def test_a_problem_names_card_level_column_and_the_nearest_form(self) -> None:
        (said,) = self.checked("Deploy: You gain 2H.\nDeploy: Give this plus two attacks.")
        assert said.startswith("Tin Rat, level 2, column ")
        assert "'Give this plus two attacks.' is not understood from 'plus two attacks.' on" in said
        place = check_set(
            CardSet((Card("X", "creature", {1: Level("Stealth\nDeploy: Dance.")}),))
        ).problems[0]
        assert place.text == "Deploy: Dance."
        assert place.text[place.column - 1 :] == "Dance."

    def test_an_unfinished_sentence_is_told_from_a_wrong_one(self) -> None:
        (said,) = self.checked("Deploy: Give this")
        assert "something is missing at its end" in said

    def test_forgeborn_are_read_too(self) -> None:
        born = Forgeborn("Bird", "Alloyin", {2: "You gain 2H.", 3: "Sing.", 4: "You gain 1H."})
        found = check_set(CardSet(forgeborn=(born,)))
        assert [(p.card, p.level) for p in found.problems] == [("Bird", 3)]
        assert found.summary == "0 of 1 cards understood, 2 of 3 sentences"

    def test_names_of_cards_that_nowhere_are_are_told(self) -> None:
        cards = (
            Card("One", "spell", {1: Level("Play Tin Tower."), 2: Level("Play a Gizmo Minion.")}),
            Card("Two", "spell", {1: Level("Play Old Tower.")}),
            Card("Old Tower", "exalt", {2: Level()}, solbind="New Tower"),
        )
        found = check_set(CardSet(cards))
        assert found.problems == ()
        assert len(found.missing) == 1
        assert found.missing[0].startswith("One, level 1: there is no card 'Tin Tower'")
        assert found.as_data()["missing"] == list(found.missing)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        ("Stealth", 1),
        ("Stealth\n2D", 2),
        ("Give a creature +2A. This turn, it gets 4D.", 2),
        ('Your creatures get "When this is destroyed, draw a card. You gain 1H." this turn.', 1),
        ("Choose one:\n• Draw a card.\n• You gain 2H.", 3),
        ("Choose one: • Draw a card. • You gain 2H.", 3),
        ("Destroy a [l1] creature.", 1),
    ],
)
def test_sentences_are_counted_as_people_would(text: str, count: int) -> None:
    assert sentences_in(text) == count


@pytest.mark.parametrize(
    ("sentence", "shape"),
    [
        ("Give Tin Rat +12A,+3H.", "Give Name +#A,+#H."),
        ("Play a card with Rush of Embers.", "Play a card with Name."),
        ("Give your Robots Aggressive.", "Give your Name Aggressive."),
    ],
)
def test_a_shape_keeps_the_words_of_the_game(sentence: str, shape: str) -> None:
    assert shape_of(sentence, "Tin Rat") == shape


def examples() -> list[str]:
    """The examples of the language in the document for authors."""
    text = (ROOT / "docs/solforge-cards.md").read_text(encoding="utf-8")
    language = text[text.index("## The words that are understood") :]
    rows = [line.split("|", 2)[2] for line in language.splitlines() if line.startswith("|")]
    return [words for row in rows for words in re.findall(r"`([^`]+)`", row)]


def test_there_are_examples_of_everything() -> None:
    assert len(examples()) > 120


@pytest.mark.parametrize("words", examples())
def test_every_example_of_the_document_is_understood(words: str) -> None:
    """As words of a permanent card, or of a spell."""
    kinds = ("creature", "exalt", "spell", "forgeborn")
    found = [read_card(words, kind, "Some Card") for kind in kinds]
    assert any(read.abilities and not read.problems for read in found)
