"""Conditions that look back: `if you played a spell this turn`, `if this replaced a creature`."""

from __future__ import annotations

from typing import Any, Final

from domain.frame.language import bricks as b
from domain.frame.language.bricks import alt, make, maybe, one_of, skip, to, word
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.language import forward
from domain.games.solforge.language.conditions import ENEMY_WORDS, THEIRS, YOURS, have, players
from domain.games.solforge.language.nouns import Noun, here, one_here
from domain.games.solforge.language.selectors import one_or_all, pronoun, single, this
from domain.games.solforge.language.states import being, having

_who: Final = alt(
    to(word("you(?:'ve| have)?"), lambda _: YOURS),
    to(word(f"(?:{ENEMY_WORDS})(?: has| have)?", "an enemy player"), lambda _: THEIRS),
    to(word("(?:a|any|either) player(?: has)?"), lambda _: n.Filter(kind="player")),
)
_when: Final = alt(
    to(word("before combat(?: this turn)?|this turn before combat"), lambda _: True),
    to(word("this turn"), lambda _: False),
)


def _happened(
    event: str,
    who: n.Filter | None,
    when: bool = False,
    least: int = 1,
    source: n.Filter | None = None,
) -> n.Condition:
    return n.Happened(event, who, source, least, when)


_num: Final = alt(
    make(lambda v: v, b.number, skip("or more|or greater")),
    make(lambda v: v, skip("at least"), b.number),
    make(lambda: 1, skip("an?|any|another|one or more")),
    make(lambda v: v, b.number),
)
_another: Final = b.peek(r"another\b|\w+ or more other\b|\w+ other\b")

_PLAYER_EVENTS: Final = {
    "gained H": "gains health", "gained Health": "gains health", "lost H": "loses health",
    "lost Health": "loses health", "took damage": "damaged", "took any damage": "damaged",
    "were dealt damage": "damaged", "was dealt damage": "damaged", "been dealt damage": "damaged",
    "taken damage": "damaged", "were damaged": "damaged", "was damaged": "damaged",
        "been damaged": "damaged",
    "healed": "gains health", "used your Forgeborn": "forgeborn used",
        "used your Forgeborn ability": "forgeborn used",
    "used your Forgeborn's ability": "forgeborn used", "used a Forgeborn ability": "forgeborn used",
    "used their Forgeborn": "forgeborn used", "used their Forgeborn ability": "forgeborn used",
    "used your Forgeborn abilities": "forgeborn used", "gained any H": "gains health",
        "lost any H": "loses health",
}  # fmt: skip
_CARD_VERBS: Final = {
    "played": "played", "Upgraded": "upgraded", "discarded": "discarded", "replaced": "replaced",
    "destroyed": "destroyed", "moved": "moved", "Reanimated": "reanimated", "drawn": "drawn",
        "drew": "drawn",
    "healed": "gains health", "damaged": "damaged", "dealt damage to": "damaged",
        "readied": "readied",
    "Exhausted": "exhausted", "Transformed": "transformed", "activated": "activated",
}  # fmt: skip
_PASSIVE: Final = {
    "was destroyed": "destroyed", "were destroyed": "destroyed", "has been destroyed": "destroyed",
    "have been destroyed": "destroyed", "died": "destroyed", "was dealt damage": "damaged",
    "is destroyed": "destroyed", "were dealt damage": "damaged", "has been dealt damage": "damaged",
    "took damage": "damaged", "was damaged": "damaged", "has been damaged": "damaged",
        "lost H": "loses health",
    "lost A": "loses attack", "gained H": "gains health", "gained A": "gains attack",
        "moved": "moved",
    "was moved": "moved", "has moved": "moved", "entered play": "enters play",
        "came into play": "enters play",
    "was played": "played", "were played": "played", "was replaced": "replaced",
        "was Upgraded": "upgraded",
    "were Upgraded": "upgraded", "was discarded": "discarded", "was Transformed": "transformed",
    "was healed": "gains health", "Battled": "battles", "was readied": "readied",
        "was exhausted": "exhausted",
    "dealt damage": "damages", "has been replaced": "replaced", "have been played": "played",
    "has been played": "played", "has gained A": "gains attack", "has lost H": "loses health",
        "entered a lane": "enters",
}  # fmt: skip


def _did(who: n.Filter, event: str, other: bool, count: int, noun: Noun, when: bool) -> n.Condition:
    fields: dict[str, Any] = {}
    if event in ("played", "upgraded", "discarded", "reanimated", "drawn", "replaced"):
        fields["side"] = who.side
    if other:
        fields["other"] = True
    source = None
    if event in ("destroyed", "damaged") and who.side:
        source = n.Filter(kind="card", side=who.side)
    found = noun.with_(**fields).filters
    parts = tuple(_happened(event, f, when, count, source) for f in found)
    return parts[0] if len(parts) == 1 else n.Any_(parts)


def _subject_filter(who: n.Selector) -> tuple[n.Filter, ...]:
    if isinstance(who, (n.Choose, n.All)):
        return who.among
    if isinstance(who, n.Refer):
        return (n.Filter(kind="card", ref=who.ref),)
    return ()


def _passive(who: n.Selector, event: str, when: bool, least: int = 1) -> n.Condition:
    parts = tuple(_happened(event, f, when, least) for f in _subject_filter(who))
    return parts[0] if len(parts) == 1 else n.Any_(parts)


_CAUSES: Final = {
    "damages": "damaged", "damaged": "damaged", "dealt damage to": "damaged",
        "deals damage to": "damaged",
    "dealt combat damage to": "damaged", "destroyed": "destroyed", "destroys": "destroyed",
    "has destroyed": "destroyed", "has dealt damage to": "damaged", "has damaged": "damaged",
}  # fmt: skip
_whom: Final = b.only_if(
    alt(this, pronoun, single),
    lambda who: bool(_subject_filter(who)) and one_or_all(who),
    "this or a creature",
)
lately: Final = alt(
    make(
        lambda v, noun: n.Compare(
            n.HappenedCount(n.Happened("played", noun.with_(side="yours", happened="").filters[0])),
            "=",
            n.Number(v),
        ),
        skip("this is (?:the|your)"),
        b.ordinal,
        one_here,
        b.could("you(?:'ve| have)? played"),
        b.could("this turn"),
    ),
    make(lambda who, e, when: n.Not(_happened(e, who, when)), _who,
        skip("took no|were dealt no|was dealt no|have taken no"), b.always("damaged"),
        skip("damage"), maybe(_when, False)),
    make(lambda when: _happened("forgeborn used", YOURS, when),
        skip("your Forgeborn (?:has )?(?:used an? ability|been used|was used)"), maybe(_when, False)),
    make(lambda who, e, when: n.Not(_happened(e, who, when)), _who,
        skip("gained no|have gained no"), b.always("gains health"), skip("H|Health"), maybe(_when,
        False)),
    make(lambda who, _, when: n.Not(_happened("damaged", who, when)), _who,
        skip("(?:did not|didn't|haven't|have not) (?:take|taken|been dealt)(?: any)?"),
        word("damage"), maybe(_when, False)),
    make(lambda who, noun, when: n.Not(_did(who, "played", False, 1, noun, when)), _who,
        skip("didn't play|did not play|haven't played|have not played|played no|have played no"),
        b.could("an?|any|another"), here, _when),
    make(lambda e, when: n.Not(_happened(e, n.Filter(kind="card", ref="this"), when)),
        skip("this (?:was not|wasn't|has not been|hasn't been)"), one_of({"dealt damage": "damaged",
        "damaged": "damaged", "moved": "moved"}, "dealt damage"), maybe(_when, False)),
    make(lambda e, when: n.Not(_happened(e, n.Filter(kind="card", ref="this"), when)),
        skip("this (?:took no|was dealt no|did not take|didn't take)"), b.always("damaged"),
        b.could("any"), skip("damage"), maybe(_when, False)),
    make(lambda who, e, when: _happened(e, who, when), _who, one_of(_PLAYER_EVENTS, "gained H"),
        maybe(_when, False)),
    make(lambda who, e, other, count, noun, when: _did(who, e, other, count, noun, when),
         _who, b.could("have|has"), one_of(_CARD_VERBS, "played"), _another, _num, b.could("other"),
             here, maybe(_when, False)),
    make(lambda who, v, when: _did(who, "played", False, v, Noun((n.Filter(kind="card"),)), when),
        _who, skip("played"), _num, skip("cards?"), _when),
    make(lambda v, noun, e, when: _num_passive(v, noun, e, when),
         b.number, skip("or more"), here, one_of(_PASSIVE, "was destroyed"), maybe(_when, False)),
    make(lambda noun, e, when: n.Not(_passive(n.All(noun.filters), e, when)), skip("no(?: other)?"),
        here, one_of(_PASSIVE, "was destroyed"), maybe(_when, False)),
    make(lambda who, e, when: _passive(who, e, when), _whom, one_of(_PASSIVE,
        "was destroyed"), b.could("in play"), _when),
    make(lambda who, e: _passive(who, e, False), _whom, one_of({k: v for k,
        v in _PASSIVE.items() if v == "damaged"}, "was dealt damage"),
        b.not_ahead("this way|by|in")),
    make(lambda who, e, victim, when: _caused(who, e, victim, when), _whom,
        one_of(_CAUSES, "destroyed"), _whom, maybe(_when, False)),
    make(lambda who, when: _passive(who, "enters play", when), alt(this, pronoun),
        skip("was played|entered play|came into play"), _when),
)  # fmt: skip
"""What happened this turn."""


def _num_passive(count: int, noun: Noun, event: str, when: bool) -> n.Condition:
    return _passive(n.All(noun.filters), event, when, count)


def _caused(who: n.Selector, event: str, victim: n.Selector, when: bool) -> n.Condition:
    source = _subject_filter(who)
    found = [
        _happened(event, f, when, 1, source[0] if source else None) for f in _subject_filter(victim)
    ]
    return found[0] if len(found) == 1 else n.Any_(tuple(found))


replaced: Final = alt(
    make(lambda: n.Not(n.Replaced()),
        skip("this (?:did not replace|didn't replace|does not replace|doesn't replace)(?: a|"
        " another)?(?: creature)?|this replaced nothing")),
    make(lambda f: n.Replaced(f.filters[0]), skip("it (?:replaced|replaces)"),
        b.could("an?|another|one of your(?: other)?"), one_here),
    make(lambda _: n.Replaced(None), this, skip("replaced|replaces|has replaced"),
        skip("(?:a|another)(?: one of your)? creature(?! with)|"
        "one of your(?: other)? creatures(?! with)|something|another card")),
    make(lambda _, f: n.Replaced(f.filters[0]), this, skip("replaced|replaces|has replaced"),
        b.could("an?|another|one of your(?: other)?"), one_here),
    make(lambda f: n.Is("other", f.filters[0]), skip("the replaced creature (?:is|was) an?"), one_here),
)  # fmt: skip
done: Final = alt(
    make(lambda: n.Not(n.Done()),
        skip("you don't|they don't|you do not|they do not|you didn't|it doesn't|you can't|"
        "you couldn't"), b.ahead(r"[,.]|$")),
    make(lambda: n.Done(), skip("you do(?: so)?|they do(?: so)?|it does|you did"),
        b.ahead(r"[,.]|$|then\b")),
)  # fmt: skip
played_on: Final = alt(
    make(lambda noun: n.Is("?it", noun.filters[0]),
        skip("you (?:play|played|use|used|cast) this on"), b.could("an?|one of your"), one_here),
    make(lambda noun: n.Is("?it", noun.filters[0]), skip("this (?:was|is) played on"),
        b.could("an?|one of your"), one_here),
)  # fmt: skip
_one: Final = alt(played_on, replaced, lately, done, players, being, have, having)


def _several(first: n.Condition, rest: list[tuple[str, n.Condition]]) -> n.Condition:
    if not rest:
        return first
    every = (first, *(c for _, c in rest))
    return n.Every(every) if rest[0][0] == "and" else n.Any_(every)


forward.condition.become(
    b.memo(
        make(
            _several,
            _one,
            make(
                lambda w, c: (w, c), b.could(","), word("and|or"), b.could("if|while"), _one
            ).many(),
        )
    )
)
condition: Final = forward.condition
"""Whatever may stand after `if` or `while`."""
if_: Final = alt(make(lambda c: c, skip("if"), condition), make(n.Not, skip("unless"), condition))
"""A condition of an effect, with its word."""
while_: Final = make(lambda c: c, skip("while|as long as|so long as|whenever"), condition)
"""A condition of what lasts."""
