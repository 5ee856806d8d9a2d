"""Pictures are the same for the same rows, valid, and show names as names whatever is in them."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html import unescape
from xml.etree import ElementTree

import altair
import pytest
from jsonschema import ValidationError

from projections.charts import pictures
from projections.charts.palette import DARK, LIGHT, PAGE, Colours, Look
from projections.charts.points import read
from projections.charts.vega import specification
from projections.charts.words import plain
from tests.projections.charts.samples import EVIL, samples

SVG = "{http://www.w3.org/2000/svg}"
KINDS = list(samples())


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("kind", KINDS)
def test_specifications_are_valid_vega_lite(kind: str) -> None:
    chart, columns, rows = samples()[kind]
    for points in (read(chart, columns, rows), read(chart, columns, [])):
        made = specification(points, Look(), "A title")
        altair.LayerChart.validate(made)
        assert made["layer"]
        with pytest.raises(ValidationError):
            altair.LayerChart.validate(made | {"width": [3]})


@pytest.mark.parametrize("kind", KINDS)
def test_pictures_are_whole_and_the_same_again(kind: str) -> None:
    chart, columns, rows = samples()[kind]
    title = "Ben & </svg><script>"
    drawn = pictures.svg(chart, columns, rows, title)
    assert drawn == pictures.svg(chart, columns, rows, title)
    root = ElementTree.fromstring(drawn)
    tags = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert tags <= {"svg", "g", "path", "line", "rect", "text", "tspan", "defs", "title"}
    names = {name for element in root.iter() for name in element.attrib}
    assert not {name for name in names if name.startswith("on") or "href" in name}
    assert not names & {"style", "id"}, "inlined twice, ids would meet; a strict policy bars style"
    assert root.attrib["role"] == "img"
    assert root.attrib["aria-label"].startswith(title)


def test_names_are_shown_as_they_are() -> None:
    chart, columns, rows = samples()["intervals"]
    root = ElementTree.fromstring(pictures.svg(chart, columns, rows))
    texts = {element.text for element in root.iter(f"{SVG}text")}
    for name in EVIL[1:4]:
        assert plain(name) in texts
    said = {element.get("aria-label", "") for element in root.iter()}
    assert any(text.startswith(plain(EVIL[0])) for text in said), "cut in sight, whole when told"


@pytest.mark.parametrize("kind", KINDS)
def test_pictures_are_as_wide_as_asked(kind: str, width: int = 320) -> None:
    chart, columns, rows = samples()[kind]
    root = ElementTree.fromstring(pictures.svg(chart, columns, rows, "T", Look(width)))
    assert float(root.attrib["width"]) == pytest.approx(width, abs=12)


def test_long_names_have_room_beside_rows_whatever_the_font() -> None:
    """A machine without the fonts that were measured draws letters that are wider."""
    found = read(*samples()["intervals"])
    room = specification(found, Look())["padding"]
    assert room["left"] - room["right"] >= max(len(label) for label in found.labels)


def test_every_value_says_itself() -> None:
    for chart, columns, rows in samples().values():
        points = read(chart, columns, rows)
        drawn = pictures.svg(chart, columns, rows)
        said = re.findall(
            r'aria-label="([^"]*)" role="graphics-symbol" aria-roledescription="value"', drawn
        )
        assert sorted(map(unescape, said)) == sorted(point.says for point in points.points)


def test_nothing_to_see_is_a_picture_that_says_so() -> None:
    chart, columns, _ = samples()["heat"]
    drawn = pictures.svg(replace(chart, empty="Nobody <played>."), columns, [])
    root = ElementTree.fromstring(drawn)
    assert "Nobody <played>." in {element.text for element in root.iter(f"{SVG}text")}
    assert pictures.png(chart, columns, []).startswith(b"\x89PNG")


def test_png_is_twice_as_fine_and_the_same_again() -> None:
    chart, columns, rows = samples()["columns"]
    made = pictures.png(chart, columns, rows, look=Look(400, DARK))
    assert made == pictures.png(chart, columns, rows, look=Look(400, DARK))
    assert made.startswith(b"\x89PNG")
    assert int.from_bytes(made[16:20], "big") == pytest.approx(800, abs=16)


def test_what_is_left_out_is_said_in_the_picture() -> None:
    chart, columns, rows = samples()["bars"]
    drawn = pictures.svg(replace(chart, most=2), columns, rows, "T")
    assert "The largest 2 of 8 are drawn" in drawn


def test_html_holds_no_name_as_code_and_loads_nothing() -> None:
    chart, columns, rows = samples()["intervals"]
    made = pictures.html(chart, columns, rows, "</title><script>alert(2)</script>")
    assert made.count("<script") == made.count("</script>") == 2
    assert "alert(1)</script>" not in made
    assert "alert(2)</script>" not in made
    spec = re.search(r'<script type="application/json" id="spec">(.*?)</script>', made, re.DOTALL)
    assert spec
    assert EVIL[0] in json.dumps(json.loads(spec[1]))
    viewer = made.rsplit("<script>", 1)[1].rsplit("</script>", 1)[0]
    rest = made.replace(viewer, "")
    assert not re.search(r"<(?:script|img|link|iframe)[^>]+(?:src|href)=", rest)
    assert pictures.digest(viewer) in made.split("</head>")[0]
    assert "unsafe-eval" not in made.split("</head>")[0]


@pytest.mark.parametrize("colours", [LIGHT, DARK])
def test_colours_can_be_read(colours: Colours) -> None:
    assert contrast(colours.ink, colours.paper) > 10
    assert contrast(colours.soft, colours.paper) > 4.5
    assert all(contrast(colour, colours.paper) > 3 for colour in colours.series)
    assert all(contrast(colours.ink, step) > 4.5 for step in colours.steps)
    assert len(set(colours.series)) == len(PAGE.series) == 7
