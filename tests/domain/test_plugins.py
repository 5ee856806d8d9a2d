"""Installed games: found by their entry points, refused with one line, never in the way."""

from __future__ import annotations

import os
import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import get_args

import pytest

from cli.games.defaults import left_to_defaults
from domain.bots.simulation import play_match
from domain.contract.errors import GameError
from domain.contract.fields import Meaning, declared
from domain.contract.game import TWO, Game
from domain.games import GAMES, OWN, game, plugins
from domain.games.plugins import InstalledWarning
from domain.games.riftforce.game import RIFTFORCE

NIM = Path(__file__).parent.parent.parent / "examples" / "nim"

Install = Callable[..., None]


@pytest.fixture
def install(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Install]:
    """Put packages on the path: an entry point's text, and the text of a module if there is one."""
    monkeypatch.syspath_prepend(str(NIM))

    def add(points: str, module: str = "", name: str = "some_games") -> None:
        folder = tmp_path_factory.mktemp("installed")
        info = folder / f"{name}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[ludograph.games]\n{points}\n")
        (folder / f"{name}.py").write_text(module)
        monkeypatch.syspath_prepend(str(folder))
        monkeypatch.delitem(sys.modules, name, raising=False)
        plugins.points.cache_clear()
        plugins._loaded.clear()

    yield add
    monkeypatch.undo()
    plugins.points.cache_clear()
    plugins._loaded.clear()


def only_warning(read: Callable[[], object]) -> str:
    """What one warning says, given by something that gives just one."""
    with pytest.warns(InstalledWarning) as caught:
        read()
    (said,) = {str(warning.message) for warning in caught}
    return said


def test_an_installed_game_is_a_game_like_the_others(install: Install) -> None:
    install("nim = ludograph_nim:NIM")
    assert list(GAMES) == [*OWN, "nim"]
    assert len(GAMES) == len(OWN) + 1
    assert GAMES["nim"].name == "Nim"
    assert game("ni") is game("nim") is GAMES["nim"]
    assert "nim" in GAMES
    assert "chess" not in GAMES


@pytest.mark.parametrize(
    ("points", "module", "said"),
    [
        ("chess = some_games:CHESS", "import no_such_module", "ModuleNotFoundError: No module"),
        ("chess = some_games:CHESS", "raise SystemExit(3)", "SystemExit: 3"),
        ("chess = some_games:CHESS", "", "AttributeError: module 'some_games' has no attribute"),
        ("chess = some_games:CHESS", "CHESS = 7", "it is no Game: it lacks key"),
        ("chess = ludograph_nim:Nim", "", "it is a class; name an object of it"),
        ("chess = ludograph_nim:NIM", "", "its key is 'nim'"),
        (
            "nim = some_games:NIM",
            "from ludograph_nim import Nim\nNIM = Nim()\nNIM.notation = 1",
            "it is no Notation: it lacks read, write, words",
        ),
        (
            "nim = some_games:NIM",
            "from ludograph_nim import Nim, Taken\nNIM = Nim()\nNIM.action_type = Taken",
            "Taken'> is no Action",
        ),
        (
            "nim = some_games:NIM",
            "from ludograph_nim import *\nclass Taken(Taken, frozen=True, tag='turn'): pass\n"
            "NIM = Nim()\nNIM.fact_type = Taken | TurnBegan",
            "two of them have the tag 'turn'",
        ),
        (
            "nim = some_games:NIM",
            "from ludograph_nim import *\nclass Odd(SimpleFact, frozen=True): pass\n"
            "NIM = Nim()\nNIM.fact_type = TurnBegan | Odd",
            "Odd needs a tag",
        ),
        (
            "nim = some_games:NIM",
            "from __future__ import annotations\nfrom ludograph_nim import *\n"
            "class Odd(SimpleFact, frozen=True, tag='odd'):\n    card: Unheard\n"
            "NIM = Nim()\nNIM.fact_type = TurnBegan | Odd",
            "what it stores cannot be read: name 'Unheard' is not defined",
        ),
        (
            "nim = some_games:NIM",
            "from ludograph_nim import *\n"
            "class Taken(Taken, frozen=True, tag='x'): opens_turn = True\n"
            "NIM = Nim()\nNIM.fact_type = Taken | TurnBegan",
            "Taken opens a turn, so turn and seat come first",
        ),
    ],
)
def test_what_cannot_be_used_is_said_once_and_left_out(
    install: Install, points: str, module: str, said: str
) -> None:
    install(points, module)
    heard = only_warning(lambda: list(GAMES))
    assert said in heard
    assert heard.startswith(f"the installed game {points.partition(' ')[0]!r} of some_games 1.0 (")
    assert "\n" not in heard
    with pytest.raises(GameError) as refused:
        game(points.partition(" ")[0])
    assert refused.value.message == heard
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert list(GAMES) == list(OWN)
    assert GAMES["riftforce"] is RIFTFORCE


OLDER = """
from types import SimpleNamespace
from ludograph import Fact, Seat
from ludograph_nim import *

class Taken(SimpleFact, frozen=True, tag="take"):
    seat: Seat
    heap: int
    count: int
    total: int
    apply = Taken.apply

class Ended(Fact, frozen=True, tag="end"):
    winner: Seat | None
    why: str
    apply = MatchEnded.apply

class Made(Nim):
    fact_type = TurnBegan | Taken | Ended

PARTS = "key name rules_version action_type fact_type notation scenery bots settings remark new_state"
MORE = "settings_seen_by turn view unknown valued subject board tell result"
MADE = Made()
NIM = SimpleNamespace(**{name: getattr(MADE, name) for name in f"{PARTS} {MORE}".split()})
"""
"""A game as the contract was when it was a protocol: an object of any class, with every part."""


def test_a_game_of_the_older_contract_goes_on_working(install: Install) -> None:
    """It is given what has come since; its facts mean what they did by their names."""
    install("nim = some_games:NIM", OLDER)
    found = game("nim")
    assert not isinstance(found, Game)
    assert (found.seats, found.options) == (TWO, {})
    kinds = {kind.__name__: kind for kind in get_args(found.fact_type)}
    assert [name for name, kind in kinds.items() if kind.ends_match] == ["Ended"]
    assert declared(kinds["Taken"]) == {"seat": Meaning.SEAT, "total": Meaning.TOTAL}
    steps = play_match(found, found.settings({}), ("random", "sensible"), 1)
    assert len(steps) > 3
    assert {"seats", "options", "notation"} <= set(left_to_defaults(found))


def test_a_seat_that_is_a_plain_number_is_pointed_out(install: Install) -> None:
    install(
        "nim = some_games:NIM",
        "from ludograph_nim import *\n"
        "class Began(SimpleFact, frozen=True, tag='turn'):\n"
        "    opens_turn = True\n    turn: int\n    seat: int\n"
        "NIM = Nim()\nNIM.fact_type = Began | Taken",
    )
    assert "Began opens a turn, so its seat is declared as one: seat: Seat" in only_warning(
        lambda: list(GAMES)
    )


def test_a_key_of_ludograph_is_not_taken(install: Install) -> None:
    install("riftforce = ludograph_nim:NIM")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert game("riftforce") is RIFTFORCE
    assert only_warning(lambda: list(GAMES)) == (
        "the installed game 'riftforce' of some_games 1.0 (ludograph_nim:NIM) is left out: "
        "ludograph has its own"
    )
    assert game("riftforce") is RIFTFORCE


def test_of_two_packages_with_a_key_the_first_by_module_counts(install: Install) -> None:
    install("nim = ludograph_nim:NIM", name="one")
    install("nim = two:NIM", "from ludograph_nim import Nim\nNIM = Nim()", name="two")
    assert only_warning(lambda: list(GAMES)).endswith(
        "is left out: there is 'nim' of one 1.0 (ludograph_nim:NIM) already"
    )
    assert type(game("nim")).__module__ == "ludograph_nim"


def test_nothing_is_imported_before_it_is_asked_for() -> None:
    """Starting costs what is used: no game, no look at what is installed."""
    program = (
        "import sys; from domain.games import game; import domain.formats.tape\n"
        "print([m for m in sys.modules if m.startswith('domain.games.')])\n"
        "game('riftforce')\n"
        "print('importlib.metadata' in sys.modules, 'domain.games.solforge' in sys.modules)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=Path(__file__).parent.parent.parent,
        env=dict(os.environ),
        text=True,
        stdout=subprocess.PIPE,
        check=True,
    )
    loaded, rest = done.stdout.splitlines()
    assert loaded == "[]"
    assert rest.endswith(" False")
