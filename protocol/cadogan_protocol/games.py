"""Games on the wire: their description, the layout of a table, the rule that forbids a move."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from cadogan_protocol.moves import CardCode
from cadogan_protocol.parts import Number, OptionValue, Part
from cadogan_protocol.room_options import Numbering, RoomKind

RuleValue = int | str | tuple[int, ...]
"""A value in the text of a broken rule: a number, a name, or cards."""


class BrokenRule(Part):
    """The rule that forbids a move, for programs and for other languages than English."""

    name: str = Field(description="such as `takes` or `stock_empty`; a name always comes with the same values")
    reason: str = Field(description="a sentence in English that says what the rule forbids")
    line: str = Field("", description="the rule's numbers in part 4 of the game's sheet, as \"1, 2\"; empty: none")
    action: str | None = Field(None, description="the action that isn't possible at all now, if the rule is about one")
    values: dict[str, RuleValue] = Field(
        default_factory=dict,
        description="the rule's values: a list has cards, `source` and `target` are ids of groups, `game` is the game's id",
    )


class PilePlace(Part):
    """The place of a pile. A unit of x is a card's width plus the gap beside it, a unit of y its height plus the gap."""

    x: Number
    y: Number
    angle: Number = Field(0, description="the rotation of the cards in degrees, clockwise")
    dx: Number = Field(0, description="the offset of each further card to the right")
    dy: Number = Field(0, description="the offset of each further card downwards")
    label: str = Field("", description="the text on the empty place")
    owner: int | None = Field(None, description="a table for several players: the seat that owns the pile")
    path: tuple[tuple[Number, Number], ...] | None = Field(
        None,
        description="a pile that is not straight: the places of its cards one by one, bottom first, relative to x and y "
        "(right, down); further cards lie on the last point. It replaces `dx` and `dy`",
    )


class Tally(Part):
    """A second number to show at a pile, beside the number of its cards."""

    rank: int = Field(description="cards of this rank, 1 (ace) to 13 (king)")
    above: int = Field(description="the index of the counter that says how many of the lowest cards do not count")


class Order(Part):
    """The ranks that piles take one after the other, if they depend on a card elsewhere."""

    pile: int = Field(
        description="the top card of this pile decides for the group's first pile, that of the next pile for the second, "
        "and so on"
    )
    ranks: tuple[tuple[int, ...], ...] = Field(
        description="for each rank of that card, from the ace: the ranks, 1 to 13, in the order in which the pile takes them"
    )


class GroupLayout(Part):
    """A group of piles with the same role."""

    id: str
    name: str
    kind: Literal["foundation", "tableau", "reserve", "stock", "waste", "discard", "hand", "fixed"]
    places: tuple[PilePlace, ...]
    upright: tuple[PilePlace, ...] | None = Field(
        None, description="the places of the piles in a window much higher than wide, if they differ"
    )
    tail: int = Field(
        0, description="the number of last cards that are spread out, the others are squared; 0: all are spread"
    )
    counted: bool = Field(False, description="true if the number of cards is shown")
    tally: Tally | None = Field(None, description="a second number to show")
    order: Order | None = Field(None, description="how to find the rank that each pile takes next")


class ActionLayout(Part):
    """An action that is not a plain move: its name, and the click on the table that makes it."""

    name: str
    label: str
    pile: int | None = Field(None, description="a click on this pile makes the action")
    spots: bool = Field(False, description="true if the player picks cards on the table first")
    times: int | None = Field(
        None, description="a redeal: the most that are allowed; the counter `redeals` has the number made"
    )


class TableLayout(Part):
    """Everything that a client needs to draw a game's table without knowing its rules."""

    groups: tuple[GroupLayout, ...] = Field(description="the piles of all groups are numbered from 0 in this order")
    actions: tuple[ActionLayout, ...]
    counters: tuple[str, ...]
    phases: tuple[str, ...]


class TableState(Part):
    """A table as its receiver sees it: the snapshot of a board's stream."""

    piles: tuple[tuple[CardCode, ...], ...] = Field(
        description="bottom first; -1 is a card face down, -2 a card that only the racer sees"
    )
    counters: tuple[int, ...] = Field(description="in the layout's order; the last is the number of the phase")


class ProvedDeals(Part):
    """The proofs of the solver, which knows all cards, about the deals that it tried.

    At least `won` of `deals` can be won, and at most `deals` - `lost`: the others are undecided.
    """

    deals: int = Field(ge=1, description="the number of deals that were tried")
    won: int = Field(ge=0, description="the number of them that are proved to be winnable")
    lost: int = Field(ge=0, description="the number of them that are proved to be unwinnable")


class GameInfo(Part):
    """One game of the catalogue."""

    id: str
    title: str
    other_names: tuple[str, ...] = Field((), description="names under which players may look for it")
    titles: tuple[str, ...] = Field((), description="its names in other languages, for a search")
    summary: str = Field(description="a sentence on the game")
    variant_of: str | None = None
    family: str
    kind: RoomKind
    fewest: int = Field(1, description="the fewest players of a room; an option of the game may ask for more")
    most: int | None = Field(None, description="the most players of a room; null: as many as a race may have")
    packs: int
    cards: int
    race: Literal["good", "fair", "poor"] = Field(description="how well it races")
    race_why: str
    options: dict[str, tuple[OptionValue, ...]] = Field(
        description="the values of each option, the default first. A text like `0 to 3600` stands for each whole number "
        "of that range, `current` for the year (UTC) in which the room is opened"
    )
    undo: bool = Field(True, description="true if moves can be taken back, if the room allows it")
    time_limit: int = Field(0, description="the seconds of a race if the room sets no limit; 0: no limit")
    progress_max: int
    revision: int = Field(description="rises when the rules change: which moves are legal, or what they do")
    source: str
    won: Number | None = Field(
        None, description="the share of deals that the bot `good` wins, 0 to 1, with default options; null: not known"
    )
    won_of: int | None = Field(None, description="the number of deals behind `won` and `moves`; null: not known")
    moves: int | None = Field(
        None, description="the mean number of moves of the bot `good` on a deal, won or not; null: not known"
    )
    solvable: Number | None = Field(
        None,
        description="the share of all deals that can be won knowing all cards, 0 to 1, as others have published it; "
        "null: nobody has",
    )
    proved: ProvedDeals | None = Field(
        None, description="what the solver has proved of some deals, with default options; null: it has tried none"
    )
    numberings: tuple[Numbering, ...] = Field(
        (), description="the numberings of the world by which the game's deals have numbers, see `numbering` of a room"
    )
    winnable: bool = Field(
        False,
        description="true if a deal that is proved winnable (`deal` = winnable) is found within seconds, as a rule",
    )
