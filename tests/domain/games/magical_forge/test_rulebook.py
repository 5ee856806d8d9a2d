"""Nothing of the rulebook is without a test, and no test names what is not there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.domain.claims import claims
from tests.domain.games.magical_forge.rulebook import RULES, RULINGS, rule

CLAIMS = claims(Path(__file__).parent)


@pytest.mark.parametrize("sentence", [*RULES, *RULINGS])
def test_has_a_test(sentence: str) -> None:
    assert sentence in CLAIMS, (RULES | RULINGS)[sentence]


def test_every_claim_is_a_sentence() -> None:
    assert set(CLAIMS) <= {*RULES, *RULINGS}


def test_an_unknown_sentence_is_refused() -> None:
    with pytest.raises(AssertionError, match=r"no such sentence: \['forge\.9'\]"):
        rule("forge.9")
