"""What every game of GAMES must bring; a missing part fails by the game's name."""

import json
import random
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cli.games.check_game import check
from cli.games.defaults import left_to_defaults
from domain.contract.errors import GameError
from domain.contract.game import Fact, Game, Notation, Play, Scenery
from domain.games import GAMES, OWN, game
from domain.games.plugins import required
from domain.record.match import Match
from domain.record.rulings import shapes
from projections.games.registry import PROJECTED
from tests.domain.games.ruled import after_decision, ruled_match

few = settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.too_slow])

ROOT = Path(__file__).parent.parent.parent
NAMES = ROOT / "tests" / "golden" / "stored-names.json"
EACH = pytest.mark.parametrize("of", [GAMES[key] for key in OWN], ids=list(OWN))


def structs(union: Any) -> dict[str, tuple[str, ...]]:
    """Tags and fields of a union of structs, in the order they are stored."""
    return {str(k.__struct_config__.tag): k.__struct_fields__ for k in get_args(union)}


def parts(of: Game) -> dict[str, type[msgspec.Struct]]:
    """The structs inside actions and facts, by tag: stored with them."""
    found: dict[str, type[msgspec.Struct]] = {}
    outer = {*get_args(of.action_type), *get_args(of.fact_type)}
    seen: set[Any] = set()

    def walk(kind: Any) -> None:
        if isinstance(kind, msgspec.inspect.StructType):
            if kind.cls in seen:
                return
            seen.add(kind.cls)
            if kind.cls not in outer:
                assert found.setdefault(str(kind.tag), kind.cls) is kind.cls, kind.tag
            for field in kind.fields:
                walk(field.type)
        for name in ("item_type", "key_type", "value_type"):
            if hasattr(kind, name):
                walk(getattr(kind, name))
        for name in ("types", "item_types"):
            for inner in getattr(kind, name, ()):
                walk(inner)

    for union in (of.action_type, of.fact_type):
        walk(msgspec.inspect.type_info(union))
    return found


def test_the_contract_asks_for_few_names() -> None:
    """Everything else has a default that is right for a simple game."""
    asked = [name for part in (Game, Notation, Scenery) for name in required(part)]
    assert len(asked) <= 14
    assert set(asked) >= {"key", "new_state", "turn", "read", "write"}


@EACH
def test_a_game_defines_what_only_it_can_know(of: Game) -> None:
    assert not set(left_to_defaults(of)) & set(required(Game))


@EACH
def test_what_lies_inside_actions_and_facts_never_changes_either(of: Game) -> None:
    recorded = json.loads(NAMES.read_text())[of.key]["parts"]
    now = {tag: kind.__struct_fields__ for tag, kind in parts(of).items()}
    assert set(recorded) == set(now)
    for tag, fields in recorded.items():
        assert now[tag][: len(fields)] == tuple(fields), tag
        added = len(now[tag]) - len(fields)
        assert len(parts(of)[tag].__struct_defaults__) >= added, tag


@EACH
def test_stored_names_never_change(of: Game) -> None:
    """Tags stay, fields keep their place; more may come at the end, with defaults."""
    recorded = json.loads(NAMES.read_text())[of.key]
    for kind, union in (("actions", of.action_type), ("facts", of.fact_type)):
        now = structs(union)
        for tag, fields in recorded[kind].items():
            assert now[tag][: len(fields)] == tuple(fields), f"{kind} {tag}"
        for struct in get_args(union):
            tag = str(struct.__struct_config__.tag)
            added = len(struct.__struct_fields__) - len(recorded[kind].get(tag, ()))
            if tag in recorded[kind]:
                assert len(struct.__struct_defaults__) >= added, f"{kind} {tag}"


@EACH
def test_stored_names_are_all_written_down(of: Game) -> None:
    recorded = json.loads(NAMES.read_text())[of.key]
    assert set(recorded["actions"]) == set(structs(of.action_type))
    assert set(recorded["facts"]) == set(structs(of.fact_type))


@EACH
def test_tags_are_short_and_each_fact_applies(of: Game) -> None:
    for union in (of.action_type, of.fact_type):
        assert all(len(tag) <= 12 for tag in structs(union))
    for fact in get_args(of.fact_type):
        assert fact.apply is not Fact.apply
        assert fact.__doc__


@EACH
def test_a_game_brings_a_projection_and_golden_matches(of: Game) -> None:
    assert of.key in PROJECTED
    assert any((ROOT / "tests" / "golden").glob("*.tape"))
    assert game(of.key[:4]) is of


@EACH
def test_a_game_keeps_the_contract(of: Game) -> None:
    """What `ludograph check-game` checks, for anybody's game."""
    checks = list(check(of, 4))
    assert len(checks) == 14
    assert [f"{done.name}: {problem}" for done in checks for problem in done.problems] == []


@EACH
@few
@given(seed=st.integers(0, 10**6))
def test_where_a_line_begins_the_state_alone_says_what_is_asked(of: Game, seed: int) -> None:
    """So a ruling there can have the question put again."""
    match = ruled_match(of.key, seed, 0)
    rng = random.Random(seed)
    for _ in range(120):
        if match.ask is None:
            break
        match = after_decision(of, match, rng)
        if (ask := match.ask) and match.state.turn and ask.about in of.notation.opens:
            play = Play(match.state.copy())
            turn = of.turn(play)
            assert turn is not None
            again = next(turn)
            assert (again.seat, again.about) == (ask.seat, ask.about)
            assert sorted(map(repr, again.choices)) == sorted(map(repr, ask.choices))
            assert play.state == match.state


@EACH
def test_a_game_shows_what_a_ruling_can_say(of: Game) -> None:
    """Each shape begins with a word that the game understands; another word is none of its own."""
    said = shapes(of)
    assert len(said) > 10
    written = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    assert [shape for shape in said if f"`{shape}`" not in written] == []
    state = Match(of, of.settings({})).state
    for shape in said:
        word = shape.split()[0]
        try:
            assert of.notation.ruling(state, word) is not None, word
        except GameError as error:
            assert error.legal, word
    assert of.notation.ruling(state, "no-such-word A 1") is None


def test_a_game_is_found_by_its_key_or_a_beginning() -> None:
    with pytest.raises(GameError) as error:
        game("nothing")
    assert error.value.legal == tuple(GAMES)
    with pytest.raises(GameError):
        game("")
