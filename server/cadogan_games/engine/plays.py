"""Plain moves: which cards may be lifted from where, and where they may go.

A `Play` is a rule of a game. It reads as the line of the sheet does:

    top_of("tableau", "waste").to("foundations")
    runs_of("tableau", alternate_colour & down).to("tableau")
    top_of("waste").to("tableau").only_into_spaces(ALL)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from cadogan_games.engine.cards import DOWN
from cadogan_games.engine.conditions import Condition
from cadogan_games.engine.groups import NO_LIMIT
from cadogan_games.engine.refusals import refused
from cadogan_games.engine.relations import Relation, never
from cadogan_games.engine.table import Table

Units = Callable[[list[int]], Sequence[int]]
"""From a pile that is not empty, the numbers of cards that may be lifted from its top."""


@refused("only_top", "only the top card may be taken")
def just_top(pile: list[int]) -> Sequence[int]:
    """One card."""
    return (1,)


@dataclass(frozen=True)
class Play:
    """One rule: cards go from some groups to some groups.

    `units` says how many may be lifted; `when` and `free(table, pile)` ask for more before they are; `onto` and `space`
    replace, for this rule, what the target group takes on a card and on an empty pile; `where(table, src, dst, n)` asks
    for more of the single move; `then(table, src, dst, n)` is what the move brings with it, after the shift.
    `what` says in English what is lifted. `numbers` are those of the rule's lines in part 4 of the sheet.
    `text` is its English where that is odd; otherwise `english` makes it from all this.
    """

    sources: tuple[str, ...]
    targets: tuple[str, ...] = ()
    units: Units = just_top
    what: str = "the top card"
    numbers: str = ""
    text: str = ""
    when: tuple[Condition, ...] = ()
    free: Callable[[Table, int], bool] | None = None
    onto: Relation | None = None
    space: int | None = None
    where: Callable[[Table, int, int, int], bool] | None = None
    then: Callable[[Table, int, int, int], None] | None = None
    turned: bool = False
    homeward: bool = False
    runs: tuple[Relation, ...] = ()
    """The relations of `units`, where these are runs of any length: such rules have a quicker loop."""

    @property
    def only_top(self) -> bool:
        """Whether the rule is about single cards."""
        return self.units is just_top

    # ---- how a rule is written ---------------------------------------------------------------------------------------

    def to(self, *groups: str) -> Play:
        """The groups where the cards may go."""
        return replace(self, targets=groups)

    def home(self) -> Play:
        """The cards may go to the foundations, whichever the game has."""
        return replace(self, targets=(), homeward=True)

    def says(self, text: str) -> Play:
        """Give the rule its English, as a refusal cites it, where what would be made of it says too little."""
        return replace(self, text=text)

    def taking(self, *groups: str) -> Play:
        """The groups where the cards come from."""
        return replace(self, sources=groups)

    def only_when(self, *conditions: Condition) -> Play:
        """The rule holds only while these conditions do."""
        return replace(self, when=self.when + conditions)

    def only_if_free(self, free: Callable[[Table, int], bool]) -> Play:
        """Only from piles that this test lets through."""
        return replace(self, free=free)

    def only_where(self, where: Callable[[Table, int, int, int], bool]) -> Play:
        """Only moves (src, dst, n) that this test lets through."""
        return replace(self, where=where)

    def only_into_spaces(self, cards: int | None = None) -> Play:
        """Only to empty piles; `cards` is the set of what may go there, by default the group's base."""
        return replace(self, onto=never, space=self.space if cards is None else cards)

    def only_onto_cards(self, relation: Relation | None = None) -> Play:
        """Only to piles that hold cards; `relation` replaces what the group accepts."""
        return replace(self, onto=relation or self.onto, space=0)

    def and_then(self, then: Callable[[Table, int, int, int], None]) -> Play:
        """What the move brings with it: called with (table, src, dst, n) after the cards have gone."""
        return replace(self, then=then)

    def turning(self) -> Play:
        """The card is turned over on its way: from the face-down stock to a place on the table."""
        return replace(self, turned=True)


def top_of(*groups: str) -> Play:
    """The top card of a pile of these groups."""
    return Play(groups)


def runs_of(group: str, *relations: Relation, longest: int = NO_LIMIT) -> Play:
    """The top card, or any run that ends with it: cards that each lie on the one beneath by one and the same relation."""

    @refused("only_runs", "only cards that lie in sequence move together")
    def run(pile: list[int]) -> Sequence[int]:
        return range(1, min(max(run_length(pile, relation) for relation in relations), longest) + 1)

    return Play((group,), units=run, what="the top card or a run", runs=relations if longest >= NO_LIMIT else ())


def whole_run_of(group: str, relation: Relation) -> Play:
    """The whole run at the end of a pile, and no part of it."""

    @refused("only_whole_runs", "a run moves whole or not at all")
    def whole(pile: list[int]) -> Sequence[int]:
        return (run_length(pile, relation),)

    return Play((group,), units=whole, what="the whole run")


def whole_pile_of(*groups: str) -> Play:
    """All cards of a pile together."""

    @refused("only_whole_piles", "a pile moves whole or not at all")
    def whole(pile: list[int]) -> Sequence[int]:
        return (len(pile),)

    return Play(groups, units=whole, what="the whole")


def face_up_of(*groups: str) -> Play:
    """Any card that lies face up with all that lies on it, in whatever order."""

    @refused("only_face_up", "only cards that lie face up may be taken")
    def face_up(pile: list[int]) -> Sequence[int]:
        n = 0
        while n < len(pile) and pile[-1 - n] < DOWN:
            n += 1
        return range(1, n + 1)

    return Play(groups, units=face_up, what="a card with all that lies on it")


def run_length(pile: Sequence[int], relation: Relation) -> int:
    """How many cards at the end of a pile lie in sequence by the relation: 1 or more, for a pile that is not empty."""
    on = relation.on
    n = 1
    while n < len(pile):
        below = pile[-n - 1]
        if below >= 52 or not on[below] >> pile[-n] & 1:
            break
        n += 1
    return n
