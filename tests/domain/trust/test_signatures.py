from base64 import b64encode
from pathlib import Path

import msgspec
import pytest

from domain.contract.errors import CorruptStream, GameError, Reason
from domain.record.events import Noted, Signed
from domain.record.match import Record
from domain.store.recorder import Recorder
from domain.trust.dossier import sound
from domain.trust.hashes import fields, number, record_hash
from domain.trust.keys import fingerprint, public_text, sign, verifies
from domain.trust.signatures import message, signatures, signed, to_sign
from tests.domain.stored import begun, clock, go_on
from tests.domain.trust.signed_matches import KEYS, busy, matches, sign_as


@pytest.fixture
def recorder(tmp_path: Path) -> Recorder:
    return Recorder(tmp_path / "s.sqlite", durable=False, clock=clock)


def found(recorder: Recorder, record: Record) -> list[tuple[str, int, int, bool]]:
    rows = recorder.chain.rows(record.id)
    seen = signatures(record.id, rows, recorder.load(record.id).events)
    return [(one.role, one.upto, one.later, not one.wrong) for one in seen]


def test_all_sign_the_same(recorder: Recorder) -> None:
    record = busy(recorder, "m1")
    last = len(record.events) - 3
    assert isinstance(record.events[last - 1], type(record.closed))
    assert found(recorder, record) == [(role, last, 0, True) for role in ("A", "B", "judge")]
    rows = recorder.chain.rows("m1")
    for event in record.events[-3:]:
        said = fields(
            b"ludograph signature 1",
            b"m1",
            event.role.encode(),
            number(last),
            record_hash("m1", rows[: last + 1]),
        )
        assert verifies(event.key, event.signature, said)


def test_what_comes_later_is_not_signed_and_takes_nothing_away(recorder: Recorder) -> None:
    record = busy(recorder, "m1")
    last = len(record.events) - 3
    recorder.remark(record, "a correction follows")
    recorder.take_back(record, lines=1)
    assert found(recorder, record) == [(role, last, 2, True) for role in ("A", "B", "judge")]
    sign_as(recorder, record, "B")
    assert found(recorder, record)[-1] == ("B", last + 5, 0, True)
    (*_, seen) = signatures("m1", recorder.chain.rows("m1"), record.events[:-1])
    assert seen.reach == f"up to step {last}; 2 events came after"


def test_the_opening_alone_can_be_signed(recorder: Recorder) -> None:
    record = begun(recorder)
    bare = Record("m1", record.game, record.opened, [], "")
    event = signed(bare, recorder.chain.rows("m1")[:1], "A", KEYS["A"], unfinished=True)
    assert (event.upto, to_sign([event]), to_sign([])) == (0, 0, 0)
    (seen,) = signatures("m1", recorder.chain.rows("m1")[:1], [event])
    assert (seen.wrong, seen.reach) == ("", "the opening")


def test_an_unfinished_match_is_signed_only_if_that_is_said(recorder: Recorder) -> None:
    record = begun(recorder)
    rows = recorder.chain.rows("m1")
    with pytest.raises(GameError, match="not finished") as caught:
        signed(record, rows, "A", KEYS["A"])
    assert (caught.value.reason, caught.value.legal) == (Reason.ILLEGAL, ("--unfinished",))
    assert signed(record, rows, "A", KEYS["A"], unfinished=True).upto == len(record.events)
    with pytest.raises(GameError, match="nobody signs as 'C'"):
        signed(record, rows, "C", KEYS["A"], unfinished=True)


def test_nobody_signs_the_same_twice(recorder: Recorder) -> None:
    record = begun(recorder)
    sign_as(recorder, record, "A")
    with pytest.raises(GameError, match="has signed") as caught:
        sign_as(recorder, record, "A")
    assert caught.value.reason is Reason.CONFLICT
    sign_as(recorder, record, "B")
    go_on(recorder, record)
    sign_as(recorder, record, "A")
    assert [item[0] for item in found(recorder, record)] == ["A", "B", "A"]


A = public_text(KEYS["A"])
ANYBODY = b64encode(bytes([1]) + bytes(31)).decode()
ANYTHING = b64encode(bytes([1]) + bytes(63)).decode()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"role": "B"}, "not given for this"),
        ({"role": "judge"}, "not given for this"),
        ({"role": "C"}, "nobody signs as 'C'"),
        ({"key": public_text(KEYS["B"])}, "not given for this"),
        ({"key": A[:-4]}, "key is none"),
        ({"signature": ""}, "not given for this"),
        ({"key": ANYBODY, "signature": ANYTHING}, "none that one person can hold"),
        ({"signature": ANYTHING}, "not given for this"),
        ({"upto": 3}, "not given for this"),
        ({"upto": 5}, "was not there"),
        ({"upto": -1}, "was not there"),
    ],
)
def test_a_changed_signature_does_not_hold(change: dict[str, object], words: str) -> None:
    record, rows = matches()["m3"]
    (at,) = [n for n, event in enumerate(record.events) if isinstance(event, Signed)]
    assert at == 4
    events = list(record.events)
    events[at] = msgspec.structs.replace(events[at], **change)
    (seen,) = signatures("m3", rows, events)
    assert words in seen.wrong


def test_a_signature_holds_for_one_match_and_one_record() -> None:
    record, rows = matches()["m3"]
    assert [one.wrong for one in signatures("m3", rows, record.events)] == [""]
    assert [bool(one.wrong) for one in signatures("m4", rows, record.events)] == [True]
    version, topic, state = rows[2]
    other = [*rows[:2], (version, topic, state.replace(b'"a"', b'"a" ')), *rows[3:]]
    assert other != rows
    assert [bool(one.wrong) for one in signatures("m3", other, record.events)] == [True]


def test_messages_differ_in_every_part() -> None:
    one = ("m", "A", 1, b"x" * 32)
    others = [("n", *one[1:]), ("m", "B", 1, one[3]), ("m", "A", 2, one[3]), (*one[:3], b"y" * 32)]
    assert len({message(*said) for said in (one, *others)}) == 5
    assert sign(KEYS["A"], message(*one)) == sign(KEYS["A"], message(*one))
    assert fingerprint(A) != fingerprint(public_text(KEYS["B"]))


def test_only_a_sound_match_is_read(recorder: Recorder) -> None:
    record = begun(recorder)
    recorder.append(record, [Noted(note="x")])
    rows, head = recorder.chain.rows("m1"), recorder.chain.head("m1")
    assert sound("m1", rows, head).events == record.events
    version, topic, state = rows[-1]
    changed = (version, topic, state.replace(b'"x"', b'"y"'))
    for wrong, at in ((rows[:-1], head), ([*rows[:-1], changed], head), (rows, None)):
        with pytest.raises(CorruptStream, match="breaks at step"):
            sound("m1", wrong, at)
    first = (1, rows[0][1], rows[0][2].replace(b"Ann", b"Eve"))
    with pytest.raises(CorruptStream, match="breaks at the opening"):
        sound("m1", [first, *rows[1:]], head)
    with pytest.raises(CorruptStream, match="no events"):
        sound("m1", [], head)
