"""Plain moves: which cards may be lifted from where, and where they may go.

A `Play` is one line of a game's rules. Lines read as the sheet does:

    top_of("tableau", "waste").to("foundations")
    runs_of("tableau", alternate_colour & down).to("tableau")
    top_of("waste").to("tableau").only_into_spaces(ALL)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from cadogan_games.engine.cards import DOWN
from cadogan_games.engine.english import wants_cards
from cadogan_games.engine.finding import targets_of
from cadogan_games.engine.groups import NO_LIMIT
from cadogan_games.engine.relations import Relation, never

if TYPE_CHECKING:
    from cadogan_games.engine.game import Game
    from cadogan_games.engine.table import Table

Condition = Callable[["Table"], bool]
"""A condition on the table. Its docstring is the English for it, as a refusal shows it."""

Units = Callable[[list[int]], Sequence[int]]
"""From a pile that is not empty, the numbers of cards that may be lifted from its top. Its docstring is the English."""


def just_top(pile: list[int]) -> Sequence[int]:
    """Only the top card may be taken."""
    return (1,)


@dataclass(frozen=True)
class Play:
    """One line of the rules: cards from some groups to some groups.

    `units` says how many may be lifted; `when` and `free(table, pile)` ask for more before they are; `onto` and `space`
    replace, for this line, what the target group takes on a card and on an empty pile; `where(table, src, dst, n)` asks
    for more of the single move; `then(table, src, dst, n)` is what the move brings with it, after the shift.
    """

    sources: tuple[str, ...]
    targets: tuple[str, ...] = ()
    units: Units = just_top
    line: str = ""
    when: tuple[Condition, ...] = ()
    free: Callable[[Table, int], bool] | None = None
    onto: Relation | None = None
    space: int | None = None
    where: Callable[[Table, int, int, int], bool] | None = None
    then: Callable[[Table, int, int, int], None] | None = None
    turned: bool = False
    runs: tuple[Relation, ...] = ()
    """The relations of `units`, where these are runs of any length: such lines have a quicker loop."""

    @property
    def only_top(self) -> bool:
        """Whether the line is about single cards."""
        return self.units is just_top

    # ---- how a line is written ---------------------------------------------------------------------------------------

    def to(self, *groups: str) -> Play:
        """The groups where the cards may go."""
        return replace(self, targets=groups)

    def says(self, line: str) -> Play:
        """The rule in English, as a refusal cites it."""
        return replace(self, line=line)

    def taking(self, *groups: str) -> Play:
        """The groups where the cards come from."""
        return replace(self, sources=groups)

    def only_when(self, *conditions: Condition) -> Play:
        """The line holds only while these conditions do."""
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

    # ---- how a refusal is explained ----------------------------------------------------------------------------------

    def refusal(self, table: Table, src: int, dst: int, n: int) -> str | None:
        """Why this line does not allow the move, or None where the line is about other groups."""
        game = table.game
        source, target = game.group_of[src], game.group_of[dst]
        if source.id not in self.sources or target.id not in self.targets:
            return None
        pile = table.piles[src]
        if not pile:
            return f"there is no card in that {source.name} pile"
        for condition in self.when:
            if not condition(table):
                return english(condition)
        if n not in self.units(pile):
            return english(self.units)
        if self.free is not None and not self.free(table, src):
            return english(self.free)
        if src == dst:
            return "the cards lie there already"
        for group, place in ((source, src), (target, dst)):
            if group.in_play is not None and place not in group.in_play(table):
                return english(group.in_play)
        return self._unfit(table, game, src, dst, n)

    def speaks_of(self, empty: bool) -> bool:
        """Whether the line may have something to say of piles that are empty, or of such that hold cards."""
        return self.space != 0 if empty else self.onto is not never

    def _unfit(self, table: Table, game: Game, src: int, dst: int, n: int) -> str:
        group = game.group_of[dst]
        cards = table.piles[dst]
        target = next(target for target in targets_of(self, game) if target.pile == dst)
        if len(cards) >= target.full:
            return f"that {group.name} is complete"
        mask = target.takes(table)
        if not mask >> (table.piles[src][-n] ^ (DOWN if self.turned else 0)) & 1:
            return wants_cards(group, cards, mask, self.onto or group.accepts)
        if self.where is not None and not self.where(table, src, dst, n):
            return english(self.where)
        return "of several empty places the first is used"


def english(rule: Callable[..., Any]) -> str:
    """The sentence of a condition: its docstring's first line, without the full stop."""
    doc = (rule.__doc__ or "the rules forbid it here").strip().splitlines()[0]
    return doc[0].lower() + doc[1:].rstrip(".")


def top_of(*groups: str) -> Play:
    """The top card of a pile of these groups."""
    return Play(groups)


def runs_of(group: str, *relations: Relation, longest: int = NO_LIMIT) -> Play:
    """The top card, or any run that ends with it: cards that each lie on the one beneath by one and the same relation."""

    def run(pile: list[int]) -> Sequence[int]:
        """Only cards that lie in sequence move together."""
        return range(1, min(max(run_length(pile, relation) for relation in relations), longest) + 1)

    return Play((group,), units=run, runs=relations if longest >= NO_LIMIT else ())


def whole_run_of(group: str, relation: Relation) -> Play:
    """The whole run at the end of a pile, and no part of it."""

    def whole(pile: list[int]) -> Sequence[int]:
        """A run moves whole or not at all."""
        return (run_length(pile, relation),)

    return Play((group,), units=whole)


def whole_pile_of(*groups: str) -> Play:
    """All cards of a pile together."""

    def whole(pile: list[int]) -> Sequence[int]:
        """A pile moves whole or not at all."""
        return (len(pile),)

    return Play(groups, units=whole)


def face_up_of(*groups: str) -> Play:
    """Any card that lies face up with all that lies on it, in whatever order."""

    def face_up(pile: list[int]) -> Sequence[int]:
        """Only cards that lie face up may be taken."""
        n = 0
        while n < len(pile) and pile[-1 - n] < DOWN:
            n += 1
        return range(1, n + 1)

    return Play(groups, units=face_up)


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
