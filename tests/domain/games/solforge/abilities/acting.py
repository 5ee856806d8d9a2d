"""Short ways to say what is done in a test: a spell is played, and questions are answered."""

from __future__ import annotations

from typing import Any

from domain.contract.game import Action
from domain.games.solforge import actions as a
from domain.games.solforge.cards import nodes as n
from tests.domain.games.solforge.given import Made, Scene, card, scene, spell

Answer = Action | Made | str | int
"""`b2`, `xa1`: what is there; `A`, `B`: a player; 3: a lane; `yes`, `no`; a card; or an action."""

WORDS: dict[str, Action] = {
    "yes": a.Yes(),
    "no": a.No(),
    "A": a.TargetPlayer(0),
    "B": a.TargetPlayer(1),
}
OX = card("Ox", 2, 5)
"""A creature without abilities."""
RAM = card("Ram", 4, 9)
ELK = card("Elk", 1, 3)
YOURS, THEIRS = n.Filter(side="yours"), n.Filter(side="enemy")
ME, FOE = n.Filter(kind="player", side="yours"), n.Filter(kind="player", side="enemy")
SELF = n.Filter(ref="this")


def action(position: Scene, answer: Answer) -> Action:
    """The action that an answer means."""
    if isinstance(answer, Made):
        return a.Card(answer.code())
    if isinstance(answer, int):
        return a.Lane(answer)
    if isinstance(answer, str):
        return WORDS.get(answer) or position.target(answer)
    return answer


def answer(position: Scene, *answers: Answer) -> Scene:
    """Answer what is asked, one after the other."""
    for one in answers:
        position.when(action(position, one))
    return position


def legal(position: Scene) -> set[str]:
    """What may be chosen now, as places (`a1`, `xb3`), players (A, B), lanes, cards, words."""
    found: set[str] = set()
    for choice in position.ask.choices:
        match choice:
            case a.Target(number) | a.AtRandom(number):
                p = position.state.in_play[number]
                found.add(f"{'x' if p.exalt else ''}{'ab'[p.seat]}{p.lane}")
            case a.TargetPlayer(seat):
                found.add("AB"[seat])
            case a.Lane(lane):
                found.add(str(lane))
            case a.Card(code) | a.Random(code):
                found.add(code)
            case a.Mode(which):
                found.add(f"mode {which}")
            case _:
                found.add(type(choice).__name__.lower())
    return found


def cast(*effects: n.Effect, then: tuple[Answer, ...] = (), **where: Any) -> Scene:
    """A plays a spell of one line in a position; `then` answers what is asked."""
    one = spell(*effects)
    position = scene(hand_a=[one, *where.pop("hand_a", ())], **where)
    return answer(position.when(a.Play(one.code())), *then)


def play(position: Scene, made: Made, lane: int = 0, *then: Answer) -> Scene:
    """Who is to act plays a card; `then` answers what is asked."""
    return answer(position.when(a.Play(made.code(), lane)), *then)


def skip(position: Scene, steps: int = 1) -> Scene:
    """Pass so many Action Steps."""
    for _ in range(steps):
        done = a.Done() if a.Done() in position.ask.choices else a.Pass()
        position.when(done)
    return position


def to_combat(position: Scene) -> Scene:
    """Pass until the turn is over (combat has happened)."""
    return position.end_turn()
