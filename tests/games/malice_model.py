"""A second implementation of Spite and Malice, with which the rules are compared. It follows the sheets, without any
thought of speed.

A model holds cards by name (`7C`, `JK`) and moves by the names of a trace (`("play", "hand/0/2", "centre/5")`). It uses
no code of the rules but the shuffle of the house rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cadogan_games.engine.cards import name, parse
from cadogan_games.engine.shuffle import redealt

Act = tuple[str, ...]

RANKS = {letter: rank for rank, letter in enumerate("A23456789TJQK", start=1)} | {"J": 11}


def rank(card: str) -> int:
    return 0 if card == "JK" else RANKS[card[0]]


class Model:
    """The common parts of both games: the piles, how cards fit the centre, stocks, the end."""

    pile = 13
    wild = "JK"

    def __init__(self, position: dict[str, Any], seed: bytes) -> None:
        piles = {id: [[card.lstrip("#") for card in pile] for pile in group] for id, group in position["piles"].items()}
        self.piles: dict[str, list[list[str]]] = piles
        self.counters: dict[str, int] = dict(position["counters"])
        self.phase: str = position["phase"]
        self.options = position["options"]
        self.seed = seed
        self.winner: int | None = None

    # ---- naming ----

    @property
    def seat(self) -> int:
        return self.counters["seat"]

    @seat.setter
    def seat(self, seat: int) -> None:
        self.counters["seat"] = seat

    def hand(self, seat: int) -> list[str]:
        return self.piles["hand"][seat]

    def riddance(self, seat: int) -> list[str]:
        return self.piles["riddance"][seat]

    @property
    def stock(self) -> list[str]:
        return self.piles["stock"][0]

    def own_discards(self, seat: int) -> Iterator[tuple[str, list[str]]]:
        for d in range(4 * seat, 4 * seat + 4):
            yield f"discards/{d}", self.piles["discards"][d]

    def places(self) -> Iterator[tuple[str, list[str]]]:
        for j, pile in enumerate(self.piles["centre"]):
            yield f"centre/{j}", pile

    def sources(self, seat: int) -> Iterator[tuple[str, str]]:
        """Yield every card that a seat may play, with its spot."""
        yield f"riddance/{seat}", self.riddance(seat)[-1]
        for k, card in enumerate(self.hand(seat)):
            yield f"hand/{seat}/{k}", card
        for spot, pile in self.own_discards(seat):
            if pile:
                yield spot, pile[-1]

    def is_wild(self, card: str) -> bool:
        return card[0] == "K" if self.wild == "K" else card == self.wild

    def plays(self, seat: int) -> list[Act]:
        return [
            ("play", spot, place)
            for spot, card in self.sources(seat)
            for place, pile in self.places()
            if self.is_wild(card) or rank(card) == len(pile) + 1
        ]

    # ---- changes ----

    def take(self, spot: str) -> str:
        group, *numbers = spot.split("/")
        pile = self.piles[group][int(numbers[0])]
        return pile.pop(int(numbers[1]) if len(numbers) > 1 else -1)

    def put(self, spot: str, place: str) -> None:
        """Make a play to the centre, with the pile's completion and the end of the game."""
        pile = self.piles["centre"][int(place.split("/")[1])]
        pile.append(self.take(spot))
        if len(pile) == self.pile:
            self.piles["completed"][0] += pile
            pile.clear()
        if not self.riddance(self.seat):
            self.phase, self.winner = "over", self.seat

    def gather(self, *groups: str) -> None:
        """Add all cards of these groups to the stock and shuffle it."""
        cards = self.stock[:]
        for group in groups:
            for pile in self.piles[group]:
                cards += pile
                pile.clear()
        order = redealt(map(parse, cards), self.seed, self.counters["shuffles"])
        self.counters["shuffles"] += 1
        self.stock[:] = [name(card) for card in reversed(order)]

    def new_stock(self) -> None:
        if self.piles["completed"][0]:
            self.gather("completed")
        elif any(self.piles["centre"]):
            self.gather("centre")

    def finish_by_riddance(self) -> None:
        self.phase = "over"
        left = [len(pile) for pile in self.piles["riddance"]]
        if left[0] != left[1]:
            self.winner = 0 if left[0] < left[1] else 1

    def piles_shown(self) -> dict[str, list[list[str]]]:
        """Return all piles as a trace writes them, except for the order of the completed heap, which nobody knows."""
        found = {id: [pile[:] for pile in group] for id, group in self.piles.items()}
        for pile in found["riddance"]:
            pile[:-1] = ["#" + card for card in pile[:-1]]
        for id in ("stock", "completed"):
            found[id] = [["#" + card for card in found[id][0]]]
        found["completed"][0].sort()
        return found


class Standard(Model):
    """The game after Blackwood."""

    def __init__(self, position: dict[str, Any], seed: bytes) -> None:
        super().__init__(position, seed)
        self.played = False
        self.after_stand = False

    # ---- 4.1, 4.2: what is allowed ----

    def possible(self, pile: list[str]) -> set[int]:
        """Return S: the possible ranks of a discard pile's top."""
        possible: set[int] = set()
        for card in pile:
            if card != "JK":
                possible = {rank(card)}
            elif not possible:
                possible = set(range(2, 14))
            else:
                possible = (possible | {s - 1 for s in possible}) - {1}
        return possible

    def may_lie(self, card: str, pile: list[str]) -> bool:
        if card == "JK":
            return True
        if rank(card) == 1:
            return False
        possible = self.possible(pile)
        return not pile or rank(card) in possible or rank(card) + 1 in possible

    def discards(self, seat: int) -> list[Act]:
        return [
            ("discard", f"hand/{seat}/{k}", spot)
            for k, card in enumerate(self.hand(seat))
            for spot, pile in self.own_discards(seat)
            if self.may_lie(card, pile)
        ]

    def forced(self, seat: int) -> list[Act]:
        found: list[Act] = []
        shown = [card for spot, card in self.sources(seat) if not spot.startswith("hand")]
        for spot, card in self.sources(seat):
            for place, pile in self.places():
                f1 = spot.startswith("riddance") and rank(card) == 1 and not pile
                f2 = rank(card) == 2 and len(pile) == 1 and any(rank(other) == 2 for other in shown)
                if f1 or f2:
                    found.append(("play", spot, place))
        return found

    def compelled(self, seat: int) -> list[Act]:
        return [
            way
            for way in self.plays(seat)
            if way[1].startswith("hand") and rank(self.hand(seat)[int(way[1].split("/")[2])]) in (1, 2)
        ]

    def legal(self) -> list[Act]:
        seat = self.seat
        if self.phase == "over":
            return []
        if self.phase == "compel":
            return self.compelled(seat)
        if self.phase == "offer":
            return [*self.plays(seat), ("stay",)]
        return self.forced(seat) or self.plays(seat) + (self.discards(seat) or [("stand",)])

    # ---- 4.2 to 4.5: what follows ----

    def make(self, action: str, *spots: str) -> None:
        seat = self.seat
        if action == "play":
            self.play(seat, *spots)
        elif action == "discard":
            card = self.take(spots[0])
            self.piles["discards"][int(spots[1].split("/")[1])].append(card)
            self.draw(seat, 5 - len(self.hand(seat)))
            self.turn_ended(seat, stood=False)
        elif action == "stand":
            self.stand(seat)
        elif self.after_stand:
            self.stuck(seat)
        else:
            self.turn(1 - seat)
        while self.phase == "turn" and not self.plays(self.seat) and not self.discards(self.seat):
            self.stand(self.seat)

    def play(self, seat: int, spot: str, place: str) -> None:
        if spot.startswith("riddance"):
            self.counters["barren"] = 0
        if self.phase == "compel":
            self.put(spot, place)
            self.played = True
            if not self.hand(seat):
                self.draw(seat, 5)
            self.next_step(seat)
        else:
            self.counters[f"standing_{seat}"] = 0
            self.put(spot, place)
            if self.phase != "over":
                self.turn(seat)

    def turn(self, seat: int) -> None:
        self.phase, self.seat = "turn", seat
        if not self.hand(seat):
            self.draw(seat, 5)

    def stand(self, seat: int) -> None:
        self.counters[f"standing_{seat}"] = 1
        self.turn_ended(seat, stood=True)

    def turn_ended(self, seat: int, *, stood: bool) -> None:
        other = 1 - seat
        if not self.counters[f"standing_{other}"]:
            self.turn(other)
        elif self.forced(other):
            self.counters[f"standing_{other}"] = 0
            self.turn(other)
        elif self.plays(other):
            self.phase, self.seat, self.after_stand = "offer", other, stood
        elif stood:
            self.stuck(other)
        else:
            self.turn(seat)

    def stuck(self, next_in_turn: int) -> None:
        self.played = False
        self.counters["step"] = 1
        self.compel(next_in_turn)

    def compel(self, seat: int) -> None:
        if self.compelled(seat):
            self.phase, self.seat = "compel", seat
        else:
            self.next_step(seat)

    def next_step(self, seat: int) -> None:
        if self.counters["step"] == 1:
            self.counters["step"] = 2
            self.compel(1 - seat)
            return
        self.counters["step"] = 0
        next_in_turn = 1 - seat
        if self.played:
            self.counters["standing_0"] = self.counters["standing_1"] = 0
            self.turn(next_in_turn)
        elif self.counters["barren"] == self.options["dead_redeals"]:
            self.seat = seat
            self.finish_by_riddance()
        else:
            self.redeal(next_in_turn)

    def redeal(self, next_in_turn: int) -> None:
        self.counters["barren"] += 1
        self.gather("hand", "discards", "centre", "completed")
        for _ in range(5):
            for seat in (0, 1):
                self.hand(seat).append(self.stock.pop())
        self.counters["standing_0"] = self.counters["standing_1"] = 0
        self.turn(self.first(next_in_turn))

    def first(self, otherwise: int) -> int:
        for comparison in range(1, 27):
            ranks = [rank(self.riddance(seat)[-1]) for seat in (0, 1)]
            if 0 not in ranks and ranks[0] != ranks[1]:
                return 0 if ranks[0] > ranks[1] else 1
            if comparison < 26:
                for seat in (0, 1):
                    self.riddance(seat).insert(0, self.riddance(seat).pop())
        return otherwise

    # ---- 5 ----

    def draw(self, seat: int, count: int) -> None:
        if len(self.stock) < count:
            self.new_stock()
        for _ in range(min(count, len(self.stock))):
            self.hand(seat).append(self.stock.pop())
        if len(self.stock) <= 12:
            self.new_stock()


class Modern(Model):
    """The game with wild kings."""

    pile = 12
    wild = "K"

    def legal(self) -> list[Act]:
        if self.phase == "over":
            return []
        discards: list[Act] = [
            ("discard", f"hand/{self.seat}/{k}", spot)
            for k in range(len(self.hand(self.seat)))
            for spot, _ in self.own_discards(self.seat)
        ]
        return self.plays(self.seat) + (discards or [("stand",)])

    def make(self, action: str, *spots: str) -> None:
        seat = self.seat
        if action == "play":
            self.put(*spots)
            if spots[0].startswith("hand") and not self.hand(seat):
                self.draw(seat)
            return
        if action == "discard":
            card = self.take(spots[0])
            self.piles["discards"][int(spots[1].split("/")[1])].append(card)
            self.counters["passes"] = 0
        else:
            self.counters["passes"] += 1
            if self.counters["passes"] == 4:
                self.finish_by_riddance()
                return
        self.seat = 1 - seat
        self.draw(self.seat)

    def draw(self, seat: int) -> None:
        while len(self.hand(seat)) < 5:
            if not self.stock:
                self.new_stock()
            if not self.stock:
                return
            self.hand(seat).append(self.stock.pop())


def model_of(position: dict[str, Any], seed: bytes) -> Standard | Modern:
    """Return the model of a game in the state of a trace."""
    return (Modern if position["game"] == "spite_and_malice_modern" else Standard)(position, seed)
