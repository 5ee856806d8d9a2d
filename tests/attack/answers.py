"""How a command may answer whatever it is given: what was asked for, or a clear refusal."""

from __future__ import annotations

from typing import Any


def answered(result: Any, what: object) -> None:
    """Check that a command ended with 0, 1 or 2, and that a refusal is clear text in few lines."""
    error = result.exception
    assert error is None or isinstance(error, SystemExit), f"{what}: {error!r}"
    assert result.exit_code in (0, 1, 2), f"{what}: exit code {result.exit_code}"
    assert "Traceback" not in result.output, f"{what}: {result.output[-2000:]}"
    assert "fault of the program" not in result.output, f"{what}: {result.output[-2000:]}"
    if result.exit_code == 2:
        assert result.stderr.strip(), f"{what}: refused without a word"
    unclear = {c for c in result.output if ord(c) < 32 and c not in "\n\t\r\x1b"}
    unclear |= {c for c in ("\x1b[2J", "\u202e") if c in result.output}
    assert not unclear, f"{what}: control characters {unclear} are printed"
