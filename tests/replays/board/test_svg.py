"""The drawing: well-formed, the same each time, every text in its box, every change marked."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from domain.contract.board import Board, Card, Number, SeatInfo, Zone
from replays.board.changes import changed
from replays.board.colours import LOOKS, THEMES, TINTS, palette
from replays.board.faces import described
from replays.board.headings import Caption
from replays.board.layout import WIDTH, heights_of
from replays.board.pictures import png
from replays.board.svg import svg
from replays.board.text_width import FONT, fitted, folded, text_width
from tests.replays.board.shown import GOLDEN, KEYS, boards, golden, played

SVG = "{http://www.w3.org/2000/svg}"
LONG = "An Elemental of the Outermost, Coldest, and Longest of All Names Ever Printed"


def texts_of(part: ElementTree.Element) -> list[tuple[float, float, str]]:
    """Where the texts under a part begin and end, and what they say."""
    found = []
    for text in part.iter(f"{SVG}text"):
        words = "".join(text.itertext()) if text[:] == [] else (text[0].tail or "")
        wide = text_width(words, float(text.get("font-size", "0")), " b" in text.get("class", ""))
        x = float(text.get("x", "0"))
        left = {"start": x, "middle": x - wide / 2, "end": x - wide}[
            text.get("text-anchor", "start")
        ]
        found.append((left, left + wide, words))
    return found


def check_room(drawn: str) -> int:
    """Every text is in the picture, and in its card; returns how many cards there are."""
    root = ElementTree.fromstring(drawn)
    for left, right, words in texts_of(root):
        assert left >= -1, words
        assert right <= WIDTH + 1, words
    cards = 0
    for group in root.iter(f"{SVG}g"):
        box = group.find(f"{SVG}rect")
        if group.get("data-key") is None or box is None or "card" not in box.get("class", ""):
            continue
        cards += 1
        x, wide = float(box.get("x", "0")), float(box.get("width", "0"))
        for left, right, words in texts_of(group):
            assert left >= x - 17, words
            assert right <= x + wide + 1, words
    return cards


@pytest.mark.parametrize("key", KEYS)
def test_every_step_is_drawn_with_its_texts_in_their_boxes(key: str) -> None:
    before, cards = None, 0
    for n, board in enumerate(boards(played(key))):
        if n % 3 == 0:
            cards += check_room(svg(board, before=before, caption=Caption("T", "w", ("done",))))
        before = board
    assert cards > 100


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_matches_are_drawn(path: Path) -> None:
    for board in boards(golden(path), every=25):
        for theme in THEMES:
            check_room(svg(board, theme=theme))


@pytest.mark.parametrize("key", KEYS)
def test_it_is_the_same_each_time(key: str) -> None:
    one, two = (list(boards(played(key), every=11)) for _ in "12")
    assert [svg(board, theme="dark") for board in one] == [
        svg(board, theme="dark") for board in two
    ]


def full(name: str, cards: int = 9) -> Board:
    """A board of cards with a name, everywhere."""
    kinds = ("lane", "row", "hand", "stack", "rift", "pile")
    rows = []
    for kind in kinds:
        some = tuple(
            Card(
                f"{kind}.{n}", name, "x", "A", "creature",
                (Number("level", 3), Number("Attack", 1234567), Number("Health", -5, 7)),
                (name, name), name, (name,), "red",
                attached=tuple(Card(f"{kind}.{n}.{s}", name) for s in range(12)),
            )
            for n in range(cards)
        )  # fmt: skip
        zone = Zone(kind, name, "", kind, some, len(some), name, horizontal=kind != "stack")
        rows.append((zone, Zone(f"{kind}2", name, "B", kind, some[:0])))
    seats = tuple(
        SeatInfo(seat, name, (Number(name[:12], 12, 15), Number("x", 1)), (name, name))
        for seat in ("A", "B")
    )
    return Board("game", seats, tuple(rows), 3, "A", name)


@settings(max_examples=25, deadline=None)
@given(st.text(min_size=0, max_size=80), st.integers(1, 12))
def test_any_name_fits_and_is_safe(name: str, cards: int) -> None:
    board = full(name, cards)
    check_room(svg(board, before=full("other", 3), caption=Caption(name, name, (name,) * 9)))


def test_what_is_cut_off_is_told_in_full() -> None:
    root = ElementTree.fromstring(svg(full(LONG)))
    titles = [title.text or "" for title in root.iter(f"{SVG}title")]
    assert any(title.startswith(f"{LONG} (creature): level 3, Attack 1234567") for title in titles)
    assert any(text.endswith("…") for _, _, text in texts_of(root))


def test_who_does_not_see_it_is_told() -> None:
    board = list(boards(played("riftforce")))[-1]
    root = ElementTree.fromstring(
        svg(board, caption=Caption("Riftforce: Ann", "step 9", ("it ends",)))
    )
    assert root.get("role") == "img"
    assert [root[0].text, root[0].get("id"), root[1].get("id")] == ["Riftforce: Ann", "t", "d"]
    said = root[1].text or ""
    assert "step 9; it ends" in said
    for info in board.seats:
        assert f"{info.seat} ({info.player}): Riftforce {info.numbers[0].value}" in said


@pytest.mark.parametrize("key", KEYS)
def test_every_card_that_changed_has_a_frame(key: str) -> None:
    before, framed = None, 0
    for board in boards(played(key)):
        if before is not None:
            drawn = ElementTree.fromstring(svg(board, before=before))
            zones = {card.key for zone in board.zones if zone.kind != "pile" for card in zone.cards}
            marked = {mark.key for mark in changed(before, board) if mark.what != "left"} & zones
            found = {
                group.get("data-key")
                for group in drawn.iter(f"{SVG}g")
                for box in group.findall(f"{SVG}rect")
                if group.get("data-key") and box.get("class", "").split(" ")[0] == "m"
            }
            assert found == marked
            framed += len(found)
        before = board
    assert framed > 20


def test_pictures_of_a_film_are_equally_high() -> None:
    found = list(boards(played("magical_forge"), every=5))
    heights: dict[str, float] = {}
    for board in found:
        for row, height in heights_of(board).items():
            heights[row] = max(height, heights.get(row, 0.0))
    sizes = {
        re.findall(r'height="(\d+)" viewBox', svg(board, caption=Caption("x"), heights=heights))[0]
        for board in found
        if len(board.rows) == len(found[0].rows)
    }
    assert len(sizes) == 1


# -- measuring -----------------------------------------------------------------------------------


@pytest.mark.parametrize("bold", [False, True])
@pytest.mark.parametrize(
    "words", ["Grovekeeper’s Wary Owl", "Wampum Mixer 12/15", "AV To jiffy lily", "…", "Łódź élan"]
)
def test_texts_are_as_wide_as_they_are_measured(words: str, bold: bool) -> None:
    weight = ' font-weight="700"' if bold else ""
    drawn = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="60">'
        f'<text x="10" y="40" font-size="40" font-family="{FONT}"{weight}>{words}</text></svg>'
    )
    box = Image.open(BytesIO(png(drawn))).getchannel("A").getbbox()
    assert box is not None
    measured = text_width(words, 40, bold)
    assert box[2] - 10 <= measured + 2
    assert box[2] - box[0] >= measured * 0.8 or words == "…"


@given(st.text(max_size=60), st.floats(0, 200), st.booleans())
def test_what_is_fitted_fits(text: str, room: float, bold: bool) -> None:
    shown = fitted(text, room, 12, bold)
    assert text_width(shown, 12, bold) <= room + 0.01
    if text_width(" ".join(text.split()), 12, bold) <= room:
        assert shown == " ".join(text.split())


@given(st.text(max_size=120), st.floats(20, 200), st.integers(1, 4))
def test_what_is_folded_fits(text: str, room: float, most: int) -> None:
    lines = folded(text, room, 12, most)
    assert len(lines) <= most
    assert all(text_width(line, 12) <= room + 0.01 for line in lines)
    if not any("…" in line for line in lines):
        assert " ".join(lines).split() == text.split()


# -- colours -------------------------------------------------------------------------------------


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", THEMES)
def test_texts_stand_out(theme: str) -> None:
    look = LOOKS[theme]
    pairs = [(ink, paper) for ink in (look.ink, look.soft) for paper in (look.paper, look.field)]
    pairs += [(look.on_mark, of) for of in (*look.seats, look.good, look.bad)]
    pairs += [(ink, look.paper) for ink in (look.good, look.bad, look.mark)]
    for light, dark in TINTS.values():
        of = dark if theme == "dark" else light
        pairs += [(of.ink, of.paper), (look.soft, of.paper)]
    assert [(one, other) for one, other in pairs if contrast(one, other) < 4.5] == []


def test_a_film_has_one_palette() -> None:
    for theme in THEMES:
        assert 100 < len(palette(theme)) <= 256


def test_hidden_cards_say_only_what_they_are() -> None:
    assert described(Card("k", hidden=True)) == "a card that is not known"
    assert described(Card("k", kind="spell", hidden=True)) == "a spell that is not known"
