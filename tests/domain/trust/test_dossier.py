"""A dossier tells everything, and whatever is changed in it is found."""

import json
import random
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.contract.errors import GameError, Reason
from domain.trust.dossier import FORMAT, dossier, kept, proof, read, write
from domain.trust.hashes import record_hash
from tests.domain.trust.forged import (
    Document,
    bent,
    document,
    made_anew,
    means_the_same,
    places,
    sealed,
    verified,
    wrong_with,
)
from tests.domain.trust.signed_matches import IDS, all_kept, matches, whole


def test_what_is_written_holds_and_is_read_as_it_was() -> None:
    made = whole()
    text = write(made)
    wrong, examined, found = verified(text)
    assert wrong == []
    assert msgspec.structs.replace(found, checksum="") == made
    assert write(found) == text
    for one in examined:
        record, rows = matches()[one.match]
        assert one.rows == rows
        assert one.record is not None
        assert (one.record.events, one.record.head) == (record.events, record.head)
    assert [len(one.signatures) for one in examined] == [3, 0, 1, 0, 0]


def test_it_is_laid_out_an_event_a_line() -> None:
    text = write(whole("m3"))
    lines = text.splitlines()
    assert f'"format": "{FORMAT}",' in lines
    assert sum(line.startswith('{"match":"m3"') for line in lines) == len(matches()["m3"][1])


def test_the_matches_stand_in_the_order_of_their_names() -> None:
    assert dossier(all_kept()[::-1], "", "1.0") == whole()


@pytest.mark.parametrize("match_id", IDS)
def test_each_match_proves_that_it_is_one_of_them(match_id: str) -> None:
    records = {name: record_hash(name, rows) for name, (_, rows) in matches().items()}
    found = proof(kept(*matches()[match_id]), records, "", "1.0")
    assert found.root == whole().root
    assert wrong_with(write(found)) == []
    others = {**records, match_id: b"x" * 32}
    assert "the proof does not lead to the root" in wrong_with(
        write(proof(kept(*matches()[match_id]), others, "", "1.0"))
    )


def test_a_match_of_another_event_does_not_belong() -> None:
    found = dossier(all_kept("m2"), "Spring Cup", "1.0")
    assert wrong_with(write(found)) == ["m2: it belongs to the event '', not to 'Spring Cup'"]


# -- changes -------------------------------------------------------------------------------------


def first(changed: Document) -> Document:
    match: Document = changed["matches"][0]
    return match


def stored(index: int, old: str, new: str) -> Callable[[Document], None]:
    def change(changed: Document) -> None:
        before = first(changed)["stored"][index]
        assert old in before
        first(changed)["stored"][index] = before.replace(old, new, 1)

    return change


def told(index: int, **fields: Any) -> Callable[[Document], None]:
    def change(changed: Document) -> None:
        assert {**first(changed)["events"][index], **fields} != first(changed)["events"][index]
        first(changed)["events"][index].update(fields)

    return change


def without(match: int) -> Callable[[Document], None]:
    return lambda changed: changed["matches"].pop(match) and None


def swapped(name: str) -> Callable[[Document], None]:
    def change(changed: Document) -> None:
        items = first(changed)[name]
        items[8], items[9] = items[9], items[8]

    return change


def both_swapped(changed: Document) -> None:
    swapped("events")(changed)
    swapped("stored")(changed)


def cut(changed: Document) -> None:
    """Without the last signature."""
    first(changed)["events"].pop()
    first(changed)["stored"].pop()


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (stored(0, "Ann", "Eve"), "the opening is not the one that step 1 was recorded after"),
        (stored(0, "Ann", "Eve"), "the opening is told otherwise than it is stored: players"),
        (told(3, action={"type": "toss", "seat": "B"}), "step 3 is told otherwise"),
        (told(3, facts=[]), "step 3 is told otherwise than it is stored: facts"),
        (told(3, colour="red"), "no field 'colour'"),
        (told(3, step=4), "step 4 stands where step 3 belongs"),
        (told(3, match="m2"), "step 3, as it is told, is none"),
        (told(3, prev="AAAA"), "step 3 is told otherwise than it is stored: prev"),
        (told(3, event=["x"]), "step 3"),
        (told(3, event="pause"), "step 3"),
        (told(0, players=["Eve", "Ben"]), "the opening is told otherwise than it is stored: players"),
        (told(0, game="rift"), "unknown kind"),
        (told(0, colour="red"), "an opening has no field 'colour'"),
        (told(0, match="m2"), "it is of match 'm2'"),
        (told(-1, role="A"), "step 21 is told otherwise than it is stored: role"),
        (stored(-1, "judge", "B"), "step 21 is not the one that the head names"),
        (stored(-1, "judge", "B"), "not given for this by the key"),
        (swapped("events"), "step 9 stands where step 8 belongs"),
        (swapped("stored"), "was recorded after"),
        (both_swapped, "was recorded after"),
        (cut, "step 20 is not the one that the head names"),
        (lambda d: first(d)["events"].pop(), "21 events, and holds 22"),
        (lambda d: first(d).update(head="x"), "step 21 is not the one that the head names"),
        (lambda d: first(d).update(record="0" * 64), "hash of the record is another"),
        (lambda d: first(d).update(match="m0"), "was recorded after"),
        (lambda d: first(d).update(match=""), "a match has no name"),
        (lambda d: first(d).update(match="../x"), "cannot name a match"),
        (lambda d: first(d).update(events=[], stored=[]), "it has no events"),
        (without(0), "one was changed, added or removed"),
        (without(-1), "one was changed, added or removed"),
        (lambda d: d["matches"].append(d["matches"][0]), "in the order of their names, each once"),
        (lambda d: d["matches"].reverse(), "in the order of their names, each once"),
        (lambda d: d.update(root="0" * 64), "the root is not that of these matches"),
        (lambda d: d.update(event="Cup"), "it belongs to the event '', not to 'Cup'"),
        (lambda d: d.update(matches=[]), "it holds no match"),
        (lambda d: d.update(matches={}), "the dossier is damaged"),
        (lambda d: d.update(colour="red"), "colour"),
        (lambda d: d.update(proof={"index": 0, "size": 5, "path": []}), "a proof is of one match"),
    ],
)  # fmt: skip
def test_a_change_is_found_and_named(change: Callable[[Document], None], words: str) -> None:
    changed = document()
    change(changed)
    wrong = wrong_with(sealed(changed))
    assert any(words in line for line in wrong), wrong


def test_the_checksum_is_over_what_nothing_else_is_over() -> None:
    changed = {**document(), "ludograph": "9.9"}
    assert wrong_with(json.dumps(changed)) == [
        "the document is not as it was written: its checksum is another"
    ]
    assert wrong_with(sealed(changed)) == []


@settings(max_examples=250)
@given(st.randoms(use_true_random=False), st.booleans())
def test_whatever_is_changed_is_found(rng: random.Random, again: bool) -> None:
    changed = document(*IDS[:3])
    container, key = rng.choice(places(changed))
    if rng.random() < 0.15:
        del container[key]
    else:
        container[key] = bent(container[key], rng)
    same = changed == document(*IDS[:3])
    text = sealed(changed) if again else json.dumps(changed)
    unprotected = again and (container is changed and key in ("ludograph", "checksum"))
    if same or unprotected:
        return
    if wrong_with(text):
        return
    assert again, "the checksum finds every change"
    means_the_same(text)


@settings(max_examples=150)
@given(st.integers(0, 10**6), st.integers(0, 255))
def test_no_byte_can_be_another(at: int, byte: int) -> None:
    raw = bytearray(write(whole("m3", "m4")).encode())
    was = json.loads(raw)
    raw[at % len(raw)] = byte
    try:
        text = raw.decode()
        if json.loads(text) == was:
            return
    except ValueError:
        text = raw.decode(errors="replace")
    assert wrong_with(text)


# -- somebody who makes everything anew ----------------------------------------------------------


def test_nothing_is_changed_by_making_everything_anew() -> None:
    assert made_anew(document()) == document()


def test_a_record_that_was_rewritten_is_no_longer_signed() -> None:
    changed = document("m1", "m2")
    match = first(changed)
    match["events"][0]["players"] = ["Eve", "Ben"]
    match["stored"][0] = match["stored"][0].replace("Ann", "Eve")
    forged = made_anew(changed)
    wrong = wrong_with(sealed(forged))
    assert len(wrong) == 3
    assert all("not given for this by the key" in line for line in wrong)
    assert forged["root"] != document("m1", "m2")["root"]


def test_without_a_signature_only_a_root_that_is_known_tells() -> None:
    changed = document("m2", "m4")
    first(changed)["events"][0]["players"] = ["Eve", "Ben"]
    first(changed)["stored"][0] = first(changed)["stored"][0].replace("Ann", "Eve")
    forged = made_anew(changed)
    assert wrong_with(sealed(forged)) == []
    assert forged["root"] != document("m2", "m4")["root"]


@pytest.mark.parametrize(
    ("source", "target", "role"),
    [("m1", "m3", "A"), ("m3", "m1", "A"), ("m3", "m3", "B"), ("m3", "m3", "judge")],
)
def test_a_signature_of_another_match_or_role_cannot_be_carried_over(
    source: str, target: str, role: str
) -> None:
    changed = document("m1", "m3")
    matches = {match["match"]: match for match in changed["matches"]}
    match, other = matches[target], matches[source]
    at = next(n for n, item in enumerate(other["events"]) if item.get("event") == "signed")
    item, event = deepcopy(other["events"][at]), json.loads(other["stored"][at])
    item |= {"match": target, "role": role, "step": len(match["events"])}
    event["role"] = role
    match["events"].append(item)
    match["stored"].append(json.dumps(event))
    (wrong,) = wrong_with(sealed(made_anew(changed)))
    assert "not given for this" in wrong or "was not there" in wrong


# -- what is no dossier --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "reason", "words"),
    [
        ("", Reason.UNREADABLE, "no dossier"),
        ('{"game": "riftforce"}', Reason.UNREADABLE, "no dossier"),
        ('{"format": "ludograph dossier 2"}', Reason.UNREADABLE, "'ludograph dossier 2'"),
        ('"ludograph dossier 1"', Reason.CORRUPT, "damaged"),
        ('{"format": "ludograph dossier 1"', Reason.CORRUPT, "damaged"),
        ('{"format": "ludograph dossier 1"}', Reason.CORRUPT, "damaged"),
        ('{"a": "ludograph dossier 1", "a": 1}', Reason.CORRUPT, "'a' stands in it twice"),
        ('{"a": "ludograph dossier 1", "b": NaN}', Reason.CORRUPT, "NaN is no number"),
        ("[" * 100_000 + '"ludograph dossier 1"', Reason.CORRUPT, "damaged"),
    ],
)
def test_what_is_no_dossier_is_said(text: str, reason: Reason, words: str) -> None:
    with pytest.raises(GameError, match=words) as caught:
        read(text, "file")
    assert (caught.value.reason, caught.value.source) == (reason, "file")


@pytest.mark.parametrize(
    "change",
    [
        {"ludograph": "\ud800"},
        {"proof": {"index": 0, "size": 2**70, "path": []}},
        {"proof": {"index": 0, "size": 2**70, "path": ["0" * 64] * 70}},
        {"proof": {"index": -1, "size": 1, "path": []}},
        {"proof": {"index": 0, "size": 1, "path": ["zz"]}},
    ],
)
def test_nonsense_is_found_and_never_a_crash(change: dict[str, Any]) -> None:
    assert wrong_with(json.dumps({**document("m3"), **change}))


def test_events_that_nobody_can_read_are_found_and_never_a_crash() -> None:
    for text in (
        "",
        "[" * 100_000,
        '{"a":["toss",7]}',
        "\x00",
        '{"a":["toss",9],"f":[["toss",9]]}',
    ):
        changed = document("m3")
        first(changed)["stored"][3] = text
        assert wrong_with(sealed(changed))


def test_a_dossier_of_nothing_does_not_hold() -> None:
    (wrong,) = wrong_with(sealed({**document(*IDS[:2]), "matches": []}))
    assert "it holds no match" in wrong
