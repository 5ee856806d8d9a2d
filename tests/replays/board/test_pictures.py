"""Pictures of a match: PNG and films that other programs can read."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from domain.contract.errors import GameError, Reason
from domain.record.events import Closed
from replays.board import pictures
from replays.cursor import Cursor
from tests.replays.board.shown import KEYS, played, recorded


def cursor(key: str, n: int = 20) -> Cursor:
    found = Cursor(played(key))
    found.seek(n)
    return found


@pytest.mark.parametrize("key", KEYS)
def test_a_png_is_as_wide_as_asked_for(key: str) -> None:
    for width in (240, 777):
        drawn = pictures.picture(cursor(key), width=width)
        with Image.open(BytesIO(pictures.png(drawn))) as image:
            assert image.format == "PNG"
            assert image.width == width
            corners = {image.getpixel((x, y)) for x in (0, -1) for y in (0, -1) if x + y >= -2
                       for x, y in [(x % image.width, y % image.height)]}  # fmt: skip
            assert corners == {(251, 250, 247, 255)}


def test_a_picture_tells_where_it_is_and_not_how_the_match_is_called() -> None:
    at = cursor("riftforce")
    said = pictures.caption_at(at)
    assert said.title.startswith("Riftforce: Ann (A) against Ben (B)")
    assert said.where.startswith("step 20 of ")
    assert said.changes
    at.match_id = "secretname"
    assert "secretname" not in pictures.picture(at)


def test_who_wins_by_a_concession_is_named() -> None:
    record = played("riftforce")
    given_up = Closed("concession", winner=1, seat=0)
    at = Cursor(recorded("riftforce", [*record.steps[:20], given_up]))
    at.seek(20)
    assert [info.wins for info in pictures.board_at(at).seats] == [False, False]
    at.seek(21)
    board = pictures.board_at(at)
    assert [info.wins for info in board.seats] == [False, True]
    assert (board.to_move, board.status) == ("", "B wins (concession)")
    assert ">wins<" in pictures.picture(at)


@pytest.mark.parametrize("width", [0, -3, 239, 4001])
def test_a_width_that_no_picture_has(width: int) -> None:
    with pytest.raises(GameError) as caught:
        pictures.picture(cursor("riftforce"), width=width)
    assert caught.value.reason is Reason.BAD_SETTING


@pytest.mark.parametrize("form", pictures.FORMS)
@pytest.mark.parametrize("key", KEYS)
def test_a_film_has_a_picture_a_step(form: pictures.Form, key: str) -> None:
    drawn: list[int] = []
    at = cursor(key)
    made = pictures.film(
        at, 18, 21, form=form, width=400, seconds=0.5, theme="dark", progress=drawn.append
    )
    with Image.open(BytesIO(made)) as film:
        assert film.format == form.upper()
        assert film.width == 400
        durations = []
        frames = set()
        for n in range(getattr(film, "n_frames", 1)):
            film.seek(n)
            film.load()
            durations.append(film.info["duration"])
            frames.add(film.convert("RGB").tobytes())
    assert sum(durations) == 500 * (3 + pictures.LAST)
    assert len(frames) == len(durations) <= 4
    assert drawn == [1, 2, 3, 4]


def test_a_film_is_the_same_each_time() -> None:
    one, two = (pictures.film(cursor("solforge"), 10, 12, width=300) for _ in "12")
    assert one == two


def test_a_film_that_would_never_end() -> None:
    with pytest.raises(GameError, match="a film has at most"):
        pictures.film(cursor("riftforce"), 0, pictures.MOST_FRAMES)


@pytest.mark.parametrize("form", pictures.FORMS)
def test_pictures_of_a_film_are_equally_high_where_zones_come_and_go(form: pictures.Form) -> None:
    """Riftforce's guilds lie beside the board until they are picked."""
    at = cursor("riftforce", 1)
    with Image.open(BytesIO(pictures.film(at, 1, 15, form=form, width=400))) as film:
        found = film.height
    heights = set()
    for n in (2, 4, 15):
        at.seek(n)
        drawn = pictures.picture(at, width=400)
        with Image.open(BytesIO(pictures.png(drawn))) as image:
            assert image.height == pictures.height_of(drawn)
            heights.add(image.height)
    assert len(heights) > 1 and found >= max(heights)
