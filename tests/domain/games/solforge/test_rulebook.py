"""Nothing of the rulebook is without a test, and no test names what is not there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.domain.claims import claims
from tests.domain.games.solforge.rulebook import BEYOND_THE_ENGINE, RULES, RULINGS, rule

CLAIMS = claims(Path(__file__).parent)


@pytest.mark.parametrize("sentence", [*RULES, *RULINGS])
def test_has_a_test(sentence: str) -> None:
    assert sentence in CLAIMS, (RULES | RULINGS)[sentence]


def test_every_claim_is_a_sentence() -> None:
    assert set(CLAIMS) <= {*RULES, *RULINGS}


def test_what_no_engine_can_keep_is_not_claimed() -> None:
    assert not set(BEYOND_THE_ENGINE) & {*RULES, *RULINGS, *CLAIMS}


def test_an_unknown_sentence_is_refused() -> None:
    with pytest.raises(AssertionError, match=r"no such sentence: \['g-fire\.9'\]"):
        rule("g-fire.9")


def test_the_editions_have_ids_of_their_own() -> None:
    early = {sentence for sentence in RULES if sentence.startswith("e-")}
    assert len(early) > 50
    assert len(set(RULES) - early) > 150
    assert not set(RULINGS) & set(RULES)
