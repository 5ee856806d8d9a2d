from hashlib import blake2b
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from domain.trust.hashes import fields, is_hash, record_hash
from tests.domain.trust.signed_matches import IDS, matches

PARTS = st.lists(st.binary(max_size=9), max_size=5)
ROWS = st.lists(
    st.tuples(st.integers(0, 9), st.sampled_from(["g/step", "g/ste", ""]), st.binary(max_size=5)),
    max_size=4,
)


@given(PARTS, PARTS)
def test_parts_read_back_in_one_way_only(one: list[bytes], other: list[bytes]) -> None:
    assert (fields(*one) == fields(*other)) == (one == other)


@given(st.sampled_from("ab"), ROWS, st.sampled_from("ab"), ROWS)
def test_other_events_have_another_hash(one: str, rows: Any, other: str, others: Any) -> None:
    same = rows == others and (one == other or not rows)
    assert (record_hash(one, rows) == record_hash(other, others)) == same


def test_a_record_hash_is_as_it_is_written_down() -> None:
    def part(data: bytes) -> bytes:
        return len(data).to_bytes(8, "big") + data

    for match_id in IDS:
        rows = matches()[match_id][1]
        said = part(b"ludograph record 1")
        for version, topic, state in rows:
            said += part(match_id.encode()) + part(version.to_bytes(8, "big"))
            said += part(topic.encode()) + part(state)
        assert record_hash(match_id, rows) == blake2b(said, digest_size=32).digest()


def test_a_hash_is_written_in_one_way() -> None:
    found = record_hash("m", []).hex()
    assert is_hash(found)
    assert not any(map(is_hash, (found.upper(), found[1:], found + "0", found[:-1] + "g", "")))
