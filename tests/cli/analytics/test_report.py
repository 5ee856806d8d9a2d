"""`report`: one page with everything, that can be posted as it is."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from cli.app import app
from cli.edge import chosen
from domain.bots.simulation import play_match
from domain.games.riftforce.game import RIFTFORCE
from domain.record.events import Opened
from domain.store.recorder import Recorder
from tests.projections.page.test_page import Parsed

Run = Callable[..., Result]
EVIL = "<script>alert('x')</script>"
PLAYERS = ("Ann", EVIL, "Ben & Co")
PLAYED = 54


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Matches enough for everything: six different ones, recorded nine times under other names."""
    path = tmp_path_factory.mktemp("page") / "matches.sqlite"
    settings = RIFTFORCE.settings({})
    recorder = Recorder(path, durable=False)
    lines = [
        play_match(RIFTFORCE, settings, ("sensible", "random"), 5, index) for index in range(6)
    ]
    for number in range(PLAYED + 1):
        players = (PLAYERS[number % 3], PLAYERS[(number + 1) % 3])
        steps = lines[number % 6]
        opened = Opened(
            "riftforce", "1", settings, players, 1_764_448_788_123,
            on=f"2026-0{1 + number // 20}-{1 + number % 20:02}", by="Cleo",
            event="<b>Cup</b>" if number < 12 else "",
        )  # fmt: skip
        recorder.add([(f"m{number:02}", opened, steps if number < PLAYED else steps[:9])])
    recorder.close()
    return path


@pytest.fixture(scope="module")
def run(store: Path) -> Run:
    runner = CliRunner()

    def call(*words: str, code: int = 0, **variables: str) -> Result:
        chosen.clear()
        env = {"LUDOGRAPH_STORE": str(store), "LUDOGRAPH_ANALYTICS": "", "SOURCE_DATE_EPOCH": ""}
        result = runner.invoke(app, words, env=env | variables)
        assert result.exit_code == code, result.output
        return result

    return call


@pytest.fixture(scope="module")
def written(run: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("written") / "page.html"
    result = run("report", "riftforce", "--html", str(path), SOURCE_DATE_EPOCH="1795996800")
    assert f"{path} written (" in result.stdout
    assert f"sections about {PLAYED} matches; up to 10 listed behind a number" in result.stdout
    assert "without options: Nothing is worked out yet" in result.stdout
    return path


@pytest.fixture(scope="module")
def page(written: Path) -> str:
    return written.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def parsed(page: str) -> Parsed:
    return Parsed(page)


def test_every_report_is_there(run: Run, parsed: Parsed) -> None:
    assert parsed.open == []
    data = json.loads(run("stats", "riftforce", "--json").stdout)
    there = {a["id"] for a in parsed.named("section")}
    empty = {
        r["name"] for r in data["reports"] if r["warnings"] and "worked out" in r["warnings"][0]
    }
    assert there == {f"r-{r['name']}" for r in data["reports"] if r["name"] not in empty} | {
        "r-ratings", "r-rating-history", "r-chances", "r-matches",
    }  # fmt: skip
    for report in data["reports"]:
        assert report["title"] in parsed.text or report["name"] in empty
        if report["left_out"]:
            assert f"{report['left_out']:,} rows left out" in parsed.text or report["left_out"] == 1
        for warning in report["warnings"]:
            assert warning in parsed.text
    charts = [a for a in parsed.named("figure") if a["aria-labelledby"] != "r-matches-title"]
    assert len(charts) == len(there) - 1, "each has a chart but the list of matches"
    assert parsed.text.count("WITH counted AS") >= len(there) - 2, "each has its SQL but ratings"


def test_nothing_is_loaded(page: str, parsed: Parsed) -> None:
    addresses = set(re.findall(r"https?://[^\s\"'<)]+", page))
    assert addresses == {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    assert {tag for tag, _ in parsed.elements} & {
        "link",
        "img",
        "iframe",
        "object",
        "form",
    } == set()
    for tag, attributes in parsed.elements:
        assert not {*attributes} & {"src", "srcset", "action", "data", "poster", "style"}, tag
    assert len(page.encode()) < 3_000_000


def test_names_are_data(page: str, parsed: Parsed) -> None:
    assert EVIL in parsed.text and "Ben & Co" in parsed.text
    assert "<script>alert" not in page
    assert len(parsed.named("script")) == 1


def test_every_number_leads_to_what_it_counts(run: Run, parsed: Parsed) -> None:
    ids = {attributes["id"] for _, attributes in parsed.elements if "id" in attributes}
    targets = [a["href"] for a in parsed.named("a") if a.get("href", "").startswith("#")]
    assert {target.removeprefix("#") for target in targets} <= ids
    numbers = [a for a in parsed.named("td") if a.get("class") == "number" and a["data-value"]]
    rows = [target for target in targets if re.fullmatch(r"#r-[a-z_-]+-\d+", target)]
    data = json.loads(run("stats", "riftforce", "--json").stdout)
    names = sum(
        isinstance(row[name], int | float)
        for report in data["reports"]
        for row in report["rows"]
        for name in report["key"][1:]
    )
    assert names > 20, "numbers that only name a row"
    assert len(rows) == len(numbers) - names


def test_lists_are_as_long_as_they_say(page: str) -> None:
    """What is listed and what is left of it are together the number."""
    lists = re.findall(r'<details id="r-([a-z_-]+)-\d+".*?</details>', page, re.DOTALL)
    whole = re.findall(
        r'<details id="r-[a-z_-]+-\d+" class="row">\n<summary>(.*?)</details>', page, re.DOTALL
    )
    assert len(lists) == len(whole) > 300
    for text in whole:
        total = int(re.search(r"</bdi>: ([\d,]+) ", text)[1].replace(",", ""))  # type: ignore[index]
        left = re.search(r"<p>([\d,]+) more", text)
        count = text.count("<li>")
        assert count == min(total, 10)
        assert count + (int(left[1].replace(",", "")) if left else 0) == total
        assert ("<pre" in text) == (total > 10)


def test_commands_of_the_page_ask_for_the_rest(run: Run, page: str) -> None:
    found = re.findall(
        r"<summary><bdi>[^<]*</bdi>: ([\d,]+) [^<]*</summary>.*?<code>(ludograph stats [^<]*)</code>",
        page,
        re.DOTALL,
    )
    assert len(found) > 40
    for total, command in found[:: len(found) // 6]:
        words = shlex.split(command.replace("&#39;", "'").replace("&#34;", '"').replace("&lt;", "<")
                            .replace("&gt;", ">").replace("&amp;", "&"))  # fmt: skip
        data = json.loads(run(*words[1:], "--json").stdout)
        assert data["count"] == int(total.replace(",", "")), command
    history = re.search(r"<code>ludograph (ratings riftforce --player Ann)</code>", page)
    assert history and len(json.loads(run(*history[1].split(), "--json").stdout)["history"]) > 10


def test_it_says_of_what_it_is(parsed: Parsed) -> None:
    assert parsed.text.count("2026-11-30") >= 2, "the time it is told by the variable"
    foot = parsed.text.split("About these numbers")[1]
    for words in (
        "Game Riftforce", f"{PLAYED} finished, 0 of them draws; 1 open, not counted", "no filter",
        "Behind a number up to 10 are listed", "Without options Nothing is worked out yet",
    ):  # fmt: skip
        assert words in foot
    assert re.search(r"Digest of the store \S{10,} \(event \d[\d,]+\)", foot)
    assert "players 3 played 2026-01-01 – 2026-03-14" in parsed.text


def test_the_same_store_gives_the_same_page(
    run: Run, page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All but the pictures, which have a test of their own."""
    monkeypatch.setattr("projections.page.html.svg_of", lambda *_: "<svg></svg>")
    again = tmp_path / "again.html"
    run("report", "riftforce", "--html", str(again), SOURCE_DATE_EPOCH="1795996800")
    without = re.sub(r"<svg.*?</svg>", "<svg></svg>", page, flags=re.DOTALL)
    assert again.read_text(encoding="utf-8") == without


def test_filters_apply(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "cup.html"
    out = json.loads(
        run("report", "--event", "<b>cup</b>", "--player", "ann", "--only", "guilds", "--only", "play",
            "--listed", "2", "--link", "https://club.example/{match}?step={step}",
            "--title", "The <Cup>", "--html", str(path), "--json").stdout
    )  # fmt: skip
    assert out["filters"] == {"event": "<b>Cup</b>", "player": "Ann"}
    assert (out["matches"], out["sections"]) == (8, ["guilds", "players", "matches"])
    assert out["bytes"] == path.stat().st_size and out["listed"] == 2
    parsed = Parsed(path.read_text(encoding="utf-8"))
    assert "The <Cup>" in parsed.text and "player Ann · event <b>Cup</b>" in parsed.text
    links = [a["href"] for a in parsed.named("a") if a.get("href", "").startswith("https")]
    assert {link.split("?")[0] for link in links} <= {
        f"https://club.example/m{number:02}" for number in range(12) if number % 3 != 1
    }
    assert '--player Ann --event "<b>Cup</b>"' in parsed.text, "what a shell would read is quoted"


def test_what_cannot_be_written(run: Run, store: Path, written: Path, tmp_path: Path) -> None:
    before, new = written.read_bytes(), str(tmp_path / "x.html")
    for words, said in (
        (("--html", str(written)), "is there already (legal here: -f to replace it, another name)"),
        (("--html", str(store), "-f"), "holds the matches; name another file"),
        (("--html", str(tmp_path / "no" / "x.html")), "there is no folder"),
        (("--html", new, "--only", "guild", "--only", "xx"), "no report 'xx' about riftforce"),
        (("--html", new, "--player", "Anna"), "no match has the player 'Anna' (legal here: Ann)"),
        (
            ("--html", new, "--link", "https://club.example"),
            "does not say where a match can be seen",
        ),
        (("--html", new, "--link", "data:{match}"), "is no address of a match"),
    ):
        assert said in run("report", "riftforce", *words, code=2).stderr
    assert written.read_bytes() == before and not Path(new).exists()
    said = run("report", "--html", new, code=2, SOURCE_DATE_EPOCH="soon").stderr
    assert "SOURCE_DATE_EPOCH: 'soon' is no time" in said and not Path(new).exists()
    run("report", "--html", new, "--only", "ends")
    assert "replaced" in run("report", "--html", new, "--only", "ends", "-f").stdout


def test_of_nothing(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "none.html"
    out = run("report", "solforge", "--html", str(path)).stdout
    assert "sections about 0 matches" in out
    assert "without chances: 50 finished matches of solforge are needed" in out
    assert "No finished match counts here yet." in Parsed(path.read_text(encoding="utf-8")).text
