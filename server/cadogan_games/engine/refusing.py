"""Finds out why a move is refused: which rule forbids it, and what would be legal there instead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from cadogan_games.engine.actions import Action
from cadogan_games.engine.cards import DOWN, members
from cadogan_games.engine.english import text_of, with_numbers
from cadogan_games.engine.finding import Finder, targets_of
from cadogan_games.engine.groups import Group
from cadogan_games.engine.piles import Piles
from cadogan_games.engine.plays import Play
from cadogan_games.engine.refusals import Named, Refusal, refusal_of
from cadogan_games.engine.relations import Relation, never
from cadogan_games.engine.table import Move, Table

WON = Refusal("won", "the game is won: there are no more moves")
"""The refusal of every move after a win."""


@dataclass(frozen=True)
class Refusing:
    """Explains the refusals of one game, from its piles, its rules, and the finders of the rules that come first."""

    game: Named
    index: Piles
    rules: Sequence[Play | Action]
    actions: Mapping[str, Action]
    forced: Sequence[tuple[Play | Action, Finder]]

    def why(self, table: Table, move: Move) -> Refusal:
        """Return why a move is illegal. The move must not be among the legal ones."""
        if table.won:
            return WON
        first = self._come_first(table)
        if first:
            texts = " / ".join(dict.fromkeys(with_numbers(rule, self.index) for rule in first))
            numbers = ", ".join(dict.fromkeys(rule.numbers for rule in first if rule.numbers))
            return Refusal("comes_first", f"something else comes first: {texts}", {"lines": numbers})
        return self._of_action(table, move) if isinstance(move[0], str) else self._of_play(table, move)

    def _come_first(self, table: Table) -> list[Play | Action]:
        """Return the rules that exclude all others now."""
        found_first = []
        for rule, find in self.forced:
            found: list[Move] = []
            find(table, found, {})
            if found:
                found_first.append(rule)
        return found_first

    def _of_action(self, table: Table, move: Move) -> Refusal:
        action = self.actions.get(move[0])
        if action is None:
            return Refusal(
                "no_such_action",
                "{game} knows no action {asked}; it knows {known}",
                {"game": self.game, "asked": Named(move[0], repr(move[0])), "known": ", ".join(self.actions) or "none"},
            )
        for condition in action.when:
            if not condition(table):
                return refusal_of(condition).of_action(action.name, action.numbers)
        if not action.has_spots and len(move) > 1:
            return Refusal("no_spots", "{action} takes no spots", {"action": action.name})
        if action.why is not None:
            why = action.why(table, *move[1:])
            return replace(why, numbers=why.numbers or action.numbers)
        if action.text:
            return Refusal(f"{action.name}_not_there", action.text, numbers=action.numbers)
        return replace(refusal_of(action.find), numbers=action.numbers)

    def _of_play(self, table: Table, move: Move) -> Refusal:
        src, dst, n = move
        for pile in (src, dst):
            if not 0 <= pile < self.index.count:
                return Refusal(
                    "no_such_pile",
                    "there is no pile {pile}: this table has piles 0 to {last}",
                    {"pile": pile, "last": self.index.count - 1},
                )
        if n < 1:
            return Refusal("no_cards", "a move takes at least one card, not {count}", {"count": n})
        held = len(table.piles[src])
        if held < n:
            return Refusal(
                "too_few_cards",
                "pile {pile} has {held} cards, not {count}",
                {"pile": src, "held": held, "count": n},
            )
        plays = [rule for rule in self.rules if isinstance(rule, Play)]
        if not plays:
            return Refusal(
                "only_actions",
                "in {game} cards move by actions alone: {actions}",
                {"game": self.game, "actions": ", ".join(self.actions)},
            )
        reasons = [(play, reason) for play in plays if (reason := self.of_rule(play, table, src, dst, n))]
        source, target = self.index.group_of[src], self.index.group_of[dst]
        if not reasons:
            return Refusal(
                "no_rule",
                "no rule lets a card go from the {source} to the {target}",
                {"source": _named(source), "target": _named(target)},
            )
        empty = not table.piles[dst]
        play, reason = next((found for found in reasons if _speaks_of(found[0], empty)), reasons[0])
        return reason.of(play.numbers, text_of(play, self.index))

    def of_rule(self, play: Play, table: Table, src: int, dst: int, n: int) -> Refusal | None:
        """Return why a rule does not allow a move, or None if the rule is about other groups."""
        source, target = self.index.group_of[src], self.index.group_of[dst]
        if source.id not in play.sources or target.id not in play.targets:
            return None
        pile = table.piles[src]
        if not pile:
            return Refusal("empty_pile", "there is no card in that {source} pile", {"source": _named(source)})
        for condition in play.when:
            if not condition(table):
                return refusal_of(condition)
        if n not in play.units(pile):
            return refusal_of(play.units)
        if play.free is not None and not play.free(table, src):
            return refusal_of(play.free)
        if src == dst:
            return Refusal("there_already", "the cards lie there already")
        for group, place in ((source, src), (target, dst)):
            if group.in_play is not None and place not in group.in_play(table):
                return refusal_of(group.in_play)
        return self._unfit(play, table, src, dst, n)

    def _unfit(self, play: Play, table: Table, src: int, dst: int, n: int) -> Refusal:
        group = self.index.group_of[dst]
        cards = table.piles[dst]
        target = next(target for target in targets_of(play, self.index) if target.pile == dst)
        if len(cards) >= target.full:
            return Refusal("complete", "that {target} is complete", {"target": _named(group)})
        mask = target.takes(table)
        if not mask >> (table.piles[src][-n] ^ (DOWN if play.turned else 0)) & 1:
            return takes_others(group, cards, mask, play.onto or group.accepts)
        if play.where is not None and not play.where(table, src, dst, n):
            return refusal_of(play.where)
        return Refusal("first_empty_place", "of several empty places the first is used")


def _speaks_of(play: Play, empty: bool) -> bool:
    """True if a rule can explain a refusal for an empty pile (`empty`), or for a pile that holds cards."""
    return play.space != 0 if empty else play.onto is not never


def takes_others(group: Group, pile: Sequence[int], wanted: int, relation: Relation) -> Refusal:
    """Return what a pile takes now, with the rule: "the foundation is built with cards one rank higher: on 6♣ it wants
    7♣"."""
    cards = tuple(members(wanted))
    if not pile and not wanted:
        return Refusal(
            "space_takes_nothing", "nothing may be put on an empty {target} place", {"target": _named(group)}
        )
    if not pile:
        return Refusal(
            "space_takes", "an empty {target} place takes {cards}", {"target": _named(group), "cards": cards}
        )
    on = (pile[-1],)
    if not wanted:
        if relation.barren is not None:
            return Refusal(*relation.barren)
        return Refusal("takes_nothing", "nothing goes on {on} in the {target}", {"target": _named(group), "on": on})
    return Refusal(
        "takes",
        f"the {{target}} is built with {_built(relation.english)}: on {{on}} it wants {{cards}}",
        {"target": _named(group), "on": on, "cards": cards},
    )


def _built(english: str) -> str:
    return english if english.startswith(("any", "nothing", "next")) else f"cards {english}"


def _named(group: Group) -> Named:
    return Named(group.id, group.name)
