import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner, Result

from cli.app import app
from cli.record import commands
from domain.games.solforge.cards.book import own_sets
from domain.games.solforge.cards.decks import check_settings
from domain.games.solforge.sets.cardfile import read_set, write_set

Ludograph = Callable[..., Result]


@pytest.fixture(scope="module")
def program() -> typer.Typer:
    return app


@pytest.fixture
def ludograph(program: typer.Typer, tmp_path: Path) -> Ludograph:
    def run(*words: str, code: int = 0) -> Result:
        environment = {"LUDOGRAPH_STORE": str(tmp_path / "store.sqlite"), "COLUMNS": "200"}
        result = CliRunner().invoke(program, list(words), env=environment)
        assert result.exception is None or isinstance(result.exception, SystemExit), (
            result.exception
        )
        assert result.exit_code == code, result.output
        assert "Traceback" not in result.output
        assert "a fault of the program" not in result.output
        return result

    return run


def refused(result: Result, *words: str) -> None:
    """One line says what is wrong."""
    assert len(result.stderr.strip().splitlines()) == 1
    for word in words:
        assert word in result.stderr


def level(attack: int, health: int, text: str) -> dict[str, Any]:
    return {"attack": attack, "health": health, "text": text}


def service_deck(name: str = "The Tin Choir", faction: str = "Alloyin") -> dict[str, Any]:
    first = name.split()[-2]
    return {
        "name": name,
        "faction": faction,
        "forgebornId": f"{first}-bishop",
        "forgeborn": {
            "a2t": "You gain 1H.",
            "a3t": "You gain 2H.",
            "a4t": "You gain 3H.",
            "a2n": "Ring",
        },
        "cards": [
            {
                "name": f"{first} Singer {n}",
                "cardType": "Creature",
                "cardSubType": "Robot",
                "levels": {str(k): level(k, k, "<b>Deploy:</b> You gain 2H.") for k in (1, 2, 3)},
            }
            for n in range(1, 11)
        ],
    }


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, Any], str]:
    def writer(name: str, content: Any) -> str:
        path = tmp_path / name
        path.write_text(content if isinstance(content, str) else json.dumps(content))
        return str(path)

    return writer


Write = Callable[[str, Any], str]


class TestLooking:
    def test_list_shows_every_card_and_counts_them(self, ludograph: Ludograph) -> None:
        total = sum(len(found.cards) for found in own_sets())
        shown = ludograph("cards", "list").output
        assert f"{total} cards" in shown
        assert "Brass Sentry" in shown
        assert "Crypt Hound" in shown

    def test_list_keeps_to_a_faction_and_a_kind(self, ludograph: Ludograph) -> None:
        shown = ludograph("cards", "list", "--faction", "nek", "--kind", "exalt").output
        assert "Charnel Pit" in shown
        assert "Crypt Hound" not in shown
        assert "Bastion Field" not in shown
        data = json.loads(ludograph("cards", "list", "--faction", "Tempys", "--json").output)
        assert {card["faction"] for card in data} == {"Tempys"}
        whelp = next(card for card in data if card["name"] == "Cinder Whelp")
        assert whelp["levels"]["1"] == {"attack": 5, "health": 3, "text": "Aggressive"}

    def test_list_refuses_what_there_is_not(self, ludograph: Ludograph) -> None:
        refused(ludograph("cards", "list", "--faction", "blue", code=2), "'blue'", "Uterra")
        refused(ludograph("cards", "list", "--kind", "boat", code=2), "'boat'", "exalt")

    def test_decks_can_be_typed_as_they_are_shown(self, ludograph: Ludograph) -> None:
        data = json.loads(ludograph("cards", "decks", "--json").output)
        assert len(data) >= 8
        for one in data:
            other = next(d for d in data if d["faction"] != one["faction"])
            assert check_settings({"deck a": f"{one['name']} + {other['name']}"})
        assert "Forgeborn Oriel the Assembler" in ludograph("cards", "decks").output

    def test_show_gives_numbers_words_and_meaning(self, ludograph: Ludograph) -> None:
        shown = ludograph("cards", "show", "cinder whelp").output
        assert "Tempys creature - Dragon" in shown
        assert "level 1  5/3" in shown
        assert shown.count("Aggressive") >= 3
        assert shown.count("  = ") == 3

    def test_show_knows_forgeborn_and_beginnings_of_names(self, ludograph: Ludograph) -> None:
        shown = ludograph("cards", "show", "kaya").output
        assert "Kaya Stormbrow  Tempys Forgeborn" in shown
        assert "level 4" in shown
        data = json.loads(ludograph("cards", "show", "brass s", "--json").output)
        assert (data["name"], data["levels"]["2"]["attack"]) == ("Brass Sentry", 7)
        assert data["understood"]["levels"]["1"]["problems"] == []
        assert data["understood"]["levels"]["1"]["nodes"]

    def test_show_names_what_is_near(self, ludograph: Ludograph) -> None:
        refused(
            ludograph("cards", "show", "Brass Sentri", code=2), "'Brass Sentri'", "Brass Sentry"
        )
        refused(ludograph("cards", "show", "g", code=2), "'g'", "Gearwright")
        refused(ludograph("cards", "show", "", code=2), "''")

    def test_show_splices_a_modifier_of_a_file(self, ludograph: Ludograph, write: Write) -> None:
        path = write(
            "cards.csv",
            "Name,faction,cardType,cardSubType,1attack,1health,1text\n"
            "Padded,Alloyin,Modifier,,1,0,2D\nTin Cat,Alloyin,Creature,Beast,2,3,Stealth\n",
        )
        shown = ludograph("cards", "show", "padded tin cat", "--cards", path).output
        assert "Padded Tin Cat  Alloyin creature - Beast" in shown
        assert "level 1  3/3" in shown
        assert "2D" in shown
        assert "Stealth" in shown


MOTH = {
    "cards": [
        {
            "name": "Lantern Moth",
            "kind": "creature",
            "levels": {"1": {"text": "Deploy: You gain 2H.\nDeploy: Dazzle a creature."}},
        }
    ]
}
CSV = (
    "Name,cardType,1attack,1health,1text\n"
    "Tin Cat,Creature,2,3,Deploy: You gain 2H.\n"
    "Tin Rat,Creature,1,1,Deploy: Dazzle 3 creatures.\n"
    "Tin Bat,Creature,1,1,Deploy: Dazzle 5 creatures.\n"
)


class TestNames:
    def test_any_word_of_a_name_finds_it(self, ludograph: Ludograph) -> None:
        assert ludograph("cards", "show", "ilse").output.startswith("Mother Ilse")

    def test_names_with_commas_are_quoted(self, ludograph: Ludograph) -> None:
        found = ludograph("cards", "show", "Sylla", code=2)
        refused(found, 'Sylla Greenheart, "Sylla, Heart of the Vale"')


class TestCheck:
    def test_a_good_file_ends_with_0(self, ludograph: Ludograph, write: Write) -> None:
        for number, found in enumerate(own_sets()):
            path = write(f"{number}.json", write_set(found))
            assert "understood" in ludograph("cards", "check", path).output

    def test_words_that_are_not_understood_are_named(
        self, ludograph: Ludograph, write: Write
    ) -> None:
        path = write("moth.json", MOTH)
        shown = ludograph("cards", "check", path, code=1).stdout
        assert shown.startswith(f"{path}: Lantern Moth, level 1, column ")
        assert "'Dazzle a creature.' is not understood" in shown
        assert "nearest form: " in shown
        assert "0 of 1 cards understood, 1 of 2 sentences" in shown
        data = json.loads(ludograph("cards", "check", path, "--json", code=1).stdout)
        assert data["unknown"][0]["text"] == "Deploy: Dazzle a creature."
        assert data["missing"] == []

    def test_decks_and_csvs_can_be_checked(self, ludograph: Ludograph, write: Write) -> None:
        assert "11 of 11 cards" in ludograph("cards", "check", write("d", service_deck())).stdout
        shown = ludograph("cards", "check", write("c", CSV), code=1).stdout
        assert "Tin Rat, level 1" in shown
        assert "Tin Cat" not in shown

    def test_cards_that_are_nowhere_are_told_without_failing(
        self, ludograph: Ludograph, write: Write
    ) -> None:
        card = {"name": "Call", "kind": "spell", "levels": {"1": {"text": "Play Tin Tower."}}}
        said = ludograph("cards", "check", write("c.json", {"cards": [card]}))
        assert "there is no card 'Tin Tower'" in said.stderr

    @pytest.mark.parametrize(
        ("content", "words"),
        [
            ("", ("empty",)),
            ("{", ("no JSON",)),
            ("a,b\n1,2\n", ("no column 'name'",)),
            ({"cards": [{"name": "X", "kind": "boat", "levels": {"1": {}}}]}, ("X", "'boat'")),
            ({"cards": [{"name": "X", "kind": "spell", "levels": {"1": {"txt": ""}}}]}, ("'txt'",)),
            (
                {"cards": [{"name": "X", "kind": "spell", "levels": {"4": {}}}]},
                ("X: 4 is no level",),
            ),
            ({"cards": [{"name": "X", "kind": "spell"}]}, ("X: ", "levels")),
            ({"cards": [{"kind": "spell"}]}, ("number 1 of cards", "name")),
            ({"cards": [{"name": "a; b", "kind": "spell", "levels": {"1": {}}}]}, ("'a; b'",)),
            (
                {"forgeborn": [{"name": "X", "faction": "Alloyin", "abilities": {"1": ""}}]},
                ("no ability of level 1",),
            ),
            (
                {"decks": [{"name": "X", "faction": "Red", "forgeborn": "Y", "cards": []}]},
                ("'Red' is no faction", "Tempys"),
            ),
        ],
    )
    def test_a_bad_file_ends_with_2_and_a_line(
        self, ludograph: Ludograph, write: Write, content: Any, words: tuple[str, ...]
    ) -> None:
        path = write("bad.json", content)
        refused(ludograph("cards", "check", path, code=2), path, *words)

    def test_no_file_and_no_text_are_refused(self, ludograph: Ludograph, tmp_path: Path) -> None:
        refused(ludograph("cards", "check", "nowhere", code=2), "nowhere", "cannot be read")
        (tmp_path / "raw").write_bytes(b"\xff\xfe\x00")
        refused(ludograph("cards", "check", str(tmp_path / "raw"), code=2), "no UTF-8 text")


class TestCoverage:
    def test_json_has_counts_and_places_and_nothing_else(
        self, ludograph: Ludograph, write: Write
    ) -> None:
        path = write("cards.csv", CSV)
        data = json.loads(ludograph("cards", "coverage", path, "--json").stdout)
        assert set(data) == {"cards", "sentences", "unknown"}
        assert data["cards"] == {"understood": 1, "total": 3}
        assert data["sentences"] == {"understood": 1, "total": 3}
        assert [set(one) for one in data["unknown"]] == [{"card", "level", "text", "column"}] * 2

    def test_shapes_are_shown_the_most_frequent_first(
        self, ludograph: Ludograph, write: Write
    ) -> None:
        more = CSV + "Tin Ant,Creature,1,1,Deploy: Juggle.\n"
        shown = ludograph("cards", "coverage", write("cards.csv", more)).stdout
        assert "cards: 1 of 4 understood (25.0%)" in shown
        assert "   2  Dazzle # creatures." in shown
        assert shown.index("Dazzle #") < shown.index("Juggle")
        few = ludograph("cards", "coverage", write("cards.csv", more), "--limit", "1").stdout
        assert "Juggle" not in few
        assert "and 1 more" in few

    def test_everything_understood_needs_no_list(self, ludograph: Ludograph, write: Write) -> None:
        shown = ludograph("cards", "coverage", write("s.json", write_set(own_sets()[1]))).stdout
        assert "(100.0%)" in shown
        assert "not understood" not in shown

    def test_a_bad_file_is_refused(self, ludograph: Ludograph, write: Write) -> None:
        path = write("cards.csv", "Name,cardType\nX,Boat\n")
        refused(ludograph("cards", "coverage", path, code=2), path, "line 2", "'boat'")


class TestDeck:
    def test_a_half_deck_is_completed(self, ludograph: Ludograph, write: Write) -> None:
        path = write("deck.json", service_deck())
        lines = ludograph("cards", "deck", path).stdout.splitlines()
        settings = dict(line.partition("=")[::2] for line in lines)
        assert set(settings) == {"deck a", "forgeborn a", "cards"}
        assert settings["deck a"].startswith("The Tin Choir + ")
        assert settings["forgeborn a"] == "Tin Bishop"
        assert len(read_set(settings["cards"]).cards) == 10
        checked = check_settings(settings)
        assert checked["deck a"] == settings["deck a"]

    def test_two_half_decks_are_one_deck(self, ludograph: Ludograph, write: Write) -> None:
        one = write("one.json", service_deck())
        two = write("two.json", service_deck("The Ash Choir", "Nekrium"))
        lines = ludograph("cards", "deck", one, two).stdout.splitlines()
        assert lines[0] == "deck a=The Tin Choir + The Ash Choir"
        assert check_settings(dict(line.partition("=")[::2] for line in lines))

    def test_two_of_one_faction_are_the_two_seats(self, ludograph: Ludograph, write: Write) -> None:
        one = write("one.json", service_deck())
        two = write("two.json", service_deck("The Lead Choir"))
        lines = ludograph("cards", "deck", one, two).stdout.splitlines()
        names = [line.partition("=")[0] for line in lines]
        assert names == ["deck a", "forgeborn a", "deck b", "forgeborn b", "cards"]
        assert check_settings(dict(line.partition("=")[::2] for line in lines))

    def test_fused_decks_are_the_two_seats(self, ludograph: Ludograph, write: Write) -> None:
        fused = {"myDecks": [service_deck(), service_deck("The Ash Choir", "Nekrium")]}
        again = {
            "myDecks": [
                service_deck("The Lead Choir"),
                service_deck("The Rain Choir", "Uterra"),
            ]
        }
        lines = ludograph(
            "cards", "deck", write("a.json", fused), write("b.json", again)
        ).stdout.splitlines()
        assert lines[0] == "deck a=The Tin Choir + The Ash Choir"
        assert lines[2] == "deck b=The Lead Choir + The Rain Choir"

    def test_forgeborn_of_one_name_stay_apart(self, ludograph: Ludograph, write: Write) -> None:
        other = service_deck("The Ash Choir", "Nekrium")
        other["forgebornId"] = "tin-bishop"
        other["forgeborn"]["a4t"] = "You gain 9H."
        path = write("a.json", {"myDecks": [service_deck(), other]})
        text = ludograph("cards", "deck", path).stdout
        settings = dict(line.partition("=")[::2] for line in text.splitlines())
        born = {b.name: b.abilities[4] for b in read_set(settings["cards"]).forgeborn}
        assert born == {
            "Tin Bishop": "You gain 3H.",
            "Tin Bishop of The Ash Choir": "You gain 9H.",
        }

    def test_out_writes_a_file_for_settings(
        self, ludograph: Ludograph, write: Write, tmp_path: Path
    ) -> None:
        path = write("deck.json", service_deck())
        out = tmp_path / "tin.settings"
        said = ludograph("cards", "deck", path, "--out", str(out))
        assert said.stdout == ""
        assert "The Tin Choir" in said.stderr
        assert commands.all_settings([], out) == commands.settings_of(out.read_text().splitlines())

    @pytest.mark.parametrize(
        ("content", "words"),
        [
            ("{", ("no JSON",)),
            ({"cards": []}, ("no deck",)),
            ("Name,cardType\nX,Spell\n", ("no deck",)),
            ({**service_deck(), "cards": service_deck()["cards"][:9]}, ("9 cards",)),
            ({**service_deck(), "forgeborn": None}, ("The Tin Choir", "forgeborn")),
        ],
    )
    def test_a_bad_deck_is_refused(
        self, ludograph: Ludograph, write: Write, content: Any, words: tuple[str, ...]
    ) -> None:
        path = write("deck.json", content)
        refused(ludograph("cards", "deck", path, code=2), *words)

    def test_three_files_and_none_are_refused(self, ludograph: Ludograph, write: Write) -> None:
        path = write("deck.json", service_deck())
        refused(ludograph("cards", "deck", path, path, path, code=2), "two decks")
        refused(
            ludograph("cards", "deck", "nowhere.json", code=2), "nowhere.json", "cannot be read"
        )


class TestSettingsFile:
    def test_a_file_of_settings_opens_a_match(self, ludograph: Ludograph, write: Write) -> None:
        path = write("house.settings", "# at our table\n\nice=printed\nexpansion = beyond\n")
        said = ludograph("new", "riftforce", "--settings", path, "--json")
        assert json.loads(said.stdout)["settings"] == {"ice": "printed", "expansion": "beyond"}

    def test_set_has_the_last_word(self, ludograph: Ludograph, write: Write) -> None:
        path = write("house.settings", "ice=printed\nexpansion=beyond\n")
        said = ludograph("new", "riftforce", "--settings", path, "--set", "ICE=rulebook", "--json")
        assert json.loads(said.stdout)["settings"] == {"ice": "rulebook", "expansion": "beyond"}

    def test_simulate_reads_it_too(self, ludograph: Ludograph, write: Write) -> None:
        path = write("house.settings", "expansion=beyond\n")
        said = ludograph("simulate", "riftforce", "-n", "1", "--settings", path, "--json")
        assert json.loads(said.stdout)["added"] == 1

    def test_a_value_may_hold_an_equals_sign(self, tmp_path: Path) -> None:
        path = tmp_path / "s"
        path.write_text('\ufeffcards={"a": "b=c\u2028d"}\r\ndeck a = X + Y\r\n', newline="")
        assert commands.all_settings([], path) == {
            "cards": '{"a": "b=c\u2028d"}',
            "deck a": "X + Y",
        }

    def test_a_wrong_line_is_named(self, ludograph: Ludograph, write: Write) -> None:
        path = write("house.settings", "ice=printed\nexpansion beyond\n")
        said = ludograph("new", "riftforce", "--settings", path, code=2)
        refused(said, f"{path}:2:", "sets nothing")
        said = ludograph("new", "riftforce", "--settings", "nowhere", code=2)
        refused(said, "nowhere", "cannot be read")
