"""The views of a table by role: the only way from a table to anything that is sent.

Views are built by inclusion. A card is shown if it lies face up in a group that everybody sees, or to its owner in a
group that only owners see. Everything else is `HIDDEN`. A role is the number of a seat, or None for a spectator. In a
race, every board has one view.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from cadogan_games.engine.cards import DOWN
from cadogan_games.engine.events import FLIP, ORDER, SHIFT, Event
from cadogan_games.engine.table import PileGroup, Rules, Table

HIDDEN = -1
"""Replaces a card that the viewer may not see."""

EVERYTHING = -1
"""The role that sees every hand: a delayed spectator, or anybody after the end. Cards that lie face down stay hidden
from it too."""

Role = int | None
"""The number of a seat, `EVERYTHING`, or None for a spectator."""

WireEvent = tuple[Any, ...]
"""An event in the short form of the wire (see PROTOCOL.md)."""


def state(table: Table, role: Role) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """Return the piles and counters of a table as a role sees them: cards bottom first, -1 for a card that it may not
    see."""
    game = table.game
    piles = tuple([_faces(pile, sees(game, i, role)) for i, pile in enumerate(table.piles)])
    return piles, tuple(table.counters)


def layout(game: Rules) -> dict[str, Any]:
    """Return what a client needs to draw the game's table: plain data in the form of the protocol's `TableLayout`."""
    return {
        "groups": [
            {
                "id": group.id,
                "name": group.name,
                "kind": group.kind,
                "places": [vars(place) for place in group.places],
                "upright": _upright(group),
                "tail": group.tail,
                "counted": group.counted,
                "tally": _tally(game, group),
                "order": _order(game, group),
            }
            for group in game.groups
        ],
        "actions": [
            {
                "name": action.name,
                "label": action.label,
                "pile": game.first[action.pile] if action.pile else None,
                "spots": action.has_spots,
                "times": action.times,
            }
            for action in game.actions.values()
        ],
        "counters": list(game.counter_names),
        "phases": list(game.phases),
    }


def _upright(group: PileGroup) -> list[dict[str, Any]] | None:
    places = group.upright
    if places is None:
        return None
    return [
        vars(place) | {"label": usual.label, "owner": usual.owner}
        for place, usual in zip(places, group.places, strict=True)
    ]


def _tally(game: Rules, group: PileGroup) -> dict[str, int] | None:
    tally = group.tally
    return {"rank": tally.rank, "above": game.counter_index[tally.above]} if tally else None


def _order(game: Rules, group: PileGroup) -> dict[str, Any] | None:
    order = group.order
    return {"pile": game.first[order.by], "ranks": order.ranks} if order else None


def events(game: Rules, happened: Iterable[Event], role: Role) -> list[WireEvent]:
    """Return events as a role may see them, in the short form of the wire (see PROTOCOL.md)."""
    owners = game.owners
    shown: list[WireEvent] = []
    for event in happened:
        kind = event[0]
        if kind == SHIFT:
            _, src, _, dst, _, cards, turned, on_top = event
            if on_top and not turned and owners[src] == owners[dst]:
                shown.append((0, src, dst, len(cards)))
            elif on_top and turned and owners[dst] is None and max(cards) < DOWN:
                shown.append((1, src, dst, cards))
            else:
                shown.append(_shown_shift(game, event, role))
        elif kind == FLIP:
            _, pile, i, card = event
            shown.append((3, pile, i, *_faces((card,), sees(game, pile, role))))
        elif kind == ORDER:
            _, pile, _, after, _ = event
            shown.append((4, pile, _faces(after, sees(game, pile, role))))
        else:
            _, counter, _, value = event
            shown.append((5, counter, value))
    return shown


def _shown_shift(game: Rules, event: Event, role: Role) -> WireEvent:
    """Return the event of a packet, with its faces unless they look alike in both places."""
    _, src, i, dst, j, cards, turned, on_top = event
    faces = _faces(cards, sees(game, dst, role))
    if not on_top:
        return (2, src, i, dst, j, faces)
    if turned:
        return (1, src, dst, faces)
    if faces == _faces(cards, sees(game, src, role)):
        return (0, src, dst, len(cards))
    return (2, src, i, dst, j, faces)


def _faces(cards: Sequence[int], seen: bool) -> tuple[int, ...]:
    return tuple([card if card < DOWN else HIDDEN for card in cards]) if seen else (HIDDEN,) * len(cards)


def sees(game: Rules, pile: int, role: Role) -> bool:
    """True if a role sees the face-up cards of a pile."""
    owner = game.owners[pile]
    return owner is None or role in (owner, EVERYTHING)
