"""A game made ready: a definition and the head of its sheet, with every look-up made. It deals tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from cadogan_games.engine.actions import Action
from cadogan_games.engine.auto import Auto, everywhere, settle, settler
from cadogan_games.engine.cards import DOWN, standard_order
from cadogan_games.engine.deals import Dealer
from cadogan_games.engine.events import SHIFT
from cadogan_games.engine.finding import compile_rules
from cadogan_games.engine.groups import Group
from cadogan_games.engine.head import Head
from cadogan_games.engine.numbers import order_of
from cadogan_games.engine.patience import Patience, Rule, RulesByNumber
from cadogan_games.engine.piles import Piles
from cadogan_games.engine.plays import Play
from cadogan_games.engine.refusals import Named, Refusal
from cadogan_games.engine.refusing import Refusing
from cadogan_games.engine.table import Move, PileGroup, Rules, Table


def _numbered(rules: RulesByNumber, homes: tuple[str, ...]) -> Iterator[Rule]:
    """Yield the rules, each with its line numbers; rules that go home get the foundations as their targets."""
    named = rules.items() if isinstance(rules, Mapping) else [("", rules)]
    for number, several in named:
        for rule in [several] if isinstance(several, Play | Action) else several:
            aimed = _aimed(rule, homes) if isinstance(rule, Play) else rule
            yield replace(aimed, numbers=number) if number else aimed


def _aimed(play: Play, homes: tuple[str, ...]) -> Play:
    """Return the play with the foundations as its targets if it goes home, otherwise the play itself."""
    return replace(play, targets=homes) if play.homeward else play


class Game(Rules):
    """A game with its options chosen: it deals tables, finds moves and carries them out.

    The attributes about piles are those of its `index` (see `piles.Piles`). `counters` are those that players may see.
    Its attributes have exactly the types that `Rules` gives them, as a compiled game must (`build_compiled.py`).
    """

    def __init__(self, head: Head, options: Mapping[str, Any], definition: Patience) -> None:
        self.head = head
        self.options: Mapping[str, Any] = dict(options)
        self.definition: Any = definition
        self._goal, self._score = definition.goal, definition.score
        self.index = Piles(definition.groups)
        self.groups: Sequence[PileGroup] = self.index.groups
        self.group_of: Sequence[PileGroup] = self.index.group_of
        self.owners: Sequence[int | None] = self.index.owners
        self.spans: Mapping[str, slice] = self.index.spans
        self.first: Mapping[str, int] = self.index.first
        self.pile_count = self.index.count
        self.homes: Sequence[slice] = self.index.homes
        home_ids = tuple(group.id for group in self.groups if group.kind == "foundation")
        self.forced = tuple(_numbered(definition.forced, home_ids))
        self.moves = tuple(_numbered(definition.moves, home_ids))
        self.actions: Mapping[str, Any] = {
            rule.name: rule for rule in (*self.forced, *self.moves) if isinstance(rule, Action)
        }
        self.pack: Sequence[int] = tuple(definition.pack if definition.pack is not None else standard_order(head.packs))
        self.phases: Sequence[str] = tuple(definition.phases)
        counted = [counter for action in self.actions.values() for counter in action.counters]
        self.counter_names: Sequence[str] = (*dict.fromkeys([*definition.counters, *counted]), "phase")
        self.counters: Sequence[str] = tuple(name for name in self.counter_names[:-1] if not name.startswith("_"))
        self.counter_index: Mapping[str, int] = {name: i for i, name in enumerate(self.counter_names)}
        fewer, most = definition.rank_by_fewer, definition.goal.most
        self.penalty_index = self.counter_index[fewer] if fewer else None
        self.progress_max = len(self.pack) if most is None else most
        # One finder for each, so that a refusal can say which rules come first.
        come_first = [(rule, finder) for rule in self.forced for finder in compile_rules([rule], self.index)]
        self._forced = [finder for _, finder in come_first]
        self._finders = compile_rules(self.moves, self.index)
        autos = [
            self._by_itself(_aimed(auto, home_ids)) if isinstance(auto, Play) else auto for auto in definition.auto
        ]
        self._autos = everywhere(autos)
        self._settle_after = settler(autos)
        self._limits = [limit for group in self.index.groups for limit in group.limits()]
        self._bases = [base for group in self.index.groups for base in group.bases()]
        self._refusing = Refusing(Named(head.id, head.title), self.index, self.moves, self.actions, come_first)

    def _by_itself(self, play: Play) -> Auto:
        (find,) = compile_rules([play], self.index)

        def auto(table: Table) -> None:
            while True:
                found: list[Move] = []
                find(table, found, {})
                if not found:
                    return
                self._make(table, found[0], play)

        return auto

    def indexes(self, id: str) -> range:
        """Return the numbers of a group's piles in a table's list."""
        return self.index.numbers(id)

    def group(self, id: str) -> Group:
        """Return the group with this id."""
        return self.index.group(id)

    def takes(self, table: Table, pile: int) -> int:
        """Return the set of cards that a pile takes now by the rules of its group; the empty set if it is full."""
        cards, group = table.piles[pile], self.index.group_of[pile]
        if len(cards) >= self._limits[pile]:
            return 0
        if group.wants is not None:
            return group.wants(table, pile)
        return group.accepts.on[cards[-1]] if cards else self._bases[pile]

    @property
    def action_names(self) -> tuple[str, ...]:
        """The names of all actions, also of those that are legal at any time and therefore not among the moves."""
        return (*self.actions, *self.definition.actions_at_any_time)

    def deal(self, seed: bytes) -> Table:
        """Return a table right after the deal of a seed (any bytes, usually 32), with all automatic changes made.

        In a game with numbered deals a seed may name one of them (`numbers.py`).
        """
        table, steps = Table(self, seed), self.definition.deal
        order = order_of(self.pack, seed) if self.definition.by_number is not None else None
        if order is not None:
            steps = self.definition.by_number
        dealer = Dealer(table, order)
        for step in steps:
            step(dealer)
        self.settle(table)
        table.log.clear()
        return table

    def find_moves(self, table: Table, consequences: dict[Move, Any]) -> list[Move]:
        """Return all legal moves. Moves that do more than shift cards are put into `consequences`, with their rule."""
        out: list[Move] = []
        if table.won:
            return out
        for find in self._forced:
            find(table, out, consequences)
        if not out:
            for find in self._finders:
                find(table, out, consequences)
        return out

    def carry_out(self, table: Table, move: Move, play: Play | None) -> None:
        """Carry out a legal move and the automatic changes after it. `play` is the move's rule if it does more than
        shift cards."""
        if play is None and type(move[0]) is not str:  # most moves
            src, dst, n = move
            table.shift(src, dst, n)
            self._settle_after(table, src, dst)
            return
        log = table.log
        before = len(log)
        if play is None:
            self.actions[move[0]].do(table, *move[1:])
        else:
            self._make(table, move, play)
        if len(log) == before + 1 and log[-1][0] == SHIFT:
            _, src, _, dst, _, cards, _, on_top = log[-1]
            if on_top and cards[-1] < DOWN:
                self._settle_after(table, src, dst)
                return
        self.settle(table)

    def settle(self, table: Table) -> None:
        """Run the automatic changes until none is due."""
        settle(self._autos, table)

    def _make(self, table: Table, move: Move, play: Play | None) -> None:
        src, dst, n = move
        if play is not None and play.turned:
            table.turn_over(src, dst, n)
        else:
            table.shift(src, dst, n)
        if play is not None and play.then is not None:
            play.then(table, src, dst, n)

    def is_won(self, table: Table) -> bool:
        """True if the table is won."""
        won = self._goal.won
        return table.progress == self.progress_max if won is None else won(table)

    def progress_of(self, table: Table) -> int:
        """Return the progress by which a race is ranked."""
        return self._goal.progress(table)

    def penalty_of(self, table: Table) -> int:
        """The counter that ranks equal progress, fewer first; 0 where the game has none."""
        return table.counters[self.penalty_index] if self.penalty_index is not None else 0

    def score_of(self, table: Table) -> int | None:
        """Return the game's own score, or None if it has none."""
        return self._score(table) if self._score else None

    def refusal(self, table: Table, move: Move) -> Refusal:
        """Return why a move is illegal: the rule that forbids it."""
        return self._refusing.why(table, move)
