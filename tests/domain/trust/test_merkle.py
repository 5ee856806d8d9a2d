from hashlib import blake2b

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.trust.merkle import MOST, climbed, leaf, leaves, node, path, root, root_of, split, top

HASHES = st.binary(min_size=32, max_size=32)
TREES = st.lists(HASHES, min_size=1, max_size=40, unique=True)
SIZES = range(1, 34)


def hashed(data: bytes) -> bytes:
    return blake2b(data, digest_size=32).digest()


def made(size: int) -> list[bytes]:
    return [hashed(bytes([n])) for n in range(size)]


@given(TREES)
def test_every_leaf_proves(found: list[bytes]) -> None:
    for index, one in enumerate(found):
        assert climbed(one, index, len(found), path(found, index)) == top(found)


@given(TREES, st.data())
def test_no_other_leaf_proves(found: list[bytes], data: st.DataObject) -> None:
    index = data.draw(st.integers(0, len(found) - 1))
    steps = path(found, index)
    other = data.draw(HASHES)
    assert (climbed(other, index, len(found), steps) == top(found)) == (other == found[index])
    for at, one in enumerate(found):
        if at != index:
            assert climbed(one, index, len(found), steps) != top(found)
            assert climbed(found[index], at, len(found), steps) != top(found)


@given(TREES.filter(lambda found: len(found) > 1), st.data())
def test_no_changed_path_proves(found: list[bytes], data: st.DataObject) -> None:
    index = data.draw(st.integers(0, len(found) - 1))
    steps = path(found, index)
    at = data.draw(st.integers(0, len(steps) - 1))
    byte, bit = data.draw(st.integers(0, 31)), 1 << data.draw(st.integers(0, 7))
    bent = bytearray(steps[at])
    bent[byte] ^= bit
    for changed in (
        [*steps[:at], bytes(bent), *steps[at + 1 :]],
        [*steps[:at], *steps[at + 1 :]],
        [*steps, steps[at]],
        [*steps[:at], steps[at], *steps[at:]],
    ):
        assert climbed(found[index], index, len(found), changed) != top(found)


@given(TREES.filter(lambda found: len(found) > 1), st.data())
def test_a_node_is_no_leaf(found: list[bytes], data: st.DataObject) -> None:
    left, right = data.draw(HASHES), data.draw(HASHES)
    assert hashed(b"\0" + left + right) != node(left, right)
    half = split(len(found))
    above = [top(found[:half]), top(found[half:])]
    assert top(above) == top(found)
    assert root("", 2, top(above)) != root("", len(found), top(found)) or len(found) == 2


@pytest.mark.parametrize("size", SIZES)
def test_the_root_tells_how_many_there_are(size: int) -> None:
    found = made(size)
    whole = root("", size, top(found))
    for index in range(size):
        steps = path(found, index)
        for other in range(1, 40):
            above = climbed(found[index], index, other, steps)
            assert above is None or (root("", other, above) == whole) == (other == size)


def test_trees_of_all_shapes_differ() -> None:
    roots = [root("", size, top(made(size))) for size in SIZES]
    assert len(set(roots)) == len(SIZES)
    doubled = made(3)
    assert top([*doubled, doubled[-1]]) != top(doubled)


def test_the_tree_is_that_of_the_rfc() -> None:
    a, b, c, d, e = made(5)
    ab, cd = hashed(b"\1" + a + b), hashed(b"\1" + c + d)
    assert top([a, b, c, d, e]) == hashed(b"\1" + hashed(b"\1" + ab + cd) + e)
    assert path([a, b, c, d, e], 2) == [d, ab, e]
    assert path([a, b, c, d, e], 4) == [hashed(b"\1" + ab + cd)]


@pytest.mark.parametrize(("index", "size"), [(-1, 3), (3, 3), (0, 0), (0, -1), (0, MOST + 1)])
def test_there_is_no_such_place(index: int, size: int) -> None:
    assert climbed(b"x" * 32, index, size, []) is None


def test_leaves_stand_in_the_order_of_names() -> None:
    records = {"b": b"1" * 32, "a": b"2" * 32, "B": b"3" * 32}
    assert leaves(records) == [leaf(name, records[name]) for name in ("B", "a", "b")]
    swapped = {"b": records["a"], "a": records["b"], "B": records["B"]}
    assert root_of("cup", records) != root_of("cup", swapped)
    assert root_of("cup", records) != root_of("league", records)
    assert leaf("ab", b"c") != leaf("a", b"bc")
