"""fork, compare and merge as they are typed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from cli.app import app
from cli.branch import fork_pool
from cli.branch.fork_pool import wilson
from tests.domain.simulated import seen, simulated

AGREED = ["--set", "guilds a=F W P T", "--set", "guilds b=L I S C", "--set", "start=A"]
LINES = ["hand A F5 F6 F7", "hand B", "face C5", "1 A play F5@1", "2 B act L7", "3 A check"]
Ludograph = Callable[..., Result]


@pytest.fixture(scope="module")
def program() -> typer.Typer:
    return app


@pytest.fixture
def ludograph(program: typer.Typer, tmp_path: Path) -> Ludograph:
    def run(*words: str, text: str | None = None, code: int = 0) -> Result:
        environment = {"LUDOGRAPH_STORE": str(tmp_path / "s.sqlite"), "COLUMNS": "200"}
        result = CliRunner().invoke(program, list(words), input=text, env=environment)
        assert result.exit_code == code, result.output
        assert "Traceback" not in result.output
        return result

    return run


def opened(
    ludograph: Ludograph, *lines: str, match_id: str = "m", players: str = "Ann, Ben"
) -> None:
    ludograph("new", "riftforce", "--id", match_id, "--players", players, *AGREED)
    ludograph("play", match_id, *lines)


def fails(result: Result, words: str) -> None:
    assert words in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


# -- fork ----------------------------------------------------------------------------------------


def test_a_fork_is_recorded_by_hand(ludograph: Ludograph) -> None:
    opened(ludograph, *LINES)
    said = ludograph("fork", "m", "--at", "6", "--id", "if", "--play", "3 A play F6@2")
    assert "match if is open: m up to step 6 (`2 B act L7`)" in said.stdout
    fails(ludograph("fork", "m", "--at", "6", "--play", " ", code=2), "an empty line plays nothing")
    ludograph("play", "if", "4 B check")
    ludograph("audit", "--all")
    exported = ludograph("export", "if", "--format", "jsonl").stdout
    head = json.loads(exported.splitlines()[0])
    (origin,) = head["origins"]
    assert (origin["match"], origin["step"]) == ("m", 6)
    compared = ludograph("compare", "if").stdout
    assert "tell the same for 6 steps, up to step 6 (`2 B act L7`)" in compared
    data = json.loads(ludograph("compare", "if", "m", "--json").stdout)
    assert data["parted"][1]["lines"][0] == "3 A check"


def test_bots_play_on_and_the_same_command_adds_nothing(ludograph: Ludograph) -> None:
    opened(ludograph, *LINES)
    words = ("fork", "m", "--at", "6", "--bots", "random", "-n", "12", "--seed", "4")
    first = ludograph(*words[:6], "-n", "5", "--seed", "4", "--json")
    data = json.loads(ludograph(*words, "--json").stdout)
    assert data["guessed"] is True
    assert data["matches"][:5] == json.loads(first.stdout)["matches"]
    assert sum(ending["count"] for ending in data["endings"].values()) == 12
    assert json.loads(ludograph("list", "--json").stdout)["total"] == 13
    said = ludograph(*words).stdout
    assert "12 forks of m after step 6, played by random and random, seed 4" in said
    assert "hidden cards guessed" in said
    assert "the match itself: not finished, 1:0" in said
    assert json.loads(ludograph("list", "--json").stdout)["total"] == 13
    tape = ludograph("export", data["matches"][0]).stdout
    assert "note: hidden cards guessed" in tape
    assert "??" not in tape
    assert "hand B ??" in ludograph("export", "m").stdout
    ludograph("audit", "--all")


def test_what_cannot_be_forked_is_one_line(ludograph: Ludograph) -> None:
    opened(ludograph, *LINES)
    fails(ludograph("fork", "m", "--at", "99", code=2), "no step 99")
    fails(ludograph("fork", "m", "--at", "6", "--play", "x", code=2), "`x` cannot be played there")
    fails(ludograph("fork", "m", "--at", "6", "--id", "m", code=2), "recorded already")
    fails(ludograph("fork", "m", "--at", "6", "--bots", "clever", code=2), "no bot 'clever'")
    fails(ludograph("fork", "m", "--at", "6", "--bots", "random", "--id", "x", code=2), "named")
    fails(ludograph("compare", "m", code=2), "made from no other")
    assert json.loads(ludograph("list", "--json").stdout)["total"] == 1


def test_intervals() -> None:
    low, high = wilson(5, 10)
    assert low == pytest.approx(0.2366, abs=1e-3)
    assert high == pytest.approx(0.7634, abs=1e-3)
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(0, 10)[0] == 0.0


def test_several_processes_play_the_same_matches(
    ludograph: Ludograph, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(ludograph, *LINES)
    words = ["fork", "m", "--at", "6", "--bots", "random", "-n", "9", "--json"]
    monkeypatch.setattr(fork_pool, "LONG", 0.0)
    monkeypatch.setattr(fork_pool, "MOST", 3)
    ids = json.loads(ludograph(*words, "--jobs", "2").stdout)["matches"]
    by_many = [ludograph("export", one).stdout for one in ids]
    assert [tape.count("result ") for tape in by_many] == [1] * 9
    assert len(set(by_many)) == 9
    assert json.loads(ludograph(*words, "--jobs", "1").stdout)["matches"] == ids
    assert json.loads(ludograph("list", "--json").stdout)["total"] == 10
    ludograph("audit", "--all")


# -- merge ---------------------------------------------------------------------------------------


def two_views(ludograph: Ludograph, tmp_path: Path, key: str) -> None:
    """Store both seats' recordings of one match."""
    from domain.formats.tape import write_tape

    whole = simulated(key, 3)
    for seat, name in ((0, "ann"), (1, "ben")):
        view = seen(whole, seat, name, by=name.title())
        (tmp_path / f"{name}.tape").write_text(write_tape(view))
    ludograph("import", str(tmp_path / "ann.tape"), str(tmp_path / "ben.tape"))


@pytest.mark.parametrize("key", ["riftforce", "magical_forge"])
def test_two_views_are_merged(ludograph: Ludograph, tmp_path: Path, key: str) -> None:
    two_views(ludograph, tmp_path, key)
    dry = ludograph("merge", "ann", "ben", "--id", "whole", "--dry-run").stdout
    assert "nothing is open" in dry
    assert json.loads(ludograph("list", "--json").stdout)["total"] == 2
    said = ludograph("merge", "ann", "ben", "--id", "whole").stdout
    assert "match whole added" in said
    assert "A knew hidden cards" in said
    assert "match whole already there" in ludograph("merge", "ann", "ben", "--id", "whole").stdout
    assert "??" not in ludograph("export", "whole").stdout
    ludograph("audit", "--all")


def test_differences_are_decided_by_a_file_one_by_one_or_all_at_once(
    ludograph: Ludograph, tmp_path: Path
) -> None:
    opened(ludograph, *LINES, match_id="one")
    other = [*LINES[:3], "1 A play F5@2", *LINES[4:]]
    opened(ludograph, *other, match_id="two", players="Anna, Ben")
    said = ludograph("merge", "one", "two", code=1).stdout
    assert "nothing is written" in said
    assert "steps 4 to 5: 1 A play F5@1   then 2 B act L7" in said
    data = json.loads(ludograph("merge", "one", "two", "--json", code=1).stdout)
    assert data["match"] is None
    assert data["open"] == [1, 2]
    assert [d["kind"] for d in data["differences"]] == ["opening", "lines"]
    file = tmp_path / "decisions"
    file.write_text("1 B\n")
    said = ludograph("merge", "one", "two", "--decide", str(file), code=1).stdout
    assert "1 to decide (2)" in said
    assert json.loads(ludograph("list", "--json").stdout)["total"] == 2
    file.write_text("1 B\n2 1 A play F5@3\n")
    ludograph("merge", "one", "two", "--decide", str(file), "--id", "three")
    exported = ludograph("export", "three").stdout
    assert "players: Anna, Ben" in exported
    assert "1 A play F5@3" in exported
    ludograph("merge", "one", "two", "--take", "B", "--id", "four")
    assert "1 A play F5@2" in ludograph("export", "four").stdout
    asked = ludograph("merge", "one", "two", "--take", "ask", "--id", "five", text="a\nb\n").stdout
    assert "match five added" in asked
    assert "players: Ann, Ben" in ludograph("export", "five").stdout
    ludograph("merge", "one", "two", "--take", "ask", text="a\n", code=1)


def test_what_is_wrong_with_a_merge_is_one_line(ludograph: Ludograph, tmp_path: Path) -> None:
    opened(ludograph, *LINES, match_id="one")
    opened(ludograph, *LINES, match_id="two")
    file = tmp_path / "decisions"
    file.write_text("7 A\n")
    fails(ludograph("merge", "one", "two", "--decide", str(file), code=2), "no difference 7")
    file.write_text("what\n")
    fails(ludograph("merge", "one", "two", "--decide", str(file), code=2), "decisions:1:")
    fails(ludograph("merge", "one", "one", code=2), "name another")
    fails(ludograph("merge", "one", "two", "--take", "C", code=2), "'C' is nobody")
    fails(ludograph("merge", "one", "two", "--id", "last", code=2), "take another name")
    assert json.loads(ludograph("list", "--json").stdout)["total"] == 2
