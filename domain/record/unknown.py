"""What is unknown (`??`) against what is known: whether one says the same as another and more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from domain.contract.game import UNKNOWN


def refines(new: Any, old: Any) -> bool:
    """Return whether a value says the same as another, or knows what that one did not.

    Cards of which some are not known may have been written in any order.
    """
    if new == old or old == UNKNOWN:
        return True
    if isinstance(old, msgspec.Struct):
        return type(new) is type(old) and all(
            refines(getattr(new, name), getattr(old, name)) for name in old.__struct_fields__
        )
    if isinstance(old, tuple | list) and isinstance(new, tuple | list):
        if len(new) != len(old):
            return False
        return all(map(refines, new, old)) or (UNKNOWN in old and holds(new, old))
    return False


def holds(new: Sequence[Any], old: Sequence[Any]) -> bool:
    """Return whether every known card of a bag is in another, as often."""
    if not all(isinstance(card, str) for card in (*new, *old)):
        return False
    missing = Counter(card for card in old if card != UNKNOWN)
    missing.subtract(card for card in new if card != UNKNOWN)
    return max(missing.values(), default=0) <= 0


def merged(first: Any, second: Any) -> Any:
    """Two values that do not contradict each other as one that knows what either knows.

    Raises ValueError if they do contradict each other.
    """
    if first == second or second == UNKNOWN:
        return first
    if first == UNKNOWN:
        return second
    if isinstance(first, msgspec.Struct) and type(first) is type(second):
        fields = {
            name: merged(getattr(first, name), getattr(second, name))
            for name in first.__struct_fields__
        }
        return msgspec.structs.replace(first, **fields)
    if isinstance(first, tuple) and isinstance(second, tuple) and len(first) == len(second):
        return tuple(map(merged, first, second))
    raise ValueError(f"{first!r} is not {second!r}")
