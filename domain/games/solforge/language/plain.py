"""Nodes in plain English: what the engine will do, whatever words were printed.

`plain(ability)` is for people who check how a card was understood; every node kind has a wording
    here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from domain.games.solforge.cards import nodes as n

REFS: Final = {
    "this": "this",
    "it": "it",
    "that": "the one it happened to",
    "other": "the other one of the event",
    "you": "you",
    "enemy": "the enemy player",
    "each": "each player",
    "second": "the second one chosen",
    "rest": "the rest of them",
    "self": "itself",
    "facing": "the creature opposing it",
}
STATS: Final = {"A": "Attack", "H": "Health", "D": "Armor", "L": "level", "W": "lost Health"}
ZONES: Final = {
    "hand": "hand",
    "discard": "discard pile",
    "banish": "Banish Pile",
    "deck": "deck",
    "top": "top of the deck",
    "upgrade": "Upgrade Pile",
    "play": "play",
}
WHOSE: Final = {"you": "your", "enemy": "the enemy player's", "each": "either player's"}
LANES: Final = {
    "this": "in the lane of this",
    "its": "in its lane",
    "that": "in the lane of the one it happened to",
    "exalt": "in a lane with one of your Exalts",
    "enemy exalt": "in a lane with an enemy Exalt",
    "any exalt": "in a lane with an Exalt",
    "adjacent": "in an adjacent lane",
    "chosen": "in the chosen lane",
    "center": "in the center lane",
    "leftmost": "in the leftmost lane",
    "rightmost": "in the rightmost lane",
    "any": "in some lane",
    "empty": "in an empty lane",
    "each empty": "in each empty lane",
}
OPS: Final = {"<=": "at most", ">=": "at least", "<": "less than", ">": "more than", "=": "exactly"}
EVENTS: Final = {
    "deploy": "comes into play",
    "slay": "destroys an enemy creature",
    "destroyed": "is destroyed",
    "replaced": "is replaced",
    "replaces": "replaces another",
    "played": "is played",
    "enters play": "enters play",
    "enters": "enters a lane or row",
    "moved": "moves",
    "enters any": "enters a lane",
    "moved any": "moves to another lane",
    "damages": "deals damage",
    "damaged": "is dealt damage",
    "gains health": "gains Health",
    "loses health": "loses Health",
    "gains attack": "gains Attack",
    "loses attack": "loses Attack",
    "upgraded": "is Upgraded",
    "forgeborn used": "uses the Forgeborn's ability",
    "transformed": "is Transformed",
    "leaves": "leaves play",
    "alone": "has no adjacent creatures",
    "readied": "is readied",
    "exhausted": "is exhausted",
    "discarded": "is discarded",
    "drawn": "is drawn",
    "activated": "is activated",
    "battles": "Battles",
    "attacks": "attacks",
    "reanimated": "is Reanimated",
    "counter put": "gets a counter",
    "gets forge": "gets the Forge",
    "forgeborn levelled": "has a Forgeborn that levels up",
}
MOMENTS: Final = {
    "start of turn": "at the start of the turn",
    "end of turn": "at the end of the turn",
    "start of combat": "at the start of combat",
    "end of combat": "at the end of combat",
    "start of cycle": "at the start of the deck cycle",
    "end of cycle": "at the end of the deck cycle",
}
SAID: Final[dict[type[n.Node], Callable[[Any], str]]] = {}
"""A wording for every kind of node."""


def plain(ability: n.Ability) -> str:
    """An ability in plain English."""
    phrase = _say(ability)
    return phrase[:1].upper() + phrase[1:] + "."


def _say(node: Any) -> str:
    return SAID[type(node)](node)


def _ref(ref: str) -> str:
    if ref.startswith("owner "):
        return f"the owner of {_ref(ref.removeprefix('owner '))}"
    return REFS.get(ref, ref)


def _list(parts: list[str], word: str = "and") -> str:
    parts = [part for part in parts if part]
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}"


def _an(words: str) -> str:
    if words.startswith("other "):
        return f"an{words}"
    return f"an {words}" if words[:1].lower() in "aeiou" else f"a {words}"


def _some(amount: n.Amount, what: str) -> str:
    """So many of something: `1 card`, `3 cards`."""
    return f"{_say(amount)} {what}{'' if amount == n.Number(1) else 's'}"


def _you(words: str) -> str:
    """What somebody does, of you: `gains` is `gain`, `is dealt damage` is `are dealt damage`."""
    verb, space, rest = words.partition(" ")
    return {"is": "are", "has": "have"}.get(verb, verb.removesuffix("s")) + space + rest


def _does(f: n.Filter | None, words: str) -> str:
    """Somebody with what is done or happens: `a creature is destroyed`, `you gain Health`."""
    who = _one(f) if f is not None else "something"
    return f"{who} {_you(words) if who == 'you' else words}"


def _acts(who: n.Selector | str, verb: str) -> str:
    """A subject with its verb: `you draw`, `it draws`, `all creatures draw`."""
    words = _ref(who) if isinstance(who, str) else _say(who)
    many = words == "you" or words.startswith("all ") or isinstance(who, n.Several)
    if isinstance(who, n.Choose):
        many = who.most > 1
    if many:
        return f"{words} {verb}"
    return f"{words} {'has' if verb == 'have' else verb + ('es' if verb.endswith('ch') else 's')}"


def _then(body: tuple[n.Effect, ...]) -> str:
    return ", then ".join(map(_say, body)) or "nothing"


def _until(until: str) -> str:
    return "until the end of the turn" if until == "turn" else "for good"


# -- who and what --------------------------------------------------------------------------------


def _stat(s: n.Stat) -> str:
    if s.than is None:
        return f"{s.op} {STATS[s.stat]}"
    return f"{STATS[s.stat]} {OPS[s.op]} {_say(s.than)}"


def _one(f: n.Filter) -> str:
    """Any one that fits: `one of your Robots`, `an enemy creature`."""
    if f.ref and f in (n.Filter(ref=f.ref), n.Filter(kind="card", ref=f.ref)):
        return _ref(f.ref)
    if f.kind == "player":
        return {"yours": "you", "enemy": "the enemy player"}.get(f.side, "a player")
    if f.side == "yours":
        return f"one of {_filter(f, plural=True)}"
    return _an(_filter(f))


def _described(f: n.Filter) -> str:
    """What a known thing is: `opposed`, `a Robot`, `one with Attack at least 3`."""
    if f.row and f == n.Filter(kind=f.kind, side=f.side, row=f.row):
        whose = {"yours": "your", "enemy": "the enemy player's", "": "the"}[f.side]
        return f"in {whose} {f.row} row"
    if f.kind != "card" or f.types or f.names or f.minion or f.factions:
        return _one(
            f if f.kind != "card" or f.names else n.Filter(**{**_fields(f), "kind": "creature"})
        )
    words = _filter(f).replace("card", "", 1).strip().replace("  ", " ")
    return f"one {words}" if words.startswith(("with", "that", "other")) else words


def _fields(node: n.Node) -> dict[str, Any]:
    return {name: getattr(node, name) for name in node.__struct_fields__}


def _filter(f: n.Filter, plural: bool = False) -> str:
    before: list[str] = []
    if f.side:
        before.append("your" if f.side == "yours" else "enemy")
    if f.other:
        before.append("other")
    if f.ready is not None:
        before.append("ready" if f.ready else "exhausted")
    if f.opposed is not None:
        before.append("opposed" if f.opposed else "unopposed")
    if f.free:
        before.append("Free")
    if f.solbind is not None:
        before.append("Solbind" if f.solbind else "non-Solbind")
    if f.row:
        before.append(f"{f.row}-row")
    before += [f"non-{t}" for t in (*f.not_types, *f.not_factions)]
    if f.minion is False:
        before.append("non-Minion")
    if f.exalts is False:
        before.append("non-Exalt")
    if f.levels:
        before.append("level " + _list([str(level) for level in f.levels], "or"))
    before += [_list(list(f.factions), "or")] if f.factions else []
    if f.names:
        noun = _list(list(f.names), "or")
    elif f.minion:
        noun = " ".join((*f.types, "Minion"))
    elif f.types:
        noun = _list(list(f.types), "or") + ("" if f.kind == "creature" else f" {f.kind}")
    else:
        noun = "Exalt" if f.kind == "exalt" else f.kind
    words = " ".join((*before, noun + ("s" if plural and not f.names else "")))
    after = [f"with {_stat(s)}" for s in f.stats]
    if f.ref:
        after.append(f"among {_ref(f.ref)}")
    if f.not_ref:
        after.append(f"other than {_ref(f.not_ref)}")
    if f.keyword:
        after.append(f"with {f.keyword.title()}")
    if f.no_keyword:
        after.append(f"without {f.no_keyword.title()}")
    if f.extreme:
        which, _, stat = f.extreme.partition(" ")
        after.append(f"with the {which} {STATS[stat]}" if stat else f"furthest to the {which[:-4]}")
    if f.lane == "named card":
        after.append(f"in a lane with {f.lane_name}")
    elif f.lane:
        after.append(LANES.get(f.lane, f.lane))
    if f.opposing:
        after.append(f"opposing {_ref(f.opposing)}")
    if f.facing is not None:
        after.append(f"opposing {_one(f.facing)}")
    if f.alone is not None:
        after.append("without adjacent creatures" if f.alone else "with an adjacent creature")
    if f.adjacent_to:
        after.append(f"adjacent to {_ref(f.adjacent_to)}")
    if f.played_now:
        after.append("being played now")
    if f.happened:
        after.append(f"that {EVENTS.get(f.happened, f.happened)} this turn")
    if f.counter is not None:
        after.append(f"with a {f.counter} counter".replace("  ", " "))
    if f.same:
        after.append(f"of the same {f.same}" + (f" as {_ref(f.same_as)}" if f.same_as else ""))
    return " ".join((words, *after))


def _any(among: tuple[n.Filter, ...], plural: bool = False) -> str:
    return _list([_filter(f, plural) for f in among], "or")


def _choose(c: n.Choose) -> str:
    if c.most == 1:
        words = _list([_one(f) for f in c.among], "or")
        words = words if c.least else f"up to one: {words}"
    else:
        count = _how_many(c.most, c.least).removesuffix(" of")
        yours = all(f.side == "yours" for f in c.among)
        words = f"{count} {'of ' if yours or c.most >= 99 else ''}{_any(c.among, plural=True)}"
    if c.alike:
        words += f" of the same {c.alike}"
    if c.by != "you":
        words += f" (chosen by {_ref(c.by)})"
    return words + (f" ({_ref(c.mark)})" if c.mark else "")


def _all(a: n.All) -> str:
    if len(a.among) == 1:
        f = a.among[0]
        if f.kind == "player":
            return {"yours": "you", "enemy": "the enemy player"}.get(f.side, "each player")
        if f.ref and f == n.Filter(ref=f.ref):
            return _ref(f.ref)
    return f"all {_any(a.among, plural=True)}"


SAID[n.Stat] = _stat
SAID[n.Filter] = _filter
SAID[n.Choose] = _choose
SAID[n.All] = _all
SAID[n.Refer] = lambda r: _ref(r.ref)
SAID[n.Among] = lambda a: f"a random {_any(a.among)}"
SAID[n.Several] = lambda s: _list([_say(part) for part in s.parts])

# -- numbers -------------------------------------------------------------------------------------


def _times(times: int, words: str) -> str:
    return words if times == 1 else f"{times} times {words}"


def _count(c: n.CountOf) -> str:
    where = "in play" if c.zone == "play" else f"in {WHOSE[c.whose]} {ZONES[c.zone]}"
    return _times(c.times, f"the number of {_filter(c.what, plural=True)} {where}")


SAID[n.Number] = lambda x: str(x.n)
SAID[n.StatOf] = lambda s: _times(s.times, f"the {STATS[s.stat]} of {_ref(s.ref)}")
SAID[n.CountOf] = _count
SAID[n.HappenedCount] = lambda h: _times(h.times, f"how often {_happened(h.what)}")
SAID[n.CountersOn] = lambda c: _times(
    c.times, f"the number of {c.name} counters on {_ref(c.ref)}".replace("  ", " ")
)
SAID[n.ThatMuch] = lambda t: _times(t.times, "that much") + (f" plus {t.plus}" if t.plus else "")
SAID[n.PlayerNumber] = lambda p: _times(
    p.times,
    {
        "forgeborn": f"the level of {WHOSE[p.whose]} Forgeborn",
        "cycle": "the number of the deck cycle",
        "health": f"{WHOSE[p.whose]} Health",
    }.get(p.what, f"the number of cards in {WHOSE[p.whose]} {ZONES.get(p.what, p.what)}"),
)
SAID[n.Sum] = lambda s: " plus ".join(map(_say, s.parts))
SAID[n.Half] = lambda h: f"half of {_say(h.of)}, rounded {'up' if h.up else 'down'}"
SAID[n.TotalOf] = lambda t: _times(
    t.times,
    f"the {({'sum': 'total', 'most': 'highest', 'least': 'lowest'})[t.how]} {STATS[t.stat]}"
    f" among {_filter(t.what, plural=True)}",
)

# -- conditions ----------------------------------------------------------------------------------


def _happened(h: n.Happened) -> str:
    by = f" by {_one(h.source)}" if h.source is not None else ""
    often = f" at least {h.least} times" if h.least > 1 else ""
    when = " before combat" if h.before_combat else ""
    return f"{_does(h.who, EVENTS.get(h.event, h.event))}{by}{often} this turn{when}"


def _exists(e: n.Exists) -> str:
    where = "in play" if e.zone == "play" else f"in {WHOSE[e.whose]} {ZONES[e.zone]}"
    if e.most is None:
        count = f"at least {e.least}"
    elif e.most == e.least:
        count = str(e.most) if e.most else "no"
    else:
        count = f"between {e.least} and {e.most}"
    many = e.least > 1 or e.most == 0
    of = "of " if e.what.side == "yours" else ""
    if of and count == "no":
        count = "none"
    words = _filter(e.what, plural=many or bool(of))
    return f"there {'are' if many else 'is'} {count} {of}{words} {where}"


def _edge(e: n.Edge) -> str:
    return f"{_ref(e.ref)} is in the {e.which} {'lane' if e.among == 'lane' else 'lane with a creature'}"


SAID[n.Happened] = _happened
SAID[n.Exists] = _exists
SAID[n.Is] = lambda i: f"{_ref(i.ref)} is {_described(i.what)}"
SAID[n.Compare] = lambda c: f"{_say(c.left)} is {OPS[c.op]} {_say(c.right)}"
SAID[n.HasForge] = lambda h: f"{_acts(h.whose, 'have')} the Forge"
SAID[n.Replaced] = lambda r: (
    "this replaced a creature" + (f" that was {_described(r.what)}" if r.what is not None else "")
)
SAID[n.Survives] = lambda s: f"{_ref(s.ref)} is still in play"
SAID[n.Done] = lambda _: "that was done"
SAID[n.Edge] = _edge
SAID[n.NoEmptyLane] = lambda x: f"{_acts(x.whose, 'have')} no empty lane"
SAID[n.Not] = lambda x: f"not ({_say(x.condition)})"
SAID[n.Every] = lambda x: _list([_say(c) for c in x.conditions])
SAID[n.Any_] = lambda x: _list([_say(c) for c in x.conditions], "or")

# -- gifts ---------------------------------------------------------------------------------------


def _signed(amount: n.Amount, stat: str) -> str:
    if isinstance(amount, n.Number):
        return f"{amount.n:+d} {stat}"
    return f"{stat} changed by {_say(amount)}"


def _keyword(k: n.Keyword) -> str:
    name = k.name.title()
    return f"{name} {_say(k.n)}" if k.name in ("armor", "mobility") else name


def _forbid(f: n.Forbid) -> str:
    words = f"can't {f.what}"
    if f.what == "be affected" and f.source is None:
        words += " by enemy spells or abilities"
    if f.combat is not None:
        words += " in combat" if f.combat else " outside of combat"
    if f.source is not None:
        words += f" by {_filter(f.source, plural=True)}"
    if f.lane:
        words += f" {LANES[f.lane]}"
    return words + (f" except by {_list(list(f.but), 'or')}" if f.but else "")


def _alter(a: n.Alter) -> str:
    kind = {None: "", True: "combat ", False: "non-combat "}[a.combat]
    words = f"{kind}{a.event}"
    if a.against is not None:
        words += f" (only {_filter(a.against, plural=True)})"
    if a.becomes:
        return f"{words} becomes {a.becomes} instead"
    if a.to is not None:
        return f"{words} is {_say(a.to)} instead"
    if a.times != 1:
        words += f" is multiplied by {a.times}"
    if a.plus != n.Number(0):
        words += f" is changed by {_say(a.plus)}"
    return words


def _gift(g: n.Gift) -> str:
    parts = []
    if g.attack is not None:
        parts.append(_signed(g.attack, "Attack"))
    if g.health is not None:
        parts.append(_signed(g.health, "Health"))
    if g.attack_is is not None:
        parts.append(f"Attack equal to {_say(g.attack_is)}")
    if g.health_is is not None:
        parts.append(f"Health equal to {_say(g.health_is)}")
    parts += map(_keyword, g.keywords)
    parts += [f"the type {t}" for t in g.types]
    parts += [f"the ability “{plain(a)}”" for a in g.abilities]
    parts += ["no printed abilities" if x == "printed" else f"no {x.title()}" for x in g.loses]
    parts += [f"“{_forbid(f)}”" for f in g.forbids]
    parts += [f"“{_alter(a)}”" for a in g.alters]
    return _list(parts) or "nothing"


SAID[n.Keyword] = _keyword
SAID[n.Forbid] = _forbid
SAID[n.Alter] = _alter
SAID[n.Gift] = _gift

# -- effects -------------------------------------------------------------------------------------


def _change(c: n.Change) -> str:
    parts = []
    if c.attack is not None:
        parts.append(_signed(c.attack, "Attack"))
    if c.health is not None:
        parts.append(_signed(c.health, "Health"))
    return f"{_acts(c.who, 'get')} {_list(parts)}, {_until(c.until)}"


def _switch(s: n.Switch) -> str:
    return _switched(s) + (f", {_until(s.until)}" if s.until else "")


def _switched(s: n.Switch) -> str:
    if s.with_ is not None:
        other = STATS[s.stat2 or s.stat]
        return (
            f"the {STATS[s.stat]} of {_say(s.who)} and the {other} of {_say(s.with_)} change places"
        )
    if s.stat2:
        return f"{STATS[s.stat]} and {STATS[s.stat2]} of {_say(s.who)} change places"
    return f"the {STATS[s.stat]} of {_say(s.who)} change places"


def _damage(d: n.Damage) -> str:
    amount = _equal(d.amount, "damage")
    words = f"{_acts(d.source, 'deal')} {amount} to {_say(d.who)}"
    return words + (f" and the excess to {_say(d.excess)}" if d.excess is not None else "")


def _heal(h: n.Heal) -> str:
    if isinstance(h.amount, n.Number) and h.amount.n < 0:
        return f"{_acts(h.who, 'lose')} {-h.amount.n} Health"
    return f"{_acts(h.who, 'gain')} {_equal(h.amount, 'Health')}"


def _equal(amount: n.Amount, what: str) -> str:
    """So much of something: `3 damage`, `damage equal to the Attack of this`."""
    if isinstance(amount, n.Number | n.ThatMuch):
        return f"{_say(amount)} {what}"
    return f"{what} equal to {_say(amount)}"


def _how_many(most: int, least: int, everything: bool = False) -> str:
    if everything or least >= 99:
        return "all"
    if least == most:
        return str(most)
    if least:
        return f"{least} or more" if most >= 99 else f"between {least} and {most}"
    return "any number of" if most >= 99 else f"up to {most}"


def _cards(f: n.Filter, most: int, least: int, random: bool = False, every: bool = False) -> str:
    """So many cards: `up to 2 random spells`, or which they are: `it`."""
    known = f.ref and f == n.Filter(kind="card", ref=f.ref)
    if known and (every or f.ref in ("this", "that", "other")):
        return _ref(f.ref)
    how_random = "random " if random else ""
    return f"{_how_many(most, least, every)} {how_random}{_filter(f, plural=every or most > 1)}"


def _played(p: n.PlayNamed | n.PlayCard) -> str:
    words = []
    if p.lane:
        words.append(LANES.get(p.lane, p.lane))
    given = []
    if p.attack:
        given.append(f"{p.attack:+d} Attack")
    if p.health:
        given.append(f"{p.health:+d} Health")
    if p.gift is not None:
        given.append(_gift(p.gift))
    if given:
        words.append(f"with {_list(given)}")
    return " ".join(words)


def _play_named(p: n.PlayNamed) -> str:
    verb = "put into play" if p.put else "play"
    transform = " (or Transform)" if p.transform else ""
    where = f" in each lane with {p.lane_name}" if p.lane_name else ""
    many = _how_many(p.most, p.least)
    return f"{_acts(p.who, verb)}{transform} {many} {p.name}{where} {_played(p)}".rstrip()


def _play_card(p: n.PlayCard) -> str:
    verb = "put into play" if p.put else "play"
    cards = _cards(p.what, p.most, p.least, p.random)
    return f"{_acts(p.who, verb)} {cards} from the {ZONES[p.zone]} {_played(p)}".rstrip()


def _replace(r: n.ReplaceWith) -> str:
    new = (
        r.name
        or f"{_filter(r.what) if r.what is not None else 'card'} from the {ZONES.get(r.zone, r.zone)}"
    )
    return f"replace {_say(r.who)} with {'random ' if r.random else ''}{new}"


def _upgrade(u: n.UpgradeCard) -> str:
    times = "" if u.times == 1 else f" {u.times} times"
    if u.who is not None:
        return f"Upgrade {_say(u.who)}{times}"
    where = f" in {WHOSE[u.whose]} {ZONES[u.zone]}" if u.zone else ""
    return f"Upgrade {_cards(u.what, u.most, u.least, u.random)}{where}{times}"


def _discard(d: n.Discard) -> str:
    if d.what is None:
        return f"{_acts(d.who, 'discard')} it"
    random = " at random" if d.random else ""
    every = d.all or bool(d.what.ref)
    return f"{_acts(d.who, 'discard')} {_cards(d.what, d.most, d.least, every=every)}{random}"


def _draw(d: n.Draw) -> str:
    plain_number = isinstance(d.amount, n.Number)
    cards = _some(d.amount, "card") if plain_number else f"{_equal(d.amount, 'cards')}"
    return f"{_acts(d.who, 'draw')} {cards}"


def _counters(c: n.Counters) -> str:
    if c.n == n.CountersOn("self", c.name, -1):
        return f"remove all {c.name} counters from {_say(c.who)}".replace("  ", " ")
    if isinstance(c.n, n.Number) and c.n.n < 0:
        counters = _some(n.Number(-c.n.n), f"{c.name} counter".strip())
        return f"remove {counters} from {_say(c.who)}"
    return f"put {_some(c.n, f'{c.name} counter'.strip())} on {_say(c.who)}"


def _look(x: n.Look) -> str:
    if x.zone == "hand":
        return f"look at {WHOSE[x.whose]} hand"
    return f"look at the top {_some(x.amount, 'card')} of {WHOSE[x.whose]} {ZONES[x.zone]}"


def _put(p: n.PutCard) -> str:
    to = {
        "hand": "into hand",
        "top": "on top of the deck",
        "bottom": "on the bottom of the deck",
    }.get(p.to, f"into the {ZONES.get(p.to, p.to)}")
    if p.who is not None:
        return f"put {_say(p.who)} {to}"
    cards = _cards(p.what or n.Filter(kind="card"), p.most, p.least, p.random, p.all)
    if p.to == p.zone:
        return f"choose {cards} from {WHOSE[p.whose]} {ZONES[p.zone]}"
    if p.zone == "top":
        return f"put {cards} from the top of {WHOSE[p.whose]} deck {to}"
    return f"put {cards} from {WHOSE[p.whose]} {ZONES[p.zone]} {to}"


def _move(m: n.Move) -> str:
    if m.row:
        return f"move {_say(m.who)} to the {m.row} row"
    far = f" up to {_some(m.far, 'lane')}" if m.far is not None else ""
    to = f", to be {LANES[m.to]}" if m.to else "" if far else " to another lane"
    return f"move {_say(m.who)}{far}{to}{'' if m.least else ' or not'}"


def _delayed(d: n.Delayed) -> str:
    on = f" (for {_say(d.on)} as this)" if d.on is not None else ""
    timed = d.trigger.event in MOMENTS
    if timed and d.once:
        when = _trigger(d.trigger).replace(
            "the turn", "this turn" if d.until else "the next turn", 1
        )
        return f"{when}{on}: {_then(d.body)}"
    once = "the next time, " if d.once else "each time, "
    until = " this turn" if d.until == "turn" else " from now on"
    return f"{once}{_trigger(d.trigger)}{until}{on}: {_then(d.body)}"


def _must(f: n.ForceBattle) -> str:
    what = _filter(f.what) if f.what is not None else "card"
    if f.lane:
        return f"the enemy player's next {what} must be played {LANES[f.lane]}"
    return f"the enemy player's next card must be {_an(what)}"


def _if(i: n.If) -> str:
    words = f"if {_say(i.condition)}: {_then(i.body)}"
    if i.otherwise:
        words += f"; otherwise: {_then(i.otherwise)}"
    elif i.stops:
        words += " (or the ability ends)"
    return words


def _modes(m: n.Modes) -> str:
    options = " / ".join(_then(option) for option in m.options)
    better = f" ({m.better} if {_say(m.condition)})" if m.condition is not None else ""
    return f"{_acts(m.by, 'choose')} {'up to ' if m.up_to else ''}{m.n}{better} of: {options}"


SAID[n.Change] = _change
SAID[n.SetStat] = lambda s: f"the {STATS[s.stat]} of {_say(s.who)} becomes {_say(s.to)}"
SAID[n.Switch] = _switch
SAID[n.Give] = lambda g: f"{_acts(g.who, 'get')} {_gift(g.gift)}, {_until(g.until)}"
SAID[n.Damage] = _damage
SAID[n.Heal] = _heal
SAID[n.Destroy] = lambda d: f"destroy {_say(d.who)}"
SAID[n.Banish] = lambda d: f"banish {_say(d.who)}"
SAID[n.PlayNamed] = _play_named
SAID[n.PlayCard] = _play_card
SAID[n.ReplaceWith] = _replace
SAID[n.UpgradeCard] = _upgrade
SAID[n.Discard] = _discard
SAID[n.Draw] = _draw
SAID[n.PlayIt] = lambda p: f"{_acts(p.who, 'play')} {_ref(p.ref)}{'' if p.least else ' or not'}"
SAID[n.Look] = _look
SAID[n.PutCard] = _put
SAID[n.Move] = _move
SAID[n.Swap] = lambda s: (
    f"{_acts(s.who, 'change')} lanes"
    + (f" with {_say(s.with_)}" if s.with_ is not None else " with each other")
)
SAID[n.Battle] = lambda x: f"{_acts(x.who, 'Battle')} {_say(x.with_)}"
SAID[n.Strike] = lambda x: f"{_acts(x.who, 'Strike')} {_say(x.to)}"
SAID[n.Ready] = lambda x: f"ready {'your Forgeborn' if x.who == n.Refer('you') else _say(x.who)}"
SAID[n.Exhaust] = lambda x: f"exhaust {_say(x.who)}"
SAID[n.Transform] = lambda t: (
    f"Transform {t.name or _say(t.who)}" + (" and put it into an empty lane" if t.to else "")
)
SAID[n.Counters] = _counters
SAID[n.Overlay] = lambda o: f"this overlays {o.name or 'your Forgeborn'}"
SAID[n.UseAbility] = lambda u: (
    f"use the level {u.level} ability of "
    + ("the enemy player's Forgeborn" if u.whose == "enemy" else "the Forgeborn you did not choose")
)
SAID[n.Delayed] = _delayed
SAID[n.Rule] = lambda r: (
    f"{'the next' if r.once else 'each'} {_list([_one(f) for f in r.who.among], 'or')} played"
    f"{' this turn' if r.until == 'turn' else ''} has {_gift(r.gift)}"
)
SAID[n.ForceBattle] = _must
SAID[n.May] = lambda m: f"{_ref(m.by)} may: {_then(m.body)}"
SAID[n.If] = _if
SAID[n.Pay] = lambda p: f"{_then(p.cost)}, and only by that: {_then(p.body)}"
SAID[n.Modes] = _modes
SAID[n.Repeat] = lambda r: f"{_say(r.times)} times: {_then(r.body)}"
SAID[n.Again] = lambda _: "do all of this ability again"
SAID[n.ForEach] = lambda f: f"for {_say(f.who)}, one after the other: {_then(f.body)}"
SAID[n.Target] = lambda t: f"choose {_say(t.who)}"
SAID[n.PickLane] = lambda p: f"{_acts(p.by, 'choose')} {'an empty' if p.empty else 'a'} lane"

# -- abilities -----------------------------------------------------------------------------------


def _trigger(t: n.Trigger) -> str:
    if t.event in MOMENTS:
        words = MOMENTS[t.event]
    else:
        event = EVENTS.get(f"{t.event} {t.lane}", EVENTS.get(t.event, t.event))
        words = f"when {_does(t.who, event)}"
    if t.row:
        words += f" ({t.row} row)"
    if t.lane and f"{t.event} {t.lane}" not in EVENTS:
        words += f" {LANES[t.lane]}"
    if t.zone:
        words += f" from the {ZONES[t.zone]}"
    if t.other is not None:
        words += f" ({_one(t.other)} being the other)"
    if t.by:
        words += f" by {_ref(t.by)}"
    if t.combat is not None:
        words += " in combat" if t.combat else " outside of combat"
    if t.before_combat:
        words += " before combat"
    if t.first:
        words += " for the first time in a turn"
    if t.nth:
        words += f" as number {t.nth} of the turn"
    return words + (f" while {_say(t.condition)}" if t.condition is not None else "")


def _exalted(ability: Any, words: str) -> str:
    return f"while in a lane with one of your Exalts, {words}" if ability.exalted else words


def _triggered(a: n.Triggered) -> str:
    once = " (once a turn)" if a.once else ""
    return _exalted(a, f"{_trigger(a.trigger)}{once}: {_then(a.body)}")


def _aura(a: n.Aura) -> str:
    when = f"while {_say(a.condition)}, " if a.condition is not None else ""
    return _exalted(a, f"{when}{_acts(a.who, 'have')} {_gift(a.gift)}")


def _free(f: n.FreeIf) -> str:
    words = "this may be played for Free"
    if f.condition is not None:
        words += f" if {_say(f.condition)}"
    return words + (f" by doing this: {_then(f.cost)}" if f.cost else "")


def _instead(i: n.Instead) -> str:
    may = "you may choose that " if i.may else ""
    return _exalted(i, f"{_trigger(i.trigger)}, {may}this is done instead: {_then(i.body)}")


SAID[n.Trigger] = _trigger
SAID[n.Triggered] = _triggered
SAID[n.Activated] = lambda a: _exalted(
    a, f"exhaust this{' (once a turn)' if a.once else ''} to: {_then(a.body)}"
)
SAID[n.Line] = lambda line: _then(line.body)
SAID[n.Has] = lambda h: _exalted(h, f"this has {_gift(h.gift)}")
SAID[n.Aura] = _aura
SAID[n.FreeIf] = _free
SAID[n.Instead] = _instead
