"""What every game of GAMES must bring; a missing part fails by the game's name."""

import json
import random
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from domain.codec import codec, encode
from domain.errors import GameError
from domain.game import DEALER, Game
from domain.games import GAMES, game
from domain.match import Match, fold
from domain.simulation import deal, play_match
from projections.games import PROJECTED

ROOT = Path(__file__).parent.parent.parent
NAMES = ROOT / "tests" / "golden" / "stored-names.json"
EACH = pytest.mark.parametrize("of", GAMES.values(), ids=GAMES)


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
        kinds = get_args(union)
        assert len(structs(union)) == len(kinds)
        assert all(len(tag) <= 12 for tag in structs(union))
    for fact in get_args(of.fact_type):
        assert "apply" in vars(fact)
        assert fact.__doc__
    assert any(fact.opens_turn for fact in get_args(of.fact_type))


@EACH
def test_a_game_brings_bots_a_projection_and_golden_matches(of: Game) -> None:
    assert {"random", "sensible"} <= set(of.bots)
    assert of.key in PROJECTED
    assert any((ROOT / "tests" / "golden").glob("*.tape"))
    assert of.name
    assert of.rules_version
    assert game(of.key[:4]) is of


@EACH
def test_every_question_of_a_match_has_words_and_every_fact_is_told(of: Game) -> None:
    rng = random.Random(4)
    match = Match(of, of.settings({}))
    shadow = of.new_state(of.settings({}))
    while (ask := match.ask) is not None and match.state.turn < 400:
        assert of.notation.words(match.state, ask), ask.about
        assert ask.why_not(msgspec.UNSET)  # type: ignore[arg-type]
        chosen = deal(ask, rng) if ask.seat == DEALER else of.bots["random"](match.state, ask, rng)
        assert chosen in ask.choices
        match.answer(chosen)
        for step in match.take():
            for fact in step.facts:
                assert of.tell(fact, shadow)
                fact.apply(shadow)
        assert shadow == match.state
    assert of.result(match.state) is not None


@EACH
def test_a_board_is_plain_data_and_text(of: Game) -> None:
    steps = play_match(of, of.settings({}), ("random", "random"), 1)
    state = fold(of.new_state(of.settings({})), steps)
    assert json.loads(msgspec.json.encode(of.board(state))) == of.board(state)
    assert of.draw_board(state)


@EACH
def test_steps_survive_the_store(of: Game) -> None:
    for step in play_match(of, of.settings({}), ("random", "sensible"), 2):
        assert codec(of.key).step.decode(encode(step)) == step


@EACH
def test_unknown_settings_are_refused(of: Game) -> None:
    with pytest.raises(GameError):
        of.settings({"no such": "setting"})
    assert of.settings(of.settings({})) == of.settings({})


def test_a_game_is_found_by_its_key_or_a_beginning() -> None:
    with pytest.raises(GameError) as error:
        game("nothing")
    assert error.value.legal == tuple(GAMES)
    with pytest.raises(GameError):
        game("")
