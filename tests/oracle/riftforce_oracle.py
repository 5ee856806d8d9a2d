"""A second, independent Riftforce, which plays itself at random.

It shares no code with the engine it is there to test, and prefers the obvious to the fast.
Every match it plays comes with a tape (settings, setup and one line per turn, naming every
choice made and every card drawn) and with snapshots of the whole table, so that another
engine can read the tape and compare.

    python riftforce_oracle.py SEED [ICE [EXPANSION]]    print one match
    python riftforce_oracle.py --check                   play many, and check each of them

Words used throughout: a *card* is a string such as "F5" (guild code and number). Once on the
table it is an `Elemental`, which can carry damage. A *line* is the row of elementals of one
seat at one location, nearest the Rift first; positions in it are written counting from 1.
"""

import random
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

Ice: TypeAlias = Literal["rulebook", "printed"]
Expansion: TypeAlias = Literal["base", "beyond"]

BASE_GUILDS = {
    "F": "Fire",
    "E": "Earth",
    "L": "Light",
    "P": "Plant",
    "W": "Water",
    "I": "Ice",
    "S": "Shadow",
    "C": "Crystal",
    "T": "Thunderbolt",
    "A": "Air",
}
BEYOND_GUILDS = {
    "Ac": "Acid",
    "Be": "Beast",
    "La": "Lava",
    "Lo": "Love",
    "Ma": "Magnet",
    "Mu": "Music",
    "Sa": "Sand",
    "St": "Star",
}
GUILD_NAMES = BASE_GUILDS | BEYOND_GUILDS

NUMBERS_IN_A_GUILD = (5, 5, 5, 5, 6, 6, 6, 7, 7)
GUILDS_ON_DISPLAY = {"base": 7, "beyond": 8}
GUILDS_PER_SEAT = 4
SEATS = (0, 1)
SEAT_LETTERS = "AB"
LOCATIONS = (1, 2, 3, 4, 5)
MIDDLE = 3
FULL_HAND = 7
MOST_CARDS_PER_ACTION = 3
RIFTFORCE_TO_END = 12
ACTIVATIONS_AIMED_AT = (0, 1, 2, 3, 3, 3)  # Mostly three, as there is often less to activate.


def guild_of(card: str) -> str:
    return card[:-1]


def number_of(card: str) -> int:
    return int(card[-1])


def other(seat: int) -> int:
    return 1 - seat


def neighbours(location: int) -> list[int]:
    """The one or two locations beside this one, from left to right."""
    return [near for near in (location - 1, location + 1) if near in LOCATIONS]


def elsewhere(location: int) -> list[int]:
    return [place for place in LOCATIONS if place != location]


@dataclass(eq=False)  # Identical cards are still different elementals.
class Elemental:
    card: str
    damage: int = 0

    @property
    def guild(self) -> str:
        return guild_of(self.card)

    @property
    def destroyed(self) -> bool:
        return self.damage >= number_of(self.card)


class Oracle:
    """One match: set up when created, then played by calling `turn` until it is `over`."""

    def __init__(
        self, rng: random.Random, ice: Ice = "rulebook", expansion: Expansion = "base"
    ) -> None:
        self.rng = rng
        self.ice = ice
        self.expansion = expansion

        self.turns_played = 0
        self.score = [0, 0]
        self.over = False
        self.winner: int | None = None
        self.why: Literal["riftforce", "deadlock"] | None = None  # None while it is going on.

        # The table. A pile is drawn from its front, index 0.
        self.hands: list[list[str]] = [[], []]
        self.piles: list[list[str]] = [[], []]
        self.discards: list[list[str]] = [[], []]
        self.lines: list[dict[int, list[Elemental]]] = [
            {location: [] for location in LOCATIONS} for _ in SEATS
        ]

        self.guilds: list[list[str]] = [[], []]
        self._setup_lines: list[str] = []
        self.starter = rng.choice(SEATS)
        self._draft()
        self._deal()

    # ---------------------------------------------------------------- setup

    def _draft(self) -> None:
        codes = list(BASE_GUILDS if self.expansion == "base" else GUILD_NAMES)
        self.rng.shuffle(codes)
        for seat in SEATS:
            drawn = codes.pop()
            self.guilds[seat].append(drawn)
            self._setup_lines.append(f"draw {SEAT_LETTERS[seat]} {GUILD_NAMES[drawn]}")

        display = codes[: GUILDS_ON_DISPLAY[self.expansion]]
        self._setup_lines.append("display " + " ".join(GUILD_NAMES[code] for code in display))
        self._setup_lines.append(f"start {SEAT_LETTERS[self.starter]}")

        picks: list[str] = []
        seat = self.starter
        while len(self.guilds[0]) < GUILDS_PER_SEAT or len(self.guilds[1]) < GUILDS_PER_SEAT:
            pick = self.rng.choice(display)
            display.remove(pick)
            picks.append(GUILD_NAMES[pick])
            self.guilds[seat].append(pick)
            seat = other(seat)
        self._setup_lines.append("picks " + " ".join(picks))

    def _deal(self) -> None:
        for seat in SEATS:
            deck = [f"{code}{n}" for code in self.guilds[seat] for n in NUMBERS_IN_A_GUILD]
            self.rng.shuffle(deck)
            self.piles[seat] = deck
            self._draw_up_to_full_hand(seat)
            hand = " ".join(self.hands[seat])
            self._setup_lines.append(f"hand {SEAT_LETTERS[seat]} {hand}")

        # Placed, not played: whatever it is, nothing comes of its arrival.
        second = other(self.starter)
        face_up = self.piles[second].pop(0)
        self.lines[second][MIDDLE].append(Elemental(face_up))
        self._setup_lines.append(f"face {face_up}")

    def header_lines(self) -> list[str]:
        return [
            "game: riftforce",
            f"ice: {self.ice}",
            f"expansion: {self.expansion}",
            "players: Anna, Ben",
            "",
            *self._setup_lines,
        ]

    # ---------------------------------------------------------------- a turn

    def turn(self) -> str:
        """Play one random legal turn and return its line of the tape."""
        assert not self.over, "the match is over"
        seat = self.starter if self.turns_played % 2 == 0 else other(self.starter)

        actions: list[Callable[[int], str]] = []
        if self.hands[seat]:
            actions += [self._play, self._activate]
        if len(self.hands[seat]) < FULL_HAND:
            actions.append(self._check_and_draw)
        action = self.rng.choice(actions)
        text = action(seat)

        self.turns_played += 1
        self._look_for_the_end()
        return f"{self.turns_played} {SEAT_LETTERS[seat]} {text}"

    def _play(self, seat: int) -> str:
        hand = self.hands[seat]
        matching = self._matching(self.rng.choice(hand))
        candidates = [card for card in hand if matching(card)]
        count = self.rng.randint(1, min(MOST_CARDS_PER_ACTION, len(candidates)))
        cards = self.rng.sample(candidates, count)

        together = self.rng.choice((True, False))
        if together:
            places = [self.rng.choice(LOCATIONS)] * count
        else:
            leftmost = self.rng.randint(LOCATIONS[0], LOCATIONS[-1] - count + 1)
            places = list(range(leftmost, leftmost + count))
            self.rng.shuffle(places)

        words = ["play"]
        for card, location in zip(cards, places, strict=True):
            hand.remove(card)
            choices = self._enter_play(seat, location, card)
            words.append(f"{card}@{location}{choices}")
        return " ".join(words)

    def _activate(self, seat: int) -> str:
        discarded = self.rng.choice(self.hands[seat])
        self.hands[seat].remove(discarded)
        self.discards[seat].append(discarded)
        matching = self._matching(discarded)

        activated: list[Elemental] = []
        words: list[str] = []
        for _ in range(self.rng.choice(ACTIVATIONS_AIMED_AT)):
            # Asked afresh each time: an activation moves, destroys or even takes elementals.
            ready = [
                (location, elemental)
                for location, elemental in self._all_of(seat)
                if matching(elemental.card) and elemental not in activated
            ]
            if not ready:
                break
            location, elemental = self.rng.choice(ready)
            activated.append(elemental)
            where = self._where(seat, location, elemental)
            choices = ABILITIES[elemental.guild](self, seat, location, elemental)
            self._remove_destroyed()
            words.append(f"{elemental.card}@{where}{choices}")

        return f"act {discarded}: " + " ".join(words) if words else f"act {discarded}"

    def _check_and_draw(self, seat: int) -> str:
        for location in LOCATIONS:
            if self._controls(seat, location):
                self.score[seat] += 1
        drawn = self._draw_up_to_full_hand(seat)
        return "check & " + " ".join(drawn) if drawn else "check"

    def _matching(self, lead: str) -> Callable[[str], bool]:
        """Ask either for the guild or for the number of the lead card, at random."""
        if self.rng.choice((True, False)):
            return lambda card: guild_of(card) == guild_of(lead)
        return lambda card: number_of(card) == number_of(lead)

    # ---------------------------------------------------------------- the end

    def _look_for_the_end(self) -> None:
        a, b = self.score
        both_acted_equally = self.turns_played % 2 == 0
        if both_acted_equally and max(a, b) >= RIFTFORCE_TO_END and a != b:
            self.over, self.why = True, "riftforce"
        elif self._deadlocked():
            self.over, self.why = True, "deadlock"
        if self.over and a != b:
            self.winner = 0 if a > b else 1

    def _deadlocked(self) -> bool:
        """Every card lies on the table, and no location is worth anything to anyone."""
        cards_left = any(
            self.hands[seat] or self.piles[seat] or self.discards[seat] for seat in SEATS
        )
        something_controlled = any(
            self._controls(seat, location) for seat in SEATS for location in LOCATIONS
        )
        return not cards_left and not something_controlled

    def snapshot(self) -> dict[str, object]:
        def line(seat: int, location: int) -> list[list[str | int]]:
            return [[one.card, one.damage] for one in self.lines[seat][location]]

        return {
            "turn": self.turns_played if self.over else self.turns_played + 1,
            "score": list(self.score),
            "locations": [{"A": line(0, place), "B": line(1, place)} for place in LOCATIONS],
            "hands": [sorted(hand) for hand in self.hands],
            "pile": [len(pile) for pile in self.piles],
            "discard": [sorted(discard) for discard in self.discards],
            "over": self.over,
            "winner": None if self.winner is None else SEAT_LETTERS[self.winner],
        }

    # ---------------------------------------------------------------- on the table

    def _all_of(self, seat: int) -> list[tuple[int, Elemental]]:
        """All elementals on this seat's side, each with its location."""
        return [(place, one) for place in LOCATIONS for one in self.lines[seat][place]]

    def _where(self, seat: int, location: int, elemental: Elemental) -> str:
        return f"{location}.{self.lines[seat][location].index(elemental) + 1}"

    def _controls(self, seat: int, location: int) -> bool:
        return bool(self.lines[seat][location]) and not self.lines[other(seat)][location]

    def _hit_first_enemy(self, seat: int, location: int, damage: int) -> Elemental | None:
        """Damage the enemy of `seat` nearest the Rift, and return it if there is one."""
        enemies = self.lines[other(seat)][location]
        if not enemies:
            return None
        enemies[0].damage += damage
        return enemies[0]

    def _move(self, seat: int, start: int, end: int, elemental: Elemental) -> None:
        """Move an elemental on this seat's side to the last position at another location."""
        self.lines[seat][start].remove(elemental)
        self.lines[seat][end].append(elemental)

    def _enter_play(self, seat: int, location: int, card: str) -> str:
        """Play a card, with what follows from playing it. Returns the choice made, if any."""
        line = self.lines[seat][location]
        newcomer = Elemental(card)
        line.append(newcomer)

        if newcomer.guild == "E":
            for enemy in self.lines[other(seat)][location]:
                enemy.damage += 1
            self._remove_destroyed()

        if newcomer.guild == "Lo":
            damaged = [ally for ally in line if ally.damage > 0]
            if damaged:
                healed = self.rng.choice(damaged)
                healed.damage = 0
                return f"+{self._where(seat, location, healed)}"
        return ""

    def _remove_destroyed(self, worth: int = 1, to_keep: Elemental | None = None) -> None:
        """Take all destroyed elementals off the table, for the profit of the seat opposite.

        Each goes to the discards of the seat it belongs to, which need not be the seat it
        fought for. Only `to_keep` does not: it is left to whoever asked.
        """
        for seat in SEATS:
            for location in LOCATIONS:
                line = self.lines[seat][location]
                for fallen in [one for one in line if one.destroyed]:
                    line.remove(fallen)
                    self.score[other(seat)] += worth
                    if fallen.guild == "C":
                        self.score[other(seat)] += 1
                    if fallen is not to_keep:
                        self.discards[self._owner(fallen.card)].append(fallen.card)

    def _owner(self, card: str) -> int:
        return 0 if guild_of(card) in self.guilds[0] else 1

    def _draw(self, seat: int) -> str | None:
        """Move the top card of the pile to the hand; None if there is none to be had."""
        if not self.piles[seat]:
            self.piles[seat], self.discards[seat] = self.discards[seat], []
            self.rng.shuffle(self.piles[seat])
        if not self.piles[seat]:
            return None
        card = self.piles[seat].pop(0)
        self.hands[seat].append(card)
        return card

    def _draw_up_to_full_hand(self, seat: int) -> list[str]:
        drawn: list[str] = []
        while len(self.hands[seat]) < FULL_HAND:
            card = self._draw(seat)
            if card is None:
                break
            drawn.append(card)
        return drawn

    # ---------------------------------------------------------------- abilities
    #
    # Each takes the acting seat, the location of the elemental and the elemental itself, and
    # returns its choices as the tape writes them. Destroyed elementals are removed by the
    # caller afterwards; an ability does it itself only where more hangs on it.

    def _fire(self, seat: int, location: int, fire: Elemental) -> str:
        self._hit_first_enemy(seat, location, 3)
        line = self.lines[seat][location]
        for ally_behind in line[line.index(fire) + 1 :][:1]:
            ally_behind.damage += 1
        return ""

    def _two_on_the_first(self, seat: int, location: int, _: Elemental) -> str:
        """Earth and Love, who have done their special deed when they were played."""
        self._hit_first_enemy(seat, location, 2)
        return ""

    def _light(self, seat: int, location: int, _: Elemental) -> str:
        self._hit_first_enemy(seat, location, 2)
        damaged = [(place, ally) for place, ally in self._all_of(seat) if ally.damage > 0]
        if not damaged:
            return ""
        place, ally = self.rng.choice(damaged)
        ally.damage -= 1
        return f"+{self._where(seat, place, ally)}"

    def _plant(self, seat: int, location: int, _: Elemental) -> str:
        in_reach = [place for place in neighbours(location) if self.lines[other(seat)][place]]
        if not in_reach:
            return ""
        source = self.rng.choice(in_reach)
        victim = self._hit_first_enemy(seat, source, 2)
        assert victim is not None
        if not victim.destroyed:
            self._move(other(seat), source, location, victim)
        return f"<{source}"

    def _water(self, seat: int, location: int, water: Elemental) -> str:
        self._hit_first_enemy(seat, location, 2)
        target = self.rng.choice(neighbours(location))
        self._move(seat, location, target, water)
        self._hit_first_enemy(seat, target, 1)
        return f">{target}"

    def _ice(self, seat: int, location: int, _: Elemental) -> str:
        enemies = self.lines[other(seat)][location]
        if not enemies:
            return ""
        if self.ice == "rulebook":
            enemies[0].damage += 2
            enemies[-1].damage += 4
        else:
            enemies[-1].damage += 4 if enemies[-1].damage > 0 else 1
        return ""

    def _shadow(self, seat: int, location: int, shadow: Elemental) -> str:
        target = self.rng.choice(elsewhere(location))
        self._move(seat, location, target, shadow)
        victim = self._hit_first_enemy(seat, target, 1)
        if victim is not None and victim.destroyed:
            self.score[seat] += 1
        return f">{target}"

    def _crystal(self, seat: int, location: int, _: Elemental) -> str:
        self._hit_first_enemy(seat, location, 4)
        return ""

    def _thunderbolt(self, seat: int, location: int, _: Elemental) -> str:
        choices = ""
        enemies = self.lines[other(seat)][location]
        for _attempt in ("first", "repeat"):
            if not enemies:
                break
            victim = self.rng.choice(enemies)
            choices += f"x{enemies.index(victim) + 1}"
            victim.damage += 2
            if not victim.destroyed:
                break
            self._remove_destroyed()
        return choices

    def _air(self, seat: int, location: int, air: Elemental) -> str:
        target = self.rng.choice(elsewhere(location))
        self._move(seat, location, target, air)
        for place in [target, *neighbours(target)]:
            self._hit_first_enemy(seat, place, 1)
        return f">{target}"

    def _acid(self, seat: int, location: int, _: Elemental) -> str:
        enemies = self.lines[other(seat)][location]
        for enemy, damage in zip(enemies, (3, 1), strict=False):
            enemy.damage += damage
        self._remove_destroyed(worth=0)
        return ""

    def _beast(self, seat: int, location: int, beast: Elemental) -> str:
        target = self.rng.choice(neighbours(location))
        self._move(seat, location, target, beast)
        self._hit_first_enemy(seat, target, 3 if beast.damage > 0 else 2)
        return f">{target}"

    def _lava(self, seat: int, location: int, lava: Elemental) -> str:
        for place in neighbours(location):
            self._hit_first_enemy(seat, place, 2)
        line = self.lines[seat][location]
        for ally in line[: line.index(lava)]:
            ally.damage += 1
        lava.damage += 1
        return ""

    def _magnet(self, seat: int, location: int, magnet: Elemental) -> str:
        last_enemy = self.lines[other(seat)][location][-1:]  # None or one.
        target = self.rng.choice(neighbours(location))
        self._move(seat, location, target, magnet)
        for enemy in last_enemy:
            enemy.damage += 2
            self._move(other(seat), location, target, enemy)
        return f">{target}"

    def _music(self, seat: int, location: int, _: Elemental) -> str:
        victim = self._hit_first_enemy(seat, location, 2)
        if victim is None or not victim.destroyed:
            return ""
        self._remove_destroyed(to_keep=victim)
        target = self.rng.choice(neighbours(location))
        return f">{target}" + self._enter_play(seat, target, victim.card)

    def _sand(self, seat: int, location: int, sand: Elemental) -> str:
        target = self.rng.choice(elsewhere(location))
        self._move(seat, location, target, sand)
        for enemy in self.lines[other(seat)][target]:
            enemy.damage += 1
        sand.damage = max(0, sand.damage - 1)
        return f">{target}"

    def _star(self, seat: int, location: int, _: Elemental) -> str:
        self._hit_first_enemy(seat, location, 2)
        if len(self.hands[seat]) == FULL_HAND:
            return ""
        drawn = self._draw(seat)
        return "" if drawn is None else f"&{drawn}"


ABILITIES: dict[str, Callable[[Oracle, int, int, Elemental], str]] = {
    "F": Oracle._fire,
    "E": Oracle._two_on_the_first,
    "L": Oracle._light,
    "P": Oracle._plant,
    "W": Oracle._water,
    "I": Oracle._ice,
    "S": Oracle._shadow,
    "C": Oracle._crystal,
    "T": Oracle._thunderbolt,
    "A": Oracle._air,
    "Ac": Oracle._acid,
    "Be": Oracle._beast,
    "La": Oracle._lava,
    "Lo": Oracle._two_on_the_first,
    "Ma": Oracle._magnet,
    "Mu": Oracle._music,
    "Sa": Oracle._sand,
    "St": Oracle._star,
}


# -------------------------------------------------------------------- whole matches


def play_match(
    seed: int, ice: Ice = "rulebook", expansion: Expansion = "base"
) -> tuple[str, list[dict[str, object]]]:
    """The tape of one match, and snapshots: one before turn 1 and one after every turn."""
    oracle = Oracle(random.Random(seed), ice, expansion)
    tape = oracle.header_lines()
    snapshots = [oracle.snapshot()]
    while not oracle.over:
        tape.append(oracle.turn())
        snapshots.append(oracle.snapshot())
    return "\n".join(tape) + "\n", snapshots


def check_cards(oracle: Oracle) -> None:
    """Each seat's 36 cards must all be somewhere, and no elemental may outlive its number."""
    found: list[list[str]] = [[], []]
    for seat in SEATS:
        for card in oracle.hands[seat] + oracle.piles[seat] + oracle.discards[seat]:
            assert oracle._owner(card) == seat, f"{card} lies with the wrong seat"
            found[seat].append(card)
        for _, elemental in oracle._all_of(seat):
            assert elemental.damage >= 0 and not elemental.destroyed
            found[oracle._owner(elemental.card)].append(elemental.card)
        assert len(oracle.hands[seat]) <= FULL_HAND
    for seat in SEATS:
        deck = [f"{code}{n}" for code in oracle.guilds[seat] for n in NUMBERS_IN_A_GUILD]
        assert Counter(found[seat]) == Counter(deck), f"cards of seat {seat} lost or gained"


def self_check(matches: int = 300, most_turns: int = 3000) -> None:
    """Play many matches of each kind, checking the cards at every turn, and that they end."""
    ices: tuple[Ice, ...] = ("rulebook", "printed")
    expansions: tuple[Expansion, ...] = ("base", "beyond")
    for expansion in expansions:
        for ice in ices:
            endings: Counter[str] = Counter()
            longest = 0
            for seed in range(matches):
                oracle = Oracle(random.Random(seed), ice, expansion)
                check_cards(oracle)
                while not oracle.over:
                    oracle.turn()
                    check_cards(oracle)
                    assert oracle.turns_played < most_turns, f"seed {seed} does not end"
                endings[str(oracle.why)] += 1
                longest = max(longest, oracle.turns_played)
            print(f"{expansion} {ice}: {matches} matches, {dict(endings)}, longest {longest}")


def main(arguments: list[str]) -> None:
    if arguments == ["--check"]:
        self_check()
        return
    seed = int(arguments[0]) if arguments else 0
    ice: Ice = "printed" if "printed" in arguments else "rulebook"
    expansion: Expansion = "beyond" if "beyond" in arguments else "base"
    tape, snapshots = play_match(seed, ice, expansion)
    print(tape, end="")
    print(f"\nend: {snapshots[-1]['score']}, winner {snapshots[-1]['winner']}")


if __name__ == "__main__":
    main(sys.argv[1:])
