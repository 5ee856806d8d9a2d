"""Who an effect is for: `up to two of your other Robots`, `it and each creature adjacent to it`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from domain.frame.language import bricks as b
from domain.frame.language.bricks import alt, make, maybe, one_of, skip, to, word
from domain.games.solforge.cards import nodes as n
from domain.games.solforge.language import forward
from domain.games.solforge.language.names import TYPES
from domain.games.solforge.language.nouns import Noun
from domain.games.solforge.language.places import possessive, ref_words

YOU: Final = n.All((n.Filter(kind="player", side="yours"),))
ENEMY: Final = n.All((n.Filter(kind="player", side="enemy"),))
EACH: Final = n.All((n.Filter(kind="player"),))

Kind: TypeAlias = Callable[[Noun], n.Selector]
"""An article, as a function from what is meant to who is selected."""


def choose(most: int = 1, least: int | None = None, **fields: Any) -> Kind:
    """Some that are chosen."""

    def select(noun: Noun) -> n.Selector:
        wanted = noun.with_(**fields) if fields else noun
        if wanted.random and most == 1:
            return n.Among(wanted.filters)
        alike = ""
        filters = wanted.filters
        if most > 1 and any(f.same and not f.same_as for f in filters):
            alike = filters[0].same
            filters = wanted.with_(same="").filters
        return n.Choose(filters, most, most if least is None else least, alike=alike)

    return select


def every(**fields: Any) -> Kind:
    """All that fit."""

    def select(noun: Noun) -> n.Selector:
        return n.All((noun.with_(**fields) if fields else noun).filters)

    return select


def _side(side: str, other: bool = False) -> dict[str, Any]:
    return {**({"side": side} if side else {}), **({"other": True} if other else {})}


_of = skip("of")
_other = maybe(to(word("other"), lambda _: True), False)
_up_to = make(lambda v: v, skip("up to"), alt(b.number, to(word("an?"), lambda _: 1)))
_any_number = make(lambda _: 99, word("any number(?: of)?"))
_each = skip("each(?: one)?|all|every(?: one)?|both")

article: Final = alt(
    # another one of your …
    make(lambda s: choose(**_side(s, other=True)), skip("another(?: one)? of|one other of"),
        possessive),
    make(lambda: choose(other=True), skip("another|one other|a different")),
    make(
        lambda v, s, o: choose(v, 0, **_side(s, o)), alt(_up_to, _any_number), maybe(skip("of"),
            b.DROP),
        possessive, _other,
    ),
    make(lambda v: choose(v, 0, other=True), _up_to, skip("other")),
    make(lambda v: choose(v, 0), alt(_up_to, _any_number)),
    make(lambda s, o: choose(**_side(s, o)), skip("(?:any )?one of|any of|one or more of"),
        possessive, _other),
    make(lambda v, s, o: choose(v, **_side(s, o)), b.number, _of, possessive, _other),
    make(lambda v: choose(v, other=True), b.number, skip("other")),
    make(lambda: choose(), skip("an?|one|any|target|any one|any other")),
    make(lambda v: choose(v), b.could("exactly"), b.number),
    make(lambda s, o: every(**_side(s, o)), _each, b.could("of"), b.could("the"), possessive,
        _other),
    make(lambda o: every(**_side("", o)), _each, b.could("of the|the"), _other),
    make(lambda s, o: _yours(s, o), possessive, _other),
    make(lambda: _the, skip("the|that|those")),
    to(b.always(None), lambda _: _bare),
)  # fmt: skip
"""What comes before a noun phrase."""


def _unique(f: n.Filter) -> bool:
    return bool(f.opposing or f.ref)


def one_or_all(who: n.Selector) -> bool:
    """Whether an event can happen to it: neither at random, nor so many at once."""
    if isinstance(who, n.Choose):
        return who.most == who.least == 1
    return not isinstance(who, n.Among)


def _yours(side: str, other: bool) -> Kind:
    def select(noun: Noun) -> n.Selector:
        if noun.plural or not noun.filters[0].extreme or noun.filters[0].extreme.endswith("most"):
            return every(**_side(side, other))(noun)
        return choose(**_side(side, other))(noun)

    return select


def _the(noun: Noun) -> n.Selector:
    if (
        noun.plural
        or any(_unique(f) for f in noun.filters)
        or not any(f.extreme for f in noun.filters)
    ):
        return n.All(noun.filters)
    return choose()(noun)


def _bare(noun: Noun) -> n.Selector:
    return n.All(noun.filters)


def _bare_ok(value: tuple[Kind, Noun]) -> bool:
    kind, noun = value
    if noun.zone:
        return False
    if kind is not _bare:
        return True
    f = noun.filters[0]
    return noun.plural or bool(f.names) or bool(f.opposing) or noun.random


def _name_alone(value: tuple[Kind, Noun]) -> tuple[Kind, Noun]:
    """`Destroy Runegate`: one word without an article that is no known type is a card's name."""
    kind, noun = value
    f = noun.filters[0]
    alone = len(noun.filters) == 1 and not noun.zone and f == n.Filter(types=f.types)
    if not alone or kind is not _bare or noun.plural or len(f.types) != 1 or f.types[0] in TYPES:
        return value
    return kind, Noun((n.Filter(kind="card", names=f.types),))


determined: Final = to(
    b.only_if(
        to(make(lambda a, f: (a, f), article, forward.noun), _name_alone),
        _bare_ok,
        "an article such as `a` or `your`",
    ),
    lambda pair: pair[0](pair[1]),
)

# -- players -------------------------------------------------------------------------------------

_no_noun = r"(?! ?(?:creature|exalt|minion|player|spell|\[|with|in\b|[A-Z]))"
player: Final = alt(
    to(
        word("you and (?:the enemy player|an enemy player|your opponent) (?:each|both)"),
        lambda _: EACH,
    ),
    to(word("you(?:rself)?(?!r)"), lambda _: YOU),
    to(
        word("(?:the|an?|each|your|every|all|any|that) (?:enemy players?|opponents?|"
            "opposing players?)(?!'| or (?:an? )?creature)|"
             "enemy players(?!')|opponents(?!')"),
        lambda _: ENEMY,
    ),
    to(word(f"(?:the|an|your|each) enemy{_no_noun}"), lambda _: ENEMY),
    to(
        word("(?:each|all|both|every) players?(?!')"),
        lambda _: EACH,
    ),
    to(word("(?:(?:each|every|the|all) other|another) players?(?!')"), lambda _: ENEMY),
    to(word("that player"), lambda _: n.Refer("?player")),
    to(
        word("(?:its|that creature's|that exalt's|that card's|the creature's) "
            "(?:owner|controller)(?!')"),
        lambda _: n.Refer("?owner"),
    ),
    to(word("enemies(?!')"), lambda _: ENEMY),
    to(word("(?:a|any|target|one) player(?! or)"), lambda _: n.Choose((n.Filter(kind="player"),))),
)  # fmt: skip
"""A player or players."""

# -- references ----------------------------------------------------------------------------------

this: Final = to(
    word(
        "this(?! turn| lane| ability| way| row| level)"
        "(?: creature| card| exalt| spell| minion)?(?!')|itself",
        "this",
    ),
    lambda _: n.Refer("this"),
)
_PRONOUNS: Final = {
    "it": "?it",
    "them": "?they",
    "they": "?they",
    "that creature": "?that",
    "those creatures": "?they",
    "these creatures": "?they",
    "that exalt": "?that",
    "that card": "?that",
    "that spell": "?that",
    "that minion": "?that",
    "that zombie": "?that",
    "that robot": "?that",
    "those cards": "?they",
    "those minions": "?they",
    "either of those creatures": "?they",
    "either of them": "?they",
    "each of them": "?they",
    "each of those creatures": "?they",
    "both of them": "?both",
    "both of those creatures": "?both",
    "both": "?both",
    "them both": "?both",
    "all of them": "?they",
    "your creature": "?first",
    "that enemy creature": "?second",
    "the chosen creature": "?that",
    "the chosen creatures": "?they",
    "the new creature": "?that",
    "the creature replacing it": "other",
    "the creature that replaced it": "other",
    "the creature that replaced this": "other",
    "the creature replacing this": "other",
    "the creature that replaces it": "other",
    "the creature that replaces this": "other",
    "the replacing creature": "other",
    "the replaced creature": "other",
    "the creature it replaced": "other",
    "the creature this replaced": "other",
    "the creature that destroyed it": "other",
    "the creature that destroyed this": "other",
    "the creature that dealt damage to it": "other",
    "the creature that dealt it": "other",
    "the creature that dealt that damage": "other",
    "the creature that dealt the damage": "other",
    "the creature that dealt damage to this": "other",
    "the creature that damaged this": "other",
    "the creature that damaged it": "other",
    "the creature dealing damage": "other",
    "the new one": "?that",
    "the transformed creature": "?that",
    "the destroyed creature": "?gone",
    "the sacrificed creature": "?gone",
}
_plain_noun_follows = r"(?! ?(?:in|with|opposing|adjacent|across) )"
pronoun: Final = alt(
    to(
        make(
            lambda r: r,
            one_of({k: v for k, v in _PRONOUNS.items() if k != "your creature"}, "it"),
            b.not_ahead(r"(?:of (?:your|the|those)|other|creature)\b"),
        ),
        n.Refer,
    ),
    to(word("each(?= (?:gets|gains|has|loses|deals|battles|strikes|moves))"),
        lambda _: n.Refer("?they")),
    to(word(r"each(?= [+-])"), lambda _: n.Refer("?both")),
    to(word(f"your creature(?!s){_plain_noun_follows}"), lambda _: n.Refer("?first")),
    to(word(f"the creature(?!s){_plain_noun_follows}"), lambda _: n.Refer("?that")),
    to(word(f"the (?:other|second) creature(?!s){_plain_noun_follows}"),
        lambda _: n.Refer("?second")),
    to(
        word("(?:your|the) creature opposing (?:it|that creature)"),
        lambda _: n.All((n.Filter(opposing="?it"),)),
    ),
    to(
        word("its opposing creature|(?:the|any) (?:creature|enemy creature) opposing it|"
            "that creature's opposing creature"),
        lambda _: n.All((n.Filter(opposing="?it"),)),
    ),
    to(word("their opposing creatures?"), lambda _: n.All((n.Filter(opposing="?it"),))),
)  # fmt: skip

# -- together ------------------------------------------------------------------------------------

_VERB = (
    r"(?:gets?|gains?|has|have|may|can|can't|cannot|deals?|loses?|lose|draws?|battles?|strikes?|"
    r"moves?|takes?|must|"
    r"swaps?|becomes?|is|are|discards?|destroys?|plays?|puts?|upgrades?|then)\b"
)
_one_of_them = alt(
    make(
        lambda v: n.Choose((n.Filter(kind="card", ref="?they"),), v, v),
        b.number, skip("of (?:them|those creatures|these creatures|those)"),
    ),
    make(
        lambda v: n.Choose((n.Filter(kind="card", ref="?they"),), v, 0),
        _up_to, skip("of (?:them|those creatures|these creatures|those)"),
    ),
    make(
        lambda: n.Choose((n.Filter(kind="card", ref="?they"),)), skip("one"),
            b.ahead(r"$|[.,;]|to\b"),
    ),
)  # fmt: skip
single: Final = b.memo(alt(pronoun, this, _one_of_them, player, determined))
_and = make(
    lambda s: s,
    skip("and(?: to)?"),
    alt(
        make(
            lambda noun: n.Choose(noun.filters),
            b.only_if(
                forward.noun, lambda f: not f.plural and f.filters[0].kind == "player", "player"
            ),
        ),
        to(
            word("each adjacent creature|(?:all )?adjacent creatures|creatures adjacent to it"),
            lambda _: n.All((n.Filter(adjacent_to="?near"),)),
        ),
        single,
    ),
)
_and_quiet = make(lambda s: s, _and, b.not_ahead(_VERB))


def _together(first: n.Selector, rest: list[n.Selector]) -> n.Selector:
    if not rest:
        return first
    return n.Several((first, *rest))


def _or(first: n.Selector, rest: list[n.Selector]) -> n.Selector:
    """`a creature or the enemy player`: one choice of all of these."""
    if not rest:
        return first
    filters: tuple[n.Filter, ...] = ()
    for part in (first, *rest):
        if isinstance(part, (n.Choose, n.All)):
            filters += part.among
        elif isinstance(part, n.Refer):
            filters += (n.Filter(kind="card", ref=part.ref),)
    most, least = (first.most, first.least) if isinstance(first, n.Choose) else (1, 1)
    return n.Choose(filters, most, least)


_alternatives = make(_or, single, make(lambda s: s, skip("or(?: to)?"), single).many())
forward.selector.become(b.memo(make(_together, _alternatives, _and_quiet.many())))
selector: Final = forward.selector
"""Who or what."""
subject: Final = b.memo(make(_together, _alternatives, _and.many()))
"""Who or what, before a verb."""

ref: Final = alt(ref_words, to(word("the opposing creature"), lambda _: "?opposing"))
"""A single known thing, as a ref."""


def refers(who: n.Selector) -> n.Selector:
    """The same again, later in the sentence."""
    if isinstance(who, n.Refer):
        return who
    if isinstance(who, n.All) and all(f.kind == "player" for f in who.among):
        return who
    return n.Refer("it")
