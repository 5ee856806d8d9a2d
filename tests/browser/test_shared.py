"""The page to give away, opened from disk in a real browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from playwright.sync_api import Browser, expect

from domain.record.chain import chained
from domain.record.match import Record
from domain.store.recorder import Recorder
from replays.cursor import Viewer
from replays.viewer.html_file import share
from tests.browser.browsing import LAPTOP, NEEDED, SMALL, Watched, browser
from tests.domain.tabled import evening
from tests.leaks.samples import samples

pytestmark = NEEDED
MARKS = ("taken back", "corrected", "ruling")
"""What is said at steps of a match in which everything happens."""
NASTY = ("</script><script>alert(1)</script>", "<b>Ben</b> & Co")


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as found:
        yield found


def written(folder: Path, record: Record, seat: Viewer | None = None) -> str:
    """A match as a file; its address."""
    file = folder / "match.html"
    file.write_text(share(record) if seat is None else share(record, seat), encoding="utf-8")
    return file.as_uri()


def opened(chromium: Browser, url: str, place: str = "") -> Watched:
    """The file in the browser."""
    watched = Watched(chromium, url.partition("#")[0], viewport=LAPTOP)
    watched.page.goto(url + place)
    watched.page.wait_for_selector(".viewer[data-step]")
    return watched


def text_of(watched: Watched, where: str) -> str:
    """What stands in a part of the page."""
    return watched.page.inner_text(where)


class TestStepping:
    def test_keys_buttons_slider_and_curve_lead_to_steps(
        self, chromium: Browser, tmp_path: Path
    ) -> None:
        record = samples()["riftforce"]
        numbers = record.numbers
        watched = opened(chromium, written(tmp_path, record))
        page = watched.page
        watched.step(0)
        for key, number in (
            ("ArrowRight", numbers[0]), ("End", numbers[-1]), ("ArrowLeft", numbers[-2]),
            ("Home", 0), ("Shift+ArrowRight", numbers[3]),
        ):  # fmt: skip
            page.keyboard.press(key)
            watched.step(number)
        page.click("button.on")
        watched.step(numbers[4])
        page.fill('input[type="range"]', "7")
        watched.step(numbers[6])
        box = page.locator("svg.curve").bounding_box()
        assert box
        page.mouse.click(box["x"] + box["width"] - 1, box["y"] + 9)
        watched.step(numbers[-1])
        page.select_option("select[aria-label='Go to turn']", "1")
        watched.step(numbers[3])
        assert text_of(watched, ".steps [aria-current=step] .at").endswith(f"{numbers[3]}")
        page.wait_for_url(f"**#step={numbers[3]}")
        watched.clean()

    def test_playing_goes_to_the_end_and_stops(self, chromium: Browser, tmp_path: Path) -> None:
        record = samples()["riftforce"]
        last = record.numbers[-1]
        watched = opened(chromium, written(tmp_path, record), f"#step={record.numbers[-3]}")
        watched.page.select_option("select[aria-label=Speed]", "4")
        watched.page.locator("h1").click()
        watched.page.keyboard.press("Space")
        watched.step(last)
        watched.page.wait_for_selector("button.play:not(.playing)")
        watched.clean()


class TestVariations:
    def test_what_was_taken_back_is_entered_and_left(
        self, chromium: Browser, tmp_path: Path
    ) -> None:
        record = samples()["riftforce"]
        watched = opened(chromium, written(tmp_path, record))
        page = watched.page
        gone = record.history.variations[0]
        page.keyboard.press("v")
        watched.step(gone.numbers[0])
        expect(watched.page.locator(".banner")).to_contain_text(f"by event {gone.by}")
        page.click(".banner button")
        watched.step(gone.after)
        expect(page.locator(".banner")).to_be_hidden()
        page.locator(".aside .enter").first.click()
        page.wait_for_selector(".banner:visible")
        page.keyboard.press("Escape")
        page.wait_for_selector(".banner", state="hidden")
        watched.clean()

    def test_a_link_to_a_step_that_does_not_stand_leads_to_its_own_line(
        self, chromium: Browser, tmp_path: Path
    ) -> None:
        record = samples()["riftforce"]
        gone = record.history.variations[0].numbers[0]
        watched = opened(chromium, written(tmp_path, record), f"#step={gone}")
        watched.step(gone)
        expect(watched.page.locator(".banner")).to_be_visible()
        watched.page.fill('input[type="number"]', "1")
        watched.page.keyboard.press("Enter")
        watched.step(1)
        watched.clean()


class TestSafe:
    def test_names_and_notes_are_only_text(self, chromium: Browser, tmp_path: Path) -> None:
        before = samples()["riftforce"]
        opening = msgspec.structs.replace(before.opened, players=NASTY, note="<img src=x>")
        record = Record(before.id, before.game, opening, [], "")
        chained(record, [opening, *before.events])
        watched = opened(chromium, written(tmp_path, record))
        expect(watched.page.locator("h1")).to_contain_text(NASTY[0])
        expect(watched.page.locator(".viewer script, .viewer img, .viewer b b")).to_have_count(0)
        assert NASTY[0] in watched.page.title()
        watched.clean()

    def test_the_policy_lets_nothing_out(self, chromium: Browser, tmp_path: Path) -> None:
        watched = opened(chromium, written(tmp_path, samples()["late"]))
        refused = watched.page.evaluate(
            "fetch('https://example.invalid/').then(() => false, () => true)"
        )
        assert refused
        assert any("Content Security Policy" in error for error in watched.errors)

    def test_the_record_in_it_can_be_saved(self, chromium: Browser, tmp_path: Path) -> None:
        record = samples()["magical_forge"]
        watched = opened(chromium, written(tmp_path, record))
        watched.page.click(".about summary")
        with watched.page.expect_download() as download:
            watched.page.click("text=Save the record")
        lines = Path(download.value.path()).read_text(encoding="utf-8").splitlines()
        assert len(lines) == len(record.events) + 1
        watched.clean()


class TestReadable:
    @pytest.mark.parametrize("name", ["riftforce", "solforge", "magical_forge"])
    def test_a_phone_shows_it_without_scrolling_sideways(
        self, chromium: Browser, tmp_path: Path, name: str
    ) -> None:
        record = samples()[name]
        url = written(tmp_path, record)
        watched = Watched(chromium, url, viewport=SMALL, color_scheme="dark")
        watched.page.goto(f"{url}#step={record.numbers[-1]}")
        watched.step(record.numbers[-1])
        wide = watched.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= SMALL["width"]
        watched.clean()

    def test_a_small_phone_shows_what_was_taken_back_corrected_and_ruled(
        self, chromium: Browser, tmp_path: Path
    ) -> None:
        recorder = Recorder(tmp_path / "store.sqlite", durable=False)
        evening(recorder)
        url = written(tmp_path, recorder.load("club"))
        recorder.close()
        watched = Watched(chromium, url, viewport=SMALL)
        watched.page.goto(url)
        watched.step(0)
        badges = watched.page.locator(".steps .badge")
        assert {*MARKS} <= {*badges.all_inner_texts()}
        for badge in badges.all():
            box = badge.bounding_box()
            assert box
            assert 0 <= box["x"] < box["x"] + box["width"] <= SMALL["width"]
        watched.clean()

    def test_a_card_says_what_it_is(self, chromium: Browser, tmp_path: Path) -> None:
        watched = opened(chromium, written(tmp_path, samples()["solforge"]), "#step=20")
        card = watched.page.locator(".card:not(.hidden-card)").first
        said = card.get_attribute("aria-label")
        assert said
        card.focus()
        watched.page.keyboard.press("Enter")
        assert watched.page.inner_text(".card-words h2") in said
        watched.page.keyboard.press("Escape")
        watched.page.wait_for_selector(".card-words", state="hidden")
        watched.clean()

    def test_a_seat_is_told_whose_eyes_it_sees_with(
        self, chromium: Browser, tmp_path: Path
    ) -> None:
        watched = opened(chromium, written(tmp_path, samples()["riftforce"], 0), "#step=12")
        expect(watched.page.locator(".eyes")).to_have_text("Shown is what A knows.")
        expect(watched.page.locator(".hidden-card").first).to_be_visible()
        watched.clean()
