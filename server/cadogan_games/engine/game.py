"""A game as a value, and what it becomes once its options are chosen.

`Patience` is what a game module writes: groups, deal, moves, actions, what happens by itself, when it is won. `Game` is the
same with every look-up made, ready to deal tables.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from cadogan_games.engine.actions import Action
from cadogan_games.engine.auto import Auto, Local, settle, settler
from cadogan_games.engine.cards import DOWN, standard_order
from cadogan_games.engine.deals import Dealer, Step
from cadogan_games.engine.events import SHIFT
from cadogan_games.engine.finding import compile_lines
from cadogan_games.engine.groups import Group
from cadogan_games.engine.layout import Places
from cadogan_games.engine.plays import Play, english
from cadogan_games.engine.table import Move, Table

if TYPE_CHECKING:
    from cadogan_games.catalogue import Info


@dataclass(frozen=True, kw_only=True)
class Patience:
    """A game's definition, read from top to bottom as its rule sheet is.

    `pack` is the cards in play in standard order (default: the whole packs of the catalogue entry). While a line of
    `forced` finds a move, no other move is legal. `auto` is done after the deal and after each move until nothing is due; a
    play among it is made by itself whenever it can be. A game is won when `progress` is at `progress_max`; where there is a
    quicker test than to count all of it, that is `won`.
    `rank_by_fewer` names the counter that ranks equal progress. With `races_on` a race is not over with the first finish.
    A counter whose name begins with an underscore is the engine's own: no player needs to see it.
    `upright` says for a group's id where its piles lie in a window that is high for its width, if not where they lie else; their
    labels are the same. A window takes whichever places leave more room for each card.
    """

    groups: Sequence[Group]
    deal: Sequence[Step]
    moves: Sequence[Play | Action]
    progress: Callable[[Table], int]
    progress_max: int
    won: Callable[[Table], bool] | None = None
    forced: Sequence[Play | Action] = ()
    auto: Sequence[Auto | Play] = ()
    pack: Sequence[int] | None = None
    counters: Sequence[str] = ()
    phases: Sequence[str] = ("play",)
    score: Callable[[Table], int] | None = None
    rank_by_fewer: str | None = None
    undo: bool = True
    races_on: bool = False
    time_limit: int = 0
    """Seconds that a race takes where the room sets no limit; 0: it has none then."""
    upright: Mapping[str, Places] = field(default_factory=dict)


class Game:
    """A game with its options chosen: deals tables, finds moves, carries them out.

    `spans` gives for a group's id the slice of its piles in a table's list, `first` its first pile's number, `group_of`
    for a pile's number its group, `owners` the seat that alone sees its cards (None: everybody does).
    """

    def __init__(self, info: Info, options: Mapping[str, Any], definition: Patience) -> None:
        self.info = info
        self.id = info.id
        self.title = info.title
        self.options = dict(options)
        self.definition = definition
        self.groups = tuple(definition.groups)
        self.pack = tuple(definition.pack if definition.pack is not None else standard_order(info.packs))
        self.phases = tuple(definition.phases)
        self.counter_names = (*definition.counters, "phase")
        self.counter_index = {name: i for i, name in enumerate(self.counter_names)}
        self.penalty_name = definition.rank_by_fewer
        self.penalty_index = self.counter_index[self.penalty_name] if self.penalty_name else None
        self.progress_max = definition.progress_max
        self.undo_allowed = definition.undo
        self.races_on = definition.races_on
        self.time_limit = definition.time_limit
        self._index_piles()
        lines = [*definition.forced, *definition.moves]
        self.actions = {line.name: line for line in lines if isinstance(line, Action)}
        # One by one, so that a refusal can say which of them come first.
        self._forced = [finder for line in definition.forced for finder in compile_lines([line], self)]
        self._finders = compile_lines(definition.moves, self)
        autos = [self._by_itself(line) if isinstance(line, Play) else line for line in definition.auto]
        self.autos = [auto.everywhere if isinstance(auto, Local) else auto for auto in autos]
        self._settle_after = settler(autos)

    def _index_piles(self) -> None:
        self.spans: dict[str, slice] = {}
        self.group_of: list[Group] = []
        self.owners: list[int | None] = []
        for group in self.groups:
            self.spans[group.id] = slice(len(self.group_of), len(self.group_of) + group.size)
            self.group_of += [group] * group.size
            self.owners += group.owners()
        self._indexes = {id: range(span.start, span.stop) for id, span in self.spans.items()}
        self.first: dict[str, int] = {id: span.start for id, span in self.spans.items()}
        self.pile_count = len(self.group_of)

    def _by_itself(self, line: Play) -> Auto:
        (find,) = compile_lines([line], self)

        def auto(table: Table) -> None:
            while True:
                found: list[Move] = []
                find(table, found, {})
                if not found:
                    return
                self._make(table, found[0], line)

        return auto

    def indexes(self, id: str) -> range:
        """The numbers of a group's piles in a table's list."""
        return self._indexes[id]

    def group(self, id: str) -> Group:
        """The group with this id."""
        group: Group = self.group_of[self.first[id]]
        return group

    @property
    def action_names(self) -> tuple[str, ...]:
        """All actions by name; in a duel also `resign`, which is legal at any time and so is not among the moves."""
        return (*self.actions, "resign") if self.info.kind == "duel" else tuple(self.actions)

    def deal(self, seed: bytes) -> Table:
        """A table right after the deal of a seed (any bytes, usually 32), with all that follows by itself."""
        table = Table(self, seed)
        dealer = Dealer(table)
        for step in self.definition.deal:
            step(dealer)
        settle(self, table)
        table.log.clear()
        return table

    def find_moves(self, table: Table, consequences: dict[Move, Any]) -> list[Move]:
        """All legal moves; those with more to them than a shift are put into `consequences`."""
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
        """Does what a legal move says, and what follows by itself. `play` is its line where it has consequences."""
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
        settle(self, table)

    def _make(self, table: Table, move: Move, play: Play | None) -> None:
        src, dst, n = move
        if play is not None and play.turned:
            table.turn(src, dst, n)
        else:
            table.shift(src, dst, n)
        if play is not None and play.then is not None:
            play.then(table, src, dst, n)

    def is_won(self, table: Table) -> bool:
        """Whether the table is won."""
        won = self.definition.won
        return table.progress == self.progress_max if won is None else won(table)

    def progress_of(self, table: Table) -> int:
        """The number a race is ranked by."""
        return self.definition.progress(table)

    def score_of(self, table: Table) -> int | None:
        """The game's own score, where it has one."""
        return self.definition.score(table) if self.definition.score else None

    def refusal(self, table: Table, move: Move) -> str:
        """Why a move is illegal: the rule that forbids it, in a sentence."""
        if table.won:
            return "The game is won: there are no more moves."
        first = self._lines_forced_now(table)
        if first:
            return f"Something else comes first: {' / '.join(first)}."
        reason = self._refuse_action(table, move) if isinstance(move[0], str) else self._refuse_play(table, move)
        return reason[0].upper() + reason[1:] + "."

    def _lines_forced_now(self, table: Table) -> list[str]:
        """The lines that exclude all others now, each once."""
        lines: dict[str, None] = {}
        for line, find in zip(self.definition.forced, self._forced, strict=True):
            found: list[Move] = []
            find(table, found, {})
            if found:
                lines[line.line] = None
        return list(lines)

    def _refuse_action(self, table: Table, move: Move) -> str:
        action = self.actions.get(move[0])
        if action is None:
            return f"{self.title} knows no action {move[0]!r}; it knows {', '.join(self.actions) or 'none'}"
        for condition in action.when:
            if not condition(table):
                return f"{action.name.replace('_', ' ')} is not possible: {english(condition)}"
        if not action.has_spots and len(move) > 1:
            return f"{action.name} takes no spots"
        if action.why is not None:
            return action.why(table, *move[1:])
        return action.line or english(action.find)

    def _refuse_play(self, table: Table, move: Move) -> str:
        src, dst, n = move
        for pile in (src, dst):
            if not 0 <= pile < self.pile_count:
                return f"there is no pile {pile}: this table has piles 0 to {self.pile_count - 1}"
        if n < 1:
            return f"a move takes at least one card, not {n}"
        if len(table.piles[src]) < n:
            return f"pile {src} has {len(table.piles[src])} cards, not {n}"
        lines = [line for line in self.definition.moves if isinstance(line, Play)]
        if not lines:
            return f"in {self.title} cards move by actions alone: {', '.join(self.actions)}"
        reasons = [(line, reason) for line in lines if (reason := line.refusal(table, src, dst, n))]
        if not reasons:
            return f"no rule lets a card go from the {self.group_of[src].name} to the {self.group_of[dst].name}"
        empty = not table.piles[dst]
        line, reason = next((found for found in reasons if found[0].speaks_of(empty)), reasons[0])
        return f"{reason} ({line.line})" if line.line else reason
