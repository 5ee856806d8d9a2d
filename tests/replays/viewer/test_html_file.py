"""The page to give away: what is in it, and what is not."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

import msgspec
import pytest

from domain.formats.jsonl import write_jsonl
from domain.record.match import Record
from replays.cursor import ALL, Viewer
from replays.viewer.html_file import asset, digest, in_script, share
from tests.leaks.samples import samples
from tests.replays.played import match

DATA = re.compile(r'<script type="application/json" id="match-data">(.*?)</script>', re.DOTALL)


@lru_cache
def page(name: str, viewer: Viewer = ALL) -> str:
    """A sample as a page."""
    return share(samples()[name], viewer)


def data(html: str) -> Any:
    """What lies in a page."""
    found = DATA.search(html)
    assert found
    return msgspec.json.decode(found[1])


class TestPage:
    def test_the_same_match_makes_the_same_page(self) -> None:
        assert share(match(3)) == share(match(3))

    def test_it_holds_every_line_and_the_board_after_each_event_of_a_line(self) -> None:
        record = samples()["riftforce"]
        found = data(page("riftforce"))
        variations = record.history.variations
        assert set(found["lines"]) == {"", *(str(v.numbers[-1]) for v in variations)}
        gone = {number for variation in variations for number in variation.numbers}
        assert {int(number) for number in found["frames"]} == {0, *record.numbers, *gone}

    def test_the_record_in_it_is_the_match(self) -> None:
        record = samples()["magical_forge"]
        assert data(page("magical_forge"))["record"] == write_jsonl(record)

    def test_a_usual_match_is_small(self) -> None:
        assert len(share(match(3)).encode()) < 250_000

    def test_nothing_is_loaded_and_only_its_own_script_runs(self) -> None:
        html = page("late")
        (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', html)
        assert policy.startswith("default-src 'none'; script-src 'sha256-")
        script = html[html.rindex("<script>") + 8 : html.rindex("</script>")]
        assert digest(script) in policy
        assert not re.search(r"(src|href)=[\"']?(https?:)?//", html)

    def test_the_viewer_may_stand_in_a_page(self) -> None:
        for name in ("viewer.js", "viewer.css"):
            assert "</" + "script" not in asset(name)
            assert "</" + "style" not in asset(name)

    def test_data_cannot_end_their_element(self) -> None:
        assert in_script('"</script><!--&"') == '"\\u003c/script\\u003e\\u003c!--\\u0026"'


class TestSeats:
    @pytest.mark.parametrize("viewer", [0, 1, None])
    def test_chain_and_seed_are_in_no_page_for_a_seat(self, viewer: Viewer) -> None:
        record = samples()["riftforce"]
        html = page("riftforce", viewer)
        assert record.head in page("riftforce")
        assert record.head not in html
        assert all(event.prev not in html for event in record.events if event.prev)

    def test_it_is_made_of_what_the_seat_knows(self) -> None:
        record: Record = samples()["riftforce"]
        assert data(page("riftforce", 0))["head"]["seen_by"] == "A"
        told = data(page("riftforce", 0))
        again = data(share(record.seen_by(0), 0))
        assert told["lines"] == again["lines"]
        assert told["frames"] == again["frames"]
