"""The rows of a lane: who may stand in which, and what follows when that changes (Glossary)."""

from __future__ import annotations

from domain.contract.rule import rule
from domain.games.solforge import facts as f
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.queries import properties
from domain.games.solforge.queries.filters import in_play
from domain.games.solforge.rules.engine import Engine, Event
from domain.games.solforge.state import Permanent

NEIGHBOURS = n.Filter(side="yours", adjacent_to="this")


def put_rows_right(t: Engine) -> None:
    """Defender holds in the back row; Aggressive, without it, in the front row (Glossary)."""
    for p in list(t.state.creatures()):
        keywords = properties.keywords_of(t.state, p)
        if "defender" in keywords:
            if p.front:
                move_row(t, p, front=False)
        elif "aggressive" in keywords and not p.front and row_open(t, p, front=True):
            move_row(t, p, front=True)


def row_open(t: Engine, p: Permanent, *, front: bool) -> bool:
    """Whether its keywords and what is forbidden to it let a creature be put into a row."""
    keywords = properties.keywords_of(t.state, p)
    if front:
        return "defender" not in keywords and not properties.forbidden(t.state, p, "enter front")
    if "defender" in keywords:
        return True
    return "aggressive" not in keywords and not properties.forbidden(t.state, p, "enter back")


@rule
def move_row(t: Engine, p: Permanent, *, front: bool) -> None:
    """Change a creature's row, in its lane; it enters a row then, and no lane (Glossary: Enters)."""
    watchers = t.watchers()
    t.emit(f.Moved(p.id, p.lane, front))
    row = "front" if front else "back"
    t.happen(Event("enters", p.id, by=p.seat, row=row), watchers)
    t.happen(Event("moved", p.id, by=p.seat, row=row), watchers)


@rule
def notice_alone(t: Engine) -> None:
    """Abilities that trigger on having no adjacent creatures, when that begins."""
    for w in t.watchers():
        if w.ability.trigger.event != "alone":
            continue
        ctx = t.context(w.seat, w.id, w.code)
        if in_play(ctx, (NEIGHBOURS,)):
            t.alone.discard(w.id)
        elif w.id not in t.alone:
            t.alone.add(w.id)
            if t.looked:
                t.happen(Event("alone", w.id), [w])
    t.looked = True
