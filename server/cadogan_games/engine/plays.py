"""Plain moves: which cards may be lifted from which piles, and where they may go.

A `Play` is a rule of a game. It reads like the line of the sheet:

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
"""Maps a pile that is not empty to the numbers of cards that may be lifted from its top."""


@refused("only_top", "only the top card may be taken")
def just_top(pile: list[int]) -> Sequence[int]:
    """One card."""
    return (1,)


@dataclass(frozen=True)
class Play:
    """One rule: cards go from some groups to some groups.

    `units` says how many cards may be lifted, and `what` says it in English. `when` and `free(table, pile)` are further
    conditions for lifting them. `onto` and `space` replace, for this rule, what the target group takes on a card and on
    an empty pile. `where(table, src, dst, n)` is a further test of the single move. `then(table, src, dst, n)` runs
    after the shift.

    `numbers` are the numbers of the rule's lines in part 4 of the sheet. `text` is its English if it is odd; otherwise
    `english` makes it from the rest.
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
    """The relations of `units`, if these are runs of any length: such rules have a quicker loop."""

    @property
    def only_top(self) -> bool:
        """True if the rule is about single cards."""
        return self.units is just_top

    # ---- how a rule is written ---------------------------------------------------------------------------------------

    def to(self, *groups: str) -> Play:
        """Name the groups where the cards may go."""
        return replace(self, targets=groups)

    def home(self) -> Play:
        """Let the cards go to the foundations, whatever their ids."""
        return replace(self, targets=(), homeward=True)

    def says(self, text: str) -> Play:
        """Set the rule's English, which refusals cite, where the text made from the rule would say too little."""
        return replace(self, text=text)

    def taking(self, *groups: str) -> Play:
        """Name the groups that the cards come from."""
        return replace(self, sources=groups)

    def only_when(self, *conditions: Condition) -> Play:
        """Let the rule hold only while these conditions hold."""
        return replace(self, when=self.when + conditions)

    def only_if_free(self, free: Callable[[Table, int], bool]) -> Play:
        """Allow only piles that pass the test `free(table, pile)`."""
        return replace(self, free=free)

    def only_where(self, where: Callable[[Table, int, int, int], bool]) -> Play:
        """Allow only moves that pass the test `where(table, src, dst, n)`."""
        return replace(self, where=where)

    def only_into_spaces(self, cards: int | None = None) -> Play:
        """Allow only empty piles; `cards` is the set of cards that may go there, by default the group's base."""
        return replace(self, onto=never, space=self.space if cards is None else cards)

    def only_onto_cards(self, relation: Relation | None = None) -> Play:
        """Allow only piles that hold cards; `relation` replaces what the group accepts."""
        return replace(self, onto=relation or self.onto, space=0)

    def and_then(self, then: Callable[[Table, int, int, int], None]) -> Play:
        """Call `then(table, src, dst, n)` after the cards have gone."""
        return replace(self, then=then)

    def turning(self) -> Play:
        """Turn the card over on its way, from the face-down stock to a place on the table."""
        return replace(self, turned=True)


def top_of(*groups: str) -> Play:
    """The top card of a pile of these groups."""
    return Play(groups)


def runs_of(group: str, *relations: Relation, longest: int = NO_LIMIT) -> Play:
    """The top card, or any run that ends with it. Each card of a run lies on the one beneath by one and the same
    relation."""

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
    """Any face-up card together with all cards on it, in any order."""

    @refused("only_face_up", "only cards that lie face up may be taken")
    def face_up(pile: list[int]) -> Sequence[int]:
        n = 0
        while n < len(pile) and pile[-1 - n] < DOWN:
            n += 1
        return range(1, n + 1)

    return Play(groups, units=face_up, what="a card with all that lies on it")


def run_length(pile: Sequence[int], relation: Relation) -> int:
    """Return the number of cards at the end of a pile in sequence by the relation: 1 or more, if the pile is not empty."""
    on = relation.on
    n = 1
    while n < len(pile):
        below = pile[-n - 1]
        if below >= 52 or not on[below] >> pile[-n] & 1:
            break
        n += 1
    return n
