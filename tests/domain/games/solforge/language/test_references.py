"""What words mean: rule by rule, positive, negative and with the sides that must not change."""

import pytest

from domain.games.solforge.cards import nodes as n
from domain.games.solforge.cards.nodes import (
    All,
    Change,
    Choose,
    Damage,
    Destroy,
    Done,
    Filter,
    Gift,
    Give,
    Heal,
    If,
    Keyword,
    May,
    Number,
    Pay,
    PlayCard,
    PlayNamed,
    Refer,
    StatOf,
    Trigger,
    Triggered,
)
from domain.games.solforge.language import read_card

THIS = Filter(ref="this")
YOU = All((Filter(kind="player", side="yours"),))
ENEMY = All((Filter(kind="player", side="enemy"),))
MINE = Choose((Filter(side="yours"),))
THEIRS = Choose((Filter(side="enemy"),))
ANY = Choose((Filter(),))


def creature(words):
    found = read_card(words, "creature", "Ash Warden")
    assert found.problems == ()
    return found.abilities


def spell(words):
    found = read_card(words, "spell", "Ash Storm")
    assert found.problems == ()
    return found.abilities


def line(words):
    [only] = spell(words)
    assert isinstance(only, n.Line)
    return only.body


def deploy(words):
    [only] = creature(f"Deploy: {words}")
    assert only.trigger == Trigger("deploy", THIS)
    return only.body


def armor(points):
    return Gift(keywords=(Keyword("armor", Number(points)),))


# -- who is meant --------------------------------------------------------------------------------

SELECTORS = {
    "a creature": ANY,
    "an enemy creature": THEIRS,
    "one of your creatures": MINE,
    "any one of your creatures": MINE,
    "another creature": Choose((Filter(other=True),)),
    "another one of your creatures": Choose((Filter(side="yours", other=True),)),
    "one of your other creatures": Choose((Filter(side="yours", other=True),)),
    "up to two creatures": Choose((Filter(),), 2, 0),
    "up to 2 of your creatures": Choose((Filter(side="yours"),), 2, 0),
    "two creatures": Choose((Filter(),), 2, 2),
    "any number of your creatures": Choose((Filter(side="yours"),), 99, 0),
    "each creature": All((Filter(),)),
    "all creatures": All((Filter(),)),
    "your creatures": All((Filter(side="yours"),)),
    "all of your creatures": All((Filter(side="yours"),)),
    "each of your creatures": All((Filter(side="yours"),)),
    "your other creatures": All((Filter(side="yours", other=True),)),
    "each other creature": All((Filter(other=True),)),
    "creatures adjacent to this": All((Filter(adjacent_to="this"),)),
    "adjacent creatures": All((Filter(adjacent_to="this"),)),
    "the opposing creature": All((Filter(side="enemy", opposing="this"),)),
    "the creature opposing this": All((Filter(side="enemy", opposing="this"),)),
    "your creature in this lane": All((Filter(side="yours", lane="this"),)),
    "your Robots": All((Filter(side="yours", types=("Robot",)),)),
    "your Zombies and Spirits": All((Filter(side="yours", types=("Zombie", "Spirit")),)),
    "a Robot or Warrior": Choose((Filter(types=("Robot", "Warrior")),)),
    "an enemy Minion": Choose((Filter(side="enemy", minion=True),)),
    "a non-Minion creature": Choose((Filter(minion=False),)),
    "all non-Tempys creatures": All((Filter(not_factions=("Tempys",)),)),
    "a non-Beast creature": Choose((Filter(not_types=("Beast",)),)),
    "a [l1] or [l2] creature": Choose((Filter(levels=(1, 2)),)),
    "a level 2 creature": Choose((Filter(levels=(2,)),)),
    "an L3 creature": Choose((Filter(levels=(3,)),)),
    "a creature with 4A or less": Choose((Filter(stats=(n.Stat("A", "<=", Number(4)),)),)),
    "a creature with 6 or more H": Choose((Filter(stats=(n.Stat("H", ">=", Number(6)),)),)),
    "a creature with increased A": Choose((Filter(stats=(n.Stat("A", "increased"),)),)),
    "a Wounded creature": Choose((Filter(stats=(n.Stat("H", "decreased"),)),)),
    "a creature with less A than this": Choose(
        (Filter(stats=(n.Stat("A", "<", StatOf("A", "this")),)),)
    ),
    "a creature with Stealth": Choose((Filter(keyword="stealth"),)),
    "a creature with D": Choose((Filter(keyword="armor"),)),
    "a creature without Defender": Choose((Filter(no_keyword="defender"),)),
    "an Exhausted creature": Choose((Filter(ready=False),)),
    "an unopposed creature": Choose((Filter(opposed=False),)),
    "your lowest A creature": Choose((Filter(side="yours", extreme="lowest A"),)),
    "the creature with the highest H": Choose((Filter(extreme="highest H"),)),
    "your leftmost creature": All((Filter(side="yours", extreme="leftmost"),)),
    "a creature in a lane with one of your Exalts": Choose((Filter(lane="exalt"),)),
    "your creatures in the back row": All((Filter(side="yours", row="back"),)),
    "a creature that moved this turn": Choose((Filter(happened="moved"),)),
    "this": Refer("this"),
    "this creature": Refer("this"),
}


@pytest.mark.parametrize("words", SELECTORS)
def test_who_is_meant(words):
    assert deploy(f"Give {words} +3A.") == (Change(SELECTORS[words], Number(3)),)
    assert deploy(f"Deal 4 damage to {words}.") == (Damage(SELECTORS[words], Number(4)),)


def test_players():
    assert line("Deal 3 damage to the enemy player.") == (Damage(ENEMY, Number(3)),)
    assert line("Deal 3 damage to an opponent.") == (Damage(ENEMY, Number(3)),)
    assert line("Deal 3 damage to a player.") == (
        Damage(Choose((Filter(kind="player"),)), Number(3)),
    )
    assert line("Deal 3 damage to a creature or player.") == (
        Damage(Choose((Filter(), Filter(kind="player"))), Number(3)),
    )
    assert line("Deal 3 damage to a creature and player.") == (
        Damage(n.Several((ANY, Choose((Filter(kind="player"),)))), Number(3)),
    )
    assert line("Each player loses 2H.") == (Heal(All((Filter(kind="player"),)), Number(-2)),)


def test_those_who_choose():
    assert line("Each enemy player destroys one of their creatures.") == (
        Destroy(Choose((Filter(side="enemy"),), by="enemy")),
    )
    both = n.Several((MINE, Choose((Filter(side="enemy"),), by="enemy")))
    assert line("Each player destroys one of their creatures.") == (Destroy(both),)
    assert line("Each player sacrifices a creature.") == (Destroy(both),)


# -- it, they, that ------------------------------------------------------------------------------


def test_it_is_what_was_chosen():
    gift = Give(Refer("it"), Gift(keywords=(Keyword("stealth"),)), "turn")
    assert line("Give one of your creatures +5A. This turn, it gets Stealth.") == (
        Change(MINE, Number(5)),
        gift,
    )
    assert line("Give one of your creatures +5A. It gets Stealth this turn.") == (
        Change(MINE, Number(5)),
        gift,
    )


def test_it_is_what_the_event_happened_to():
    [found] = creature("When one of your Robots is dealt damage, give it +2A.")
    assert found.body == (Change(Refer("that"), Number(2)),)
    [found] = creature("When you play another creature, give this +2A.")
    assert found.body == (Change(Refer("this"), Number(2)),)


def test_it_is_this_after_a_condition_about_this():
    assert deploy("If this replaced a creature, give it +5A.") == (
        If(n.Replaced(), (Change(Refer("this"), Number(5)),)),
    )


def test_the_other_party():
    [found] = creature("When a creature replaces this, give it +6A.")
    assert found == Triggered(
        Trigger("replaced", THIS, Filter()), (Change(Refer("other"), Number(6)),)
    )
    [found] = creature("When this is replaced, give the creature replacing it +6A.")
    assert found.body == (Change(Refer("other"), Number(6)),)
    [found] = creature("When this damages a creature, destroy that creature.")
    assert found.body == (Destroy(Refer("other")),)


def test_it_does_not_become_what_it_battles():
    battle = n.Battle(MINE, Choose((Filter(side="enemy", minion=True),), mark="second"))
    assert line(
        "One of your creatures Battles an enemy Minion. If your creature survives, give it +4A."
    ) == (
        battle,
        If(n.Survives("it"), (Change(Refer("it"), Number(4)),), stops=False),
    )


def test_another_is_other_than_what_was_chosen():
    assert line("Deal 2 damage to a creature, then deal 2 damage to another creature.") == (
        Damage(ANY, Number(2)),
        Damage(Choose((Filter(not_ref="it"),)), Number(2)),
    )
    [found] = creature("Activate: Give another creature +2A.")
    assert found.body == (Change(Choose((Filter(other=True),)), Number(2)),)


def test_what_is_done_to_the_dead_is_done_to_this():
    [found] = creature("When this destroys a creature, it gets +2A.")
    assert found.body == (Change(Refer("this"), Number(2)),)
    [found] = creature("When a creature is destroyed by this, Reanimate it.")
    assert found.body == (PlayCard("banish", Filter(kind="card", ref="that")),)


def test_its_lane():
    [found] = creature("When one of your Robots is destroyed, play a Gizmo Minion in its lane.")
    assert found.body == (PlayNamed("Gizmo", lane="that"),)
    [found] = creature("When this is destroyed, play a Wisp Minion in this lane.")
    assert found.body == (PlayNamed("Wisp", lane="this"),)
    [found] = creature(
        "Activate: Destroy one of your creatures to play a Wisp Minion in that lane."
    )
    assert found.body == (Pay((Destroy(MINE),), (PlayNamed("Wisp", lane="its"),)),)


# -- how effects hang together -------------------------------------------------------------------


def test_may_and_if_you_do():
    assert deploy("You may destroy another one of your creatures. If you do, you gain 4H.") == (
        May(
            (
                Destroy(Choose((Filter(side="yours", other=True),))),
                If(Done(), (Heal(YOU, Number(4)),), stops=False),
            )
        ),
    )
    assert line("Destroy one of your creatures. If you do, you gain 4H.") == (
        Destroy(MINE),
        If(Done(), (Heal(YOU, Number(4)),), stops=False),
    )


def test_may_goes_as_far_as_the_sentence_says():
    assert line("Give one of your creatures +2H and you may have it Battle an enemy creature.") == (
        Change(MINE, None, Number(2)),
        May((n.Battle(Refer("it"), Choose((Filter(side="enemy"),), mark="second")),)),
    )
    assert line("You may Upgrade a card in your hand, then discard it.") == (
        May((n.UpgradeCard("hand", Filter(kind="card")), n.Discard())),
    )


def test_to_is_a_cost():
    assert line("Destroy one of your creatures to give each enemy creature -3A.") == (
        Pay((Destroy(MINE),), (Change(All((Filter(side="enemy"),)), Number(-3)),)),
    )


def test_otherwise():
    assert line("If you have the Forge, you gain 2H. Otherwise, you gain 4H.") == (
        If(n.HasForge(), (Heal(YOU, Number(2)),), (Heal(YOU, Number(4)),), stops=False),
    )


def test_instead_takes_over_what_is_left_unsaid():
    assert line("Deal 2 damage to a creature. If you have the Forge, deal 7 damage instead.") == (
        n.Target(ANY),
        If(
            n.HasForge(),
            (Damage(Refer("it"), Number(7)),),
            (Damage(Refer("it"), Number(2)),),
            stops=False,
        ),
    )
    assert line("Play a Wisp Minion. If you have the Forge, play two instead.") == (
        If(n.HasForge(), (PlayNamed("Wisp", most=2, least=2),), (PlayNamed("Wisp"),), stops=False),
    )


def test_instead_over_two_lines():
    assert line("You gain 2H.\n\nIf you have the Forge, you gain 6H instead.") == (
        If(n.HasForge(), (Heal(YOU, Number(6)),), (Heal(YOU, Number(2)),), stops=False),
    )


def test_an_unmet_condition_ends_the_ability_unless_another_follows():
    [only, _] = deploy("If this replaced a creature, give it +4A. Draw a card.")
    assert only.stops
    left, right = deploy(
        "If this is in your leftmost lane, give this +3A."
        " If this is in your rightmost lane, give this +3H."
    )
    assert not left.stops
    assert not right.stops
    [_, about_it] = line("Give a creature +2A. If it is a Robot, it gets +2H.")
    assert not about_it.stops


def test_modes():
    [found] = line(
        "Choose one. If you have a Beast in play, choose two instead: • You gain 2H. • Draw a card."
    )
    assert found.n == 1
    assert found.better == 2
    assert found.condition == n.Exists(Filter(side="yours", types=("Beast",)))
    assert found.options == ((Heal(YOU, Number(2)),), (n.Draw(Number(1)),))
    [either] = line("Draw a card or you gain 2H.")
    assert either.options == ((n.Draw(Number(1)),), (Heal(YOU, Number(2)),))


def test_later():
    [found] = line("When a creature is destroyed this turn, you gain 2H.")
    assert found == n.Delayed(Trigger("destroyed", Filter()), (Heal(YOU, Number(2)),))
    _, found = line("Choose an enemy creature. When it is dealt damage this turn, exhaust it.")
    assert found == n.Delayed(Trigger("damaged", THIS), (n.Exhaust(Refer("that")),), on=Refer("it"))
    _, found = line("Give a creature +5A. At the end of the turn, destroy it.")
    assert found == n.Delayed(
        Trigger("end of turn"), (Destroy(Refer("that")),), once=True, on=Refer("it")
    )


def test_the_next_card():
    assert line("Give the next creature you play this turn +3A.") == (
        n.Delayed(
            Trigger("played", Filter(), by="you"), (Change(Refer("that"), Number(3)),), once=True
        ),
    )
    assert line("The next [l2] card you play this turn is Free.") == (
        n.Rule(
            All((Filter(kind="card", side="yours", levels=(2,)),)),
            Gift(keywords=(Keyword("free"),)),
            once=True,
        ),
    )


# -- how long ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        "Give a creature 5D this turn.",
        "This turn, give a creature 5D.",
        "Give a creature 5D until end of turn.",
        "Give a creature 5 Armor until the end of the turn.",
        "This turn, a creature gets Armor 5.",
    ],
)
def test_until_the_end_of_the_turn(words):
    assert line(words) == (Give(ANY, armor(5), "turn"),)


def test_for_good():
    assert line("Give a creature 5D.") == (Give(ANY, armor(5), ""),)
    assert line("Give a creature +2A this turn.") == (Change(ANY, Number(2), None, "turn"),)
    assert line("Give a creature +2A.") == (Change(ANY, Number(2)),)


def test_losing_one_and_getting_another():
    [found] = creature("When you play a spell, this loses Defender and gets Stealth this turn.")
    assert found.body == (
        Give(Refer("this"), Gift(loses=("defender",)), "turn"),
        Give(Refer("this"), Gift(keywords=(Keyword("stealth"),)), "turn"),
    )


# -- kinds of abilities --------------------------------------------------------------------------


def test_keywords():
    [found] = creature("Aggressive, Stealth")
    assert found == n.Has(Gift(keywords=(Keyword("aggressive"), Keyword("stealth"))))
    [found] = creature("3D, Mobility 2")
    assert found.gift.keywords == (Keyword("armor", Number(3)), Keyword("mobility", Number(2)))
    [found] = creature("Mobility X: (X is equal to the number of Exalts in play.)")
    assert found.gift.keywords == (Keyword("mobility", n.CountOf(Filter(kind="exalt"))),)


def test_exalted():
    [found] = creature("Exalted — 4D")
    assert found == n.Has(armor(4), exalted=True)
    [found] = creature("Exalted — Activate: Ready this.")
    assert found == n.Activated((n.Ready(Refer("this")),), exalted=True)


def test_headers_of_the_early_edition():
    [found] = creature("Vengeance: Draw a card.")
    assert found.trigger == Trigger("destroyed", THIS)
    [found] = creature("Override: Draw a card.")
    assert found.trigger == Trigger("deploy", THIS, condition=n.Replaced())
    assert line("Drain 3 from a creature.") == (Damage(ANY, Number(3)), Heal(YOU, Number(3)))
    assert line("Summon a Wisp.") == (PlayNamed("Wisp"),)
    assert line("Sacrifice a creature.") == (Destroy(MINE),)


TRIGGERS = {
    "When this is destroyed": Trigger("destroyed", THIS),
    "When another one of your creatures is destroyed": Trigger(
        "destroyed", Filter(side="yours", other=True)
    ),
    "When an enemy creature is destroyed in this lane": Trigger(
        "destroyed", Filter(side="enemy"), lane="this"
    ),
    "When one of your creatures is destroyed before combat": Trigger(
        "destroyed", Filter(side="yours"), before_combat=True
    ),
    "When this is replaced": Trigger("replaced", THIS),
    "When this replaces a Robot": Trigger("replaces", THIS, Filter(types=("Robot",))),
    "When you play a spell": Trigger("played", Filter(kind="spell"), by="you"),
    "When an enemy player plays a spell": Trigger("played", Filter(kind="spell"), by="enemy"),
    "When an Exalt is played": Trigger("played", Filter(kind="exalt")),
    "When you play your second spell each turn": Trigger(
        "played", Filter(kind="spell"), by="you", nth=2
    ),
    "When this damages a player": Trigger("damages", THIS, Filter(kind="player")),
    "When this deals combat damage to an enemy creature": Trigger(
        "damages", THIS, Filter(side="enemy"), combat=True
    ),
    "When this is dealt non-combat damage": Trigger("damaged", THIS, combat=False),
    "When you gain H": Trigger("gains health", Filter(kind="player", side="yours")),
    "When your creature in this lane gains A": Trigger(
        "gains attack", Filter(side="yours", lane="this")
    ),
    "When an enemy creature enters this lane": Trigger("enters", Filter(side="enemy"), lane="this"),
    "When another one of your creatures enters the back row": Trigger(
        "enters", Filter(side="yours", other=True), row="back"
    ),
    "When you Upgrade a card": Trigger("upgraded", Filter(kind="card"), by="you"),
    "The first time you Upgrade a creature each turn": Trigger(
        "upgraded", Filter(), by="you", first=True
    ),
    "When you use your Forgeborn ability": Trigger(
        "forgeborn used", Filter(kind="player", side="yours")
    ),
    "When this is Transformed": Trigger("transformed", THIS),
    "When this has no adjacent creatures": Trigger("alone", THIS),
    "At the start of the turn": Trigger("start of turn"),
    "At the end of turn": Trigger("end of turn"),
    "At the start of combat": Trigger("start of combat"),
    "At the end of each deck cycle": Trigger("end of cycle"),
}


@pytest.mark.parametrize("words", TRIGGERS)
def test_triggers(words):
    assert creature(f"{words}, draw a card.") == (Triggered(TRIGGERS[words], (n.Draw(Number(1)),)),)


def test_two_triggers_are_two_abilities():
    one, two = creature("When this is destroyed or replaced, draw a card.")
    assert (one.trigger.event, two.trigger.event) == ("destroyed", "replaced")
    assert one.body == two.body


def test_once_a_turn():
    [found] = creature("Slay: Draw a card. This ability can only trigger once per turn.")
    assert found.once
    [found] = creature("Slay: Draw a card.")
    assert not found.once


CONDITIONS = {
    "you have the Forge": n.HasForge(),
    "you don't have the Forge": n.Not(n.HasForge()),
    "this is unopposed": n.Is("this", Filter(kind="card", opposed=False)),
    "this is in your rightmost lane": n.Edge("this", "rightmost"),
    "you have a Robot in play": n.Exists(Filter(side="yours", types=("Robot",))),
    "you have no Robots in play": n.Exists(Filter(side="yours", types=("Robot",)), 0, 0),
    "you have three or more Minions in play": n.Exists(Filter(side="yours", minion=True), 3),
    "you have two or more Spirits in your Banish Pile": n.Exists(
        Filter(types=("Spirit",)), 2, zone="banish"
    ),
    "the enemy player has fewer than three cards in hand": n.Exists(
        Filter(kind="card"), 0, 2, "hand", "enemy"
    ),
    "you have more than 40H": n.Compare(n.PlayerNumber("health"), ">", Number(40)),
    "you played a spell this turn": n.Happened("played", Filter(kind="spell", side="yours")),
    "you played two or more spells this turn": n.Happened(
        "played", Filter(kind="spell", side="yours"), least=2
    ),
    "one of your creatures was destroyed this turn": n.Happened("destroyed", Filter(side="yours")),
    "another creature lost H this turn": n.Happened("loses health", Filter(other=True)),
    "an opponent gained H this turn": n.Happened(
        "gains health", Filter(kind="player", side="enemy")
    ),
    "you took no damage": n.Not(n.Happened("damaged", Filter(kind="player", side="yours"))),
    "this was dealt damage this turn": n.Happened("damaged", Filter(kind="card", ref="this")),
    "this has decreased H": n.Is("this", Filter(kind="card", stats=(n.Stat("H", "decreased"),))),
    "this is lower level than your Forgeborn": n.Compare(
        StatOf("L", "this"), "<", n.PlayerNumber("forgeborn")
    ),
    "it is the fourth deck cycle": n.Compare(n.PlayerNumber("cycle"), "=", Number(4)),
    "there are 3 or more counters on this": n.Compare(n.CountersOn("this"), ">=", Number(3)),
    "there are no energy counters on this": n.Compare(
        n.CountersOn("this", "energy"), "=", Number(0)
    ),
    "you have no empty lanes": n.NoEmptyLane(),
    "this is adjacent to a Robot": n.Exists(Filter(types=("Robot",), adjacent_to="this")),
    "you have the Forge and this is opposed": n.Every(
        (n.HasForge(), n.Is("this", Filter(kind="card", opposed=True)))
    ),
    "this replaced a Robot": n.Replaced(Filter(types=("Robot",))),
}


@pytest.mark.parametrize("words", CONDITIONS)
def test_conditions(words):
    assert deploy(f"If {words}, draw a card.") == (If(CONDITIONS[words], (n.Draw(Number(1)),)),)
    [aura] = creature(f"While {words}, this has Stealth.")
    assert aura == n.Aura(All((THIS,)), Gift(keywords=(Keyword("stealth"),)), CONDITIONS[words])
    [free] = spell(f"If {words.replace('this ', 'this ')}, this is Free.")
    assert isinstance(free, n.FreeIf)


AMOUNTS = {
    "the number of Robots you have in play": n.CountOf(Filter(side="yours", types=("Robot",))),
    "this creature's A": StatOf("A", "this"),
    "your Forgeborn's level": n.PlayerNumber("forgeborn"),
    "twice your Forgeborn's level": n.PlayerNumber("forgeborn", times=2),
    "the number of cards in your hand": n.PlayerNumber("hand"),
    "the number of spells in your banish pile": n.CountOf(Filter(kind="spell"), zone="banish"),
    "half your H": n.Half(n.PlayerNumber("health")),
    "the number of counters on this": n.CountersOn("this"),
    "the number of spells you played this turn": n.HappenedCount(
        n.Happened("played", Filter(kind="spell", side="yours"))
    ),
    "the total A of your other creatures": n.TotalOf("A", Filter(side="yours", other=True)),
}


@pytest.mark.parametrize("words", AMOUNTS)
def test_amounts(words):
    value = AMOUNTS[words]
    assert deploy(f"You gain H equal to {words}.") == (Heal(YOU, value),)
    assert deploy(f"Deal damage equal to {words} to a creature.") == (Damage(ANY, value),)
    assert deploy(f"Give this +X A, where X is {words}.") == (Change(Refer("this"), value),)


def test_for_each():
    assert deploy("Give this +2A for each of your other creatures.") == (
        Change(Refer("this"), n.CountOf(Filter(side="yours", other=True), 2)),
    )
    assert line("Play a Wisp Minion for each spell played this turn.") == (
        n.Repeat(n.HappenedCount(n.Happened("played", Filter(kind="spell"))), (PlayNamed("Wisp"),)),
    )


def test_the_numbers_of_those_who_get_them():
    assert line("Double the A of your creatures.") == (
        Change(All((Filter(side="yours"),)), StatOf("A", "self")),
    )
    assert line("Give a creature +1A for each Robot adjacent to it.") == (
        Change(ANY, n.CountOf(Filter(types=("Robot",), adjacent_to="self"))),
    )


def test_auras_and_prohibitions():
    [found] = creature("Your other Zombies have Aggressive.")
    assert found == n.Aura(
        All((Filter(side="yours", other=True, types=("Zombie",)),)),
        Gift(keywords=(Keyword("aggressive"),)),
    )
    [found] = creature("Your other creatures are also Plants.")
    assert found.gift == Gift(types=("Plant",))
    [found] = creature("This can't gain H except by Deep Ties.")
    assert found.gift.forbids == (n.Forbid("gain health", ("Deep Ties",)),)
    [found] = creature("Enemy spells or abilities cannot affect your Robots.")
    robots = All((Filter(side="yours", types=("Robot",)),))
    assert found == n.Aura(robots, Gift(forbids=(n.Forbid("be affected"),)))
    [found] = creature(
        "While this is unopposed, it loses and can't get Stealth and has Aggressive."
    )
    assert found.gift == Gift(
        keywords=(Keyword("aggressive"),),
        loses=("stealth",),
        forbids=(n.Forbid("get stealth"),),
    )


def test_replacements():
    [found] = creature("If this would be destroyed, you may discard a card instead.")
    assert found == n.Instead(
        Trigger("destroyed", THIS), (n.Discard("you", Filter(kind="card")),), may=True
    )
    [found] = creature("If this would lose any amount of H, instead, this loses 2H.")
    assert found.gift.alters == (n.Alter("health lost", to=Number(2)),)
    [found] = creature("When you gain H, you gain that amount +2H instead.")
    assert found.gift.alters == (n.Alter("health gained", plus=Number(2)),)
    [found] = creature("When you Upgrade a creature, you may Upgrade it up to three times instead.")
    assert found == n.Instead(
        Trigger("upgraded", Filter(), by="you"),
        (n.UpgradeCard("", Filter(kind="card", ref="that"), 3),),
        may=True,
    )


def test_free():
    assert spell("This is Free.") == (n.FreeIf(),)
    assert spell("If it has decreased H, this is Free.") == (
        n.FreeIf(n.Is("it", Filter(kind="card", stats=(n.Stat("H", "decreased"),)))),
    )
    cost = (Damage(YOU, Number(4)),)
    assert spell("You may also lose 4H. If you do, this is Free.") == (
        n.FreeIf(cost=(Heal(YOU, Number(-4)),)),
    )
    assert spell("You may have this deal 4 damage to you to play this for Free.") == (
        n.FreeIf(cost=cost),
    )


def test_quoted_abilities():
    gift = Gift(abilities=(Triggered(Trigger("destroyed", THIS), (n.Draw(Number(1)),)),))
    assert line('Your creatures get "When this is destroyed, draw a card." this turn.') == (
        Give(All((Filter(side="yours"),)), gift, "turn"),
    )


def test_cards_of_zones():
    assert line("You may play a [l1] spell for Free.") == (
        May((PlayCard("hand", Filter(kind="spell", levels=(1,))),)),
    )
    assert line("Reanimate a Robot.") == (PlayCard("banish", Filter(types=("Robot",))),)
    assert line("Play a random card from your discard pile.") == (
        PlayCard("discard", Filter(kind="card"), random=True),
    )
    assert line("Play a Robot in a lane with one of your Exalts for Free.") == (
        PlayCard("hand", Filter(types=("Robot",)), lane="exalt"),
    )
    assert line("Play up to two Spell Sprites Minions.") == (
        PlayNamed("Spell Sprite", most=2, least=0),
    )
    assert line("Play Amber Keep.") == (PlayNamed("Amber Keep"),)
    assert line("Upgrade a card in your hand twice.") == (
        n.UpgradeCard("hand", Filter(kind="card"), 2),
    )


def test_solbind_and_counters():
    assert line("Transform Amber Keep and put it into one of your empty lanes.") == (
        n.Transform(None, "Amber Keep", "empty"),
    )
    [found] = creature("Activate: Remove an energy counter from this to draw a card.")
    assert found.body == (
        Pay((n.Counters(Refer("this"), Number(-1), "energy"),), (n.Draw(Number(1)),)),
    )


def test_a_card_may_name_itself():
    [found] = read_card("Deploy: Destroy your [l1] and [l2] Moss.", "exalt", "Moss").abilities
    own = Filter(kind="card", side="yours", levels=(1, 2), names=("Moss",))
    assert found.body == (Destroy(All((own,))),)
    [found] = read_card("Deploy: Destroy your Hall of Moss.", "exalt", "Hall of Moss").abilities
    assert found.body == (
        Destroy(All((Filter(kind="card", side="yours", names=("Hall of Moss",)),))),
    )


def test_lines_of_a_spell_share_what_was_chosen():
    first, second = spell(
        "Give a creature 3D this turn.\n\nIf you played this on a Warrior, it gets +2A."
    )
    assert second.body == (
        If(n.Is("it", Filter(types=("Warrior",))), (Change(Refer("it"), Number(2)),), stops=False),
    )
    assert first.body == (Give(ANY, armor(3), "turn"),)
