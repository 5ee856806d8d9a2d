"""The page is one file that loads nothing, runs nothing of its data, and can be read by everybody."""

from __future__ import annotations

import re
import shlex
from dataclasses import replace
from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from domain.contract.errors import GameError
from projections.charts.pictures import digest
from projections.charts.spec import Chart, rates
from projections.charts.words import plain, shares
from projections.page.html import page
from projections.page.report_table import table
from projections.page.sections import About, Behind, Figure, Listed, Note, Section, command_line
from tests.projections.charts.samples import EVIL, RATE_COLUMNS, rate_rows

ABOUT = About(
    game="riftforce", matches=1234, store="abc123", made="2026-11-30", version="0.2.0",
    filters={"kind": "people"}, draws=5, open=2,
    figures=[Figure("finished", "1,234", "turns"), Figure("open", "2")],
    more={"As it stood": "2026-11-29"},
)  # fmt: skip
VOID = {"meta", "link", "br", "img", "input", "hr"}


class Parsed(HTMLParser):
    """A page taken apart: elements with their attributes, ids, words; every element closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.words: list[str] = []
        self.open: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self.open, tag
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] not in ("script", "style"):
            self.words.append(data)

    def named(self, tag: str) -> list[dict[str, str]]:
        return [attributes for found, attributes in self.elements if found == tag]

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())


def behind(count: int) -> Behind:
    matches = [
        Listed(f"m{i:03}", 14 if i == 0 else None, f"{EVIL[0]} – {EVIL[1]}", "2026-11-01",
               "https://club.example/m" if i == 0 else "")
        for i in range(min(count, 20))
    ]  # fmt: skip
    return Behind(count, matches, command_line(("stats", "riftforce", "guilds", "--rows", "it's")))


def sections() -> list[Section]:
    return [
        Section(
            "guilds", f"Win rate by {EVIL[1]}", "n counts seats.", RATE_COLUMNS, rate_rows(),
            rates("who"), sql="SELECT '<b>' AS who", warnings=[f"Few data: {EVIL[0]}"],
            key=("who",), counts="seats", notes=[Note(f"Left out: {EVIL[0]}", "ludograph stats <x>")],
            behind=[behind(i) for i in range(len(EVIL))],
        ),
        Section("turns", "Turns", "In bands.", ["turn", "n", "mean"], [(1, 2000, 0.5), (2, 3, 7.0)],
                Chart("bars", ("turn",), ("n",), ordered=True), says="Most end in turn 1."),
        Section("none", "Nothing yet", "No rows.", RATE_COLUMNS, [], rates("who")),
        Section("length", "Length", "No chart.", ["measure", "n"], [("turns", 5)]),
    ]  # fmt: skip


@pytest.fixture(scope="module")
def made() -> str:
    return page("Club </title><script>alert(3)</script>", sections(), ABOUT, listed=4)


@pytest.fixture(scope="module")
def parsed(made: str) -> Parsed:
    return Parsed(made)


def test_the_same_reports_make_the_same_page(made: str) -> None:
    assert made == page("Club </title><script>alert(3)</script>", sections(), ABOUT, listed=4)


def test_everything_is_closed(parsed: Parsed) -> None:
    assert parsed.open == []


def test_nothing_is_loaded(made: str, parsed: Parsed) -> None:
    assert {tag for tag, _ in parsed.elements} & {
        "link",
        "img",
        "iframe",
        "object",
        "form",
    } == set()
    for tag, attributes in parsed.elements:
        assert not set(attributes) & {"src", "srcset", "action", "data", "poster", "xlink:href"}
        if "href" in attributes:
            assert tag == "a"
    style = made.split("<style>")[1].split("</style>")[0]
    assert "url(" not in style
    assert "@import" not in style
    addresses = set(re.findall(r"https?://[^\s\"'<]+", made))
    assert addresses == {
        "http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink", "https://club.example/m",
    }  # fmt: skip


def test_only_its_own_script_and_style_may_run(made: str, parsed: Parsed) -> None:
    policies = [a["content"] for a in parsed.named("meta") if a.get("http-equiv")]
    script = made.split("<script>")[1].split("</script>")[0]
    style = made.split("<style>")[1].split("</style>")[0]
    assert policies == [
        f"default-src 'none'; style-src '{digest(style)}'; script-src '{digest(script)}'; "
        "base-uri 'none'; form-action 'none'"
    ]
    assert len(parsed.named("script")) == len(parsed.named("style")) == 1
    for _, attributes in parsed.elements:
        assert not [n for n in attributes if n.startswith("on") or n == "style"]
    assert "innerHTML" not in script


def test_names_are_data(made: str, parsed: Parsed) -> None:
    assert "<script>alert" not in made
    assert "<b onclick" not in made
    for name in EVIL[:7]:
        assert plain(name) in parsed.text


def test_it_can_be_read_by_everybody(parsed: Parsed) -> None:
    assert parsed.named("html") == [{"lang": "en"}]
    assert any("width=device-width" in a.get("content", "") for a in parsed.named("meta"))
    assert len(parsed.named("h1")) == 1
    assert len(parsed.named("h2")) == len(sections()) + 1
    assert len(parsed.named("main")) == 1
    tables = parsed.named("table")
    assert len(tables) == len(parsed.named("caption")) == 3
    assert all(a.get("scope") in ("col", "row") for a in parsed.named("th"))
    figures = parsed.named("figure")
    assert [a["aria-details"] for a in figures] == [a["id"] for a in tables[:2]]
    pictures = parsed.named("svg")
    assert len(pictures) == 2 * len(figures), "one for phones, one for screens"
    assert all(a["role"] == "img" and a["aria-label"] for a in pictures)


def test_every_reference_within_the_page_leads_somewhere(parsed: Parsed) -> None:
    ids = [attributes["id"] for _, attributes in parsed.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    for _, attributes in parsed.elements:
        for name in ("href", "aria-labelledby", "aria-details"):
            value = attributes.get(name, "")
            if name != "href" or value.startswith("#"):
                assert not value or value.removeprefix("#") in ids


def test_pictures_are_whole(made: str) -> None:
    found = re.findall(r"<svg.*?</svg>", made, re.DOTALL)
    assert len(found) == 4
    for drawn in found:
        root = ElementTree.fromstring(drawn)
        assert not [e for e in root.iter() if e.tag.endswith(("script", "style", "foreignObject"))]
        assert "var(--series-1)" in drawn


def test_a_section_says_what_it_has_to(parsed: Parsed) -> None:
    assert "Most end in turn 1." in parsed.text
    assert f"Mind: Few data: {EVIL[0]}" in parsed.text
    assert "3 of 8 rest on fewer than 30 seats: hollow." in parsed.text
    assert "No finished match counts here yet." in parsed.text
    assert "SELECT '<b>' AS who" in parsed.text


def test_rows_lead_to_their_matches(parsed: Parsed) -> None:
    assert "m000 , step 14, </script>" in parsed.text
    assert "m003 , " in parsed.text
    assert "m004" not in parsed.text, "four are listed"
    assert "3 more; all of them:" in parsed.text
    assert 'ludograph stats riftforce guilds --rows "it\'s"' in parsed.text
    links = [a["href"] for a in parsed.named("a") if "#r-guilds-" in a.get("href", "")]
    numbers = [a for a in parsed.named("td") if a.get("class") == "number" and a["data-value"]]
    others = 2 * 2 + 1
    assert len(links) == len(numbers) - others, "every number but those of sections without lists"
    assert len(set(links)) == len(EVIL)
    assert f"{plain(EVIL[1])} : 1 seats" in parsed.text
    assert f"Left out: {EVIL[0]}" in parsed.text and "ludograph stats <x>" in parsed.text


def test_the_foot_says_of_what_when_and_with_what(parsed: Parsed) -> None:
    foot = parsed.text.split("About these numbers")[1]
    for words in (
        "1,234 finished, 5 of them draws; 2 open, not counted", "kind people", "2026-11-30", "abc123",
        "As it stood 2026-11-29", "ludograph 0.2.0",
    ):  # fmt: skip
        assert words in foot


def test_a_page_without_reports_says_so() -> None:
    assert "There are no reports on this page." in Parsed(page("Empty", [], ABOUT)).text


def test_shares_are_percentages_with_their_interval() -> None:
    columns = ["guild", "n", "win_rate", "low", "high", "by_winners", "mean"]
    found = table(columns, [("Ice", 1403, 0.955, 0.931, 0.972, 12, 3.0)], None)
    assert [head.text for head in found.heads] == [
        "guild", "n", "win rate", "low – high", "by winners", "mean",
    ]  # fmt: skip
    assert [cell.text for cell in found.rows[0]] == [
        "Ice", "1,403", "95.5%", "93.1–97.2%", "12", "3.00",
    ]  # fmt: skip
    assert [head.numeric for head in found.heads] == [False, True, True, True, True, True]
    assert [cell.value for cell in found.rows[0][1:4]] == ["1403.0", "0.955", "0.931"]


def test_which_columns_hold_shares() -> None:
    columns = [
        "n",
        "win_rate",
        "low",
        "high",
        "bot_share",
        "unused_win_rate",
        "unused_low",
        "mean_low",
    ]
    assert shares(columns) == {*columns} - {"n", "mean_low"}
    assert shares(["rating", "low", "high"]) == set()
    assert shares(["by_winners", "winners_low"]) == {"by_winners"}


def test_bounds_of_what_is_no_share_are_plain_numbers() -> None:
    columns = ["player", "rating", "low", "high"]
    (row,) = table(columns, [("Ann", 1510.25, 1490.0, 1530.0)], None).rows
    assert [cell.text for cell in row] == ["Ann", "1,510.25", "1,490–1,530"]


def test_rows_without_a_value_have_empty_cells() -> None:
    (row, _) = table(["a", "low", "high"], [(None, None, None), ("b", 1.0, 2.0)], None).rows
    assert [(cell.text, cell.value) for cell in row] == [("", ""), ("", "")]


@pytest.mark.parametrize(
    "href", ["javascript:alert(1)", " JavaScript:x", "data:text/html,x", "file:///x"]
)
def test_addresses_that_run_something_are_refused(href: str) -> None:
    with pytest.raises(GameError, match="no address of a match"):
        Listed("m", href=href)


@pytest.mark.parametrize("href", ["", "https://x.example/a:b", "matches/m1.html", "#m"])
def test_addresses_of_matches(href: str) -> None:
    assert Listed("m", href=href).href == href


def test_lists_are_for_each_row_or_none() -> None:
    with pytest.raises(ValueError, match="2 rows, but 1 lists"):
        Section("x", "X", "", ["a"], [(1,), (2,)], behind=[Behind(1, [])])


@pytest.mark.parametrize(
    ("words", "command"),
    [
        (["stats", "riftforce"], "ludograph stats riftforce"),
        (["sql", "SELECT 'a'"], "ludograph sql \"SELECT 'a'\""),
        (["sql", 'SELECT "a"'], "ludograph sql 'SELECT \"a\"'"),
        (["stats", "--rows", "$HOME"], "ludograph stats --rows '$HOME'"),
        (["stats", "--rows", "", "-"], 'ludograph stats --rows "" -'),
    ],
)
def test_a_command_as_it_is_typed(words: list[str], command: str) -> None:
    assert command_line(words) == command
    assert shlex.split(command) == ["ludograph", *words]


def test_two_sections_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="one name"):
        page("Twice", [sections()[1], sections()[1]], ABOUT)


def test_the_summary_leads_to_the_sections(parsed: Parsed) -> None:
    assert "finished 1,234" in parsed.text and "open 2" in parsed.text
    assert [a["href"] for a in parsed.named("a")].count("#r-turns") == 2, "summary and list"


def test_a_table_of_some_of_the_rows_says_so() -> None:
    some = replace(sections()[1], of=70, drawn=[(n, n, 0.5) for n in range(70)])
    text = Parsed(page("Some", [some], ABOUT)).text
    assert "Turns: 2 of 70 rows" in text and "The first 30 of 70 are drawn" in text


def test_a_row_is_named_by_its_key() -> None:
    rows = [(4, None, "Ice", 3), (5, "x", "Fire", 2)]
    section = Section("t", "T", "", ["turn", "why", "guild", "n"], rows, key=("turn", "why", "guild"),
                      behind=[Behind(3, []), Behind(2, [])])  # fmt: skip
    text = Parsed(page("T", [section], ABOUT)).text
    assert "turn 4, why (none), Ice : 3 matches" in text and "turn 5, x, Fire : 2" in text


def test_every_pair_of_bounds_is_an_interval() -> None:
    columns = [
        "turn",
        "n",
        "unused_win_rate",
        "unused_low",
        "unused_high",
        "mean",
        "mean_low",
        "mean_high",
    ]
    found = table(columns, [(3, 7, 0.5, 0.25, 0.75, 2.5, 2.25, 2.75)], None, ("turn",))
    assert [head.text for head in found.heads] == [
        "turn", "n", "unused win rate", "unused low – high", "mean", "mean low – high",
    ]  # fmt: skip
    (row,) = found.rows
    assert [cell.text for cell in row] == ["3", "7", "50.0%", "25.0–75.0%", "2.50", "2.25–2.75"]
    assert [cell.counted for cell in row] == [False, True, True, True, True, True]
