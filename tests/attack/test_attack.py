"""A short slice of the campaign: some tries of every kind of attack, always with the same seeds."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.attack.campaign import KINDS, Impossible, Kind, main

SEEDS = {
    "kills": (1,),
    "power": range(3),
    "bulk": range(3),
    "faults": (1, 2, 3),
    "flips": (0, 40, 130),
    "forgeries": range(4),
    "walks": (1,),
    "texts": range(12),
    "requests": (1,),
    "roles": (1,),
}
"""A few of each kind."""


@pytest.mark.parametrize("kind", [k for k in KINDS if k.name in SEEDS], ids=lambda kind: kind.name)
def test_what_is_attacked_holds(kind: Kind, tmp_path: Path) -> None:
    for seed in SEEDS[kind.name]:
        folder = tmp_path / str(seed)
        folder.mkdir()
        try:
            assert kind.attempt(seed, folder) > 0
        except Impossible as error:
            pytest.skip(str(error))


def test_a_campaign_fails_if_one_try_does(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(seed: int, folder: Path) -> int:
        assert seed != 5, "five is too many"
        return 3

    monkeypatch.setattr(Kind, "attempt", property(lambda _: broken))
    words = ["--only", "power", "--tries", "3", "--seed"]
    assert main([*words, "1"]) == 0
    assert main([*words, "4"]) == 1
    said = capsys.readouterr().out
    assert "python -m tests.attack --only power --seed 5 --tries 1" in said
    assert "five is too many" in said
