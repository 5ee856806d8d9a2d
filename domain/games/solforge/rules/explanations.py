"""Questions and their answers in words: which card asks, what it would do, what an answer means."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from domain.contract.game import Seat, seat_name
from domain.games.solforge import actions as a
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.cards.book import book
from domain.games.solforge.cards.titles import forgeborn_name, title
from domain.games.solforge.language.plain import plain
from domain.games.solforge.queries import properties
from domain.games.solforge.queries.context import CardIn, Context, Thing
from domain.games.solforge.state import Permanent, SolState


def done(body: tuple[n.Effect, ...]) -> str:
    """Effects in words, as the middle of a sentence."""
    words = plain(n.Line(body)).rstrip(".")
    return words[:1].lower() + words[1:]


def name_of(state: SolState, code: str) -> str:
    """What a code is called: a card with its level, a Forgeborn with the level of its ability."""
    if code in book(state.cards).faces:
        return title(state, code)
    born, _, level = code.rpartition(".")
    return f"{forgeborn_name(state, born)}, level {level}" if born else title(state, code)


def whose(
    state: SolState, number: int, code: str, ghosts: Mapping[int, Permanent] | None = None
) -> str:
    """The card of an ability: name, and where it is; if it has left play, where it was."""
    p = state.in_play.get(number)
    gone = p is None
    p = p or (ghosts or {}).get(number)
    if p is None:
        return name_of(state, code)
    where = f"{seat_name(p.seat)}'s lane {p.lane}"
    return f"{title(state, code or p.code)} ({'was in ' if gone else ''}{where})"


def one_of_card(state: SolState, code: str, index: int, body: tuple[n.Effect, ...]) -> str:
    """A triggered ability in words: as the card has it, or only what it does if it was given."""
    face = book(state.cards).faces.get(code)
    if face is not None and 0 <= index < len(face.abilities):
        ability = face.abilities[index]
        if isinstance(ability, n.Triggered) and ability.body == body:
            words = plain(ability).rstrip(".")
            return words[:1].lower() + words[1:]
    return done(body)


def triggered_on(state: SolState, who: Thing | None, ghosts: Mapping[int, Permanent]) -> str:
    """What a trigger triggered on, behind its words; nothing if it is not a card."""
    if isinstance(who, CardIn):
        return f" [on {title(state, who.code)}]"
    if who is None or who <= 0:
        return ""
    p = state.in_play.get(who) or ghosts.get(who)
    return f" [on {seat_name(p.seat)}'s {title(state, p.code)}]" if p is not None else ""


def question(state: SolState, ctx: Context | None, effect: n.Effect | None) -> str:
    """What a question is about: the card whose ability asks, and what it does; nothing in a step."""
    if ctx is None:
        return ""
    body = (effect,) if effect is not None else ctx.body
    what = whose(state, ctx.this, ctx.code, ctx.ghosts)
    return f"{what}: {done(body)}" if body else what


# -- what an answer means ------------------------------------------------------------------------


def numbers(state: SolState, p: Permanent) -> str:
    """Attack/Health and row of a creature as they are now."""
    if p.exalt:
        return "Exalt"
    row = "front" if p.front else "back"
    return f"{properties.attack_of(state, p)}/{properties.health_of(state, p)} {row}"


def in_play(state: SolState, number: int) -> str:
    """Something in play: whose, what, and its numbers."""
    p = state.in_play.get(number)
    if p is None:
        return ""
    return f"{seat_name(p.seat)}'s {title(state, p.code)}, {numbers(state, p)}"


def face_words(state: SolState, code: str) -> str:
    """A card in a line: numbers or kind, and its printed words."""
    face = book(state.cards).faces.get(code)
    if face is None:
        return ""
    kind = face.card.kind
    head = f"{face.printed.attack}/{face.printed.health}" if kind == "creature" else kind
    return " ".join(f"{head} {face.printed.text}".split())


def meaning(state: SolState, seat: Seat, effect: n.Effect | None, action: Any) -> str:
    """What an answer stands for, in words."""
    match action:
        case a.Play(card) | a.Card(card):
            return face_words(state, card)
        case a.LevelUp(card):
            return f"banish {title(state, card)} for its next level"
        case a.UseForgeborn():
            return forgeborn_words(state, seat)
        case a.Activate(number, which):
            abilities = properties.activated_of(state, state.in_play[number])
            does = done(abilities[which].body) if which < len(abilities) else ""
            return f"exhaust {title(state, state.in_play[number].code)}: {does}"
        case a.UseMobility(number, lane):
            return f"exhaust {title(state, state.in_play[number].code)} to move it to lane {lane}"
        case a.Target(number) | a.AtRandom(number) if number > 0:
            return in_play(state, number)
        case a.TargetPlayer(who):
            return f"player {seat_name(who)}, {state.sides[who].health} Health"
        case a.Mode(which) if isinstance(effect, n.Modes):
            return done(effect.options[which])
        case a.Lane(lane):
            return lane_words(state, seat, lane)
        case a.Pass():
            return "pass"
        case a.Done():
            return "the Action Step is over"
        case a.Yes():
            return done(effect.body) if isinstance(effect, n.May) else "do it"
        case a.No():
            return "do not" if not isinstance(effect, n.Modes) else "no more"
        case _:
            return ""


def forgeborn_words(state: SolState, seat: Seat) -> str:
    """The ability that a seat's Forgeborn has now, as printed."""
    side = state.sides[seat]
    born = book(state.cards).forgeborn.get(side.forgeborn)
    text = " ".join(born.abilities.get(side.level, "").split()) if born else ""
    return f"{forgeborn_name(state, side.forgeborn)}, level {side.level}: {text}"


def lane_words(state: SolState, seat: Seat, lane: int) -> str:
    """What a seat has in a lane."""
    p = state.creature_at(seat, lane)
    return f"lane {lane}, where {title(state, p.code)} is" if p is not None else f"lane {lane}"
