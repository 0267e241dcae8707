"""One game that a player has played, as the history stores it.

Earlier versions also set `first` for a race won alone, where nobody came second. `unpack` reads such a game as not
first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, cast, get_args

import msgpack

from cadogan_protocol.people import HistoryPlayer, HistoryRow, PastTournament
from cadogan_protocol.room_options import RoomKind, RoomOptions
from cadogan_protocol.rooms import ResultRow
from cadogan_server.rooms.room import Room
from cadogan_server.store.log import logs
from cadogan_server.tournaments.records import Opened

TournamentKind = Literal["arena", "swiss", "knockout"]

SHOWN_OTHERS = 24
"""Opponents of a large race that the history names, the best first."""


class Event(NamedTuple):
    """The series or the tournament of a game. In the store it is a plain array.

    Attributes:
        race: the number of the race in its series; 0: it was in none.
        kind: the kind of the tournament; "": there was none, or it was not known.
        title: its title.
        is_open: True if anybody may know its id.
    """

    race: int = 0
    kind: str = ""
    title: str = ""
    is_open: bool = False


class PastGame(NamedTuple):
    """One game, with its fields in the order of packing.

    Attributes:
        at: when it was over, in ms since 1970.
        of: number of players; where partners play together, of sides.
        first: True if the player came before somebody, and nobody before the player.
        won: True if the game itself was won: all cards home, or the match of a duel.
        others: id, name, level of a bot or "", and rank of each other player.
        rules: the room's options that differ from the defaults.
        kept: True if its log is kept for long.
        event: an `Event`; empty: a server of an earlier version wrote the game.
        partners: the places in `others` of the players on the player's side.
    """

    room: str
    game: str
    options: dict[str, Any]
    kind: RoomKind
    at: int
    rank: int
    of: int
    first: bool
    won: bool
    time: int | None
    undone: int
    moves: int
    progress: int
    progress_max: int
    score: int | None
    why_not: str | None
    others: list[tuple[str, str, str, int]]
    rules: dict[str, Any]
    kept: bool
    event: Sequence[Any] = ()
    partners: Sequence[int] = ()

    def row(self, id: str, now: int) -> HistoryRow:
        """Return the game as a message part, at the time `now` in ms since 1970."""
        is_kept = now < self.at + 1000 * (logs.KEPT_SECONDS if self.kept else logs.KEPT_BRIEFLY_SECONDS)
        is_open = is_kept and not self.rules.get("by_link")
        fields = self._asdict()
        del fields["kept"], fields["event"], fields["partners"]
        event = Event(*self.event[: len(Event._fields)])
        id_shown = self.rules.get("tournament") if event.is_open and not self.rules.get("by_link") else None
        fields["others"] = tuple(
            HistoryPlayer(player=p, name=n, bot=b or None, rank=r, partner=place in self.partners)
            for place, (p, n, b, r) in enumerate(self.others)
        )
        # A node of a later version may have written options that this one does not know.
        fields["rules"] = RoomOptions(
            **{
                name: self.rules[name]
                for name in self.rules
                if name in RoomOptions.model_fields and (name != "tournament" or id_shown)
            }
        )
        fields["race"] = event.race
        if event.kind in get_args(TournamentKind):
            fields["tournament"] = PastTournament(
                kind=cast("TournamentKind", event.kind), title=event.title, id=id_shown
            )
        return HistoryRow(id=id, home=self.won, replay=is_open, own_replay=is_kept, **fields)


def pack(room: Room, row: ResultRow, rows: Sequence[ResultRow], now: int, terms: Opened | None = None) -> bytes:
    """Pack a room's result for one player, at the time `now` in ms since 1970. `terms`: its tournament, if that is known."""
    leg = room.state.created.leg
    race = leg[0] if leg else int(room.state.rules.races > 0)
    event = Event(race, terms.kind, terms.title, not terms.private) if terms is not None else Event(race)
    side_of = room.mode.side_of
    others = sorted((other for other in rows if other.seat != row.seat), key=lambda one: one.rank)[:SHOWN_OTHERS]
    game = PastGame(
        room=room.code,
        game=room.state.created.game,
        options=dict(room.state.created.options),
        kind=room.mode.kind.name,
        at=now,
        rank=row.rank,
        of=len({(other.rank, side_of(other.seat)) for other in rows}),
        first=row.rank == 1 < max(other.rank for other in rows),
        won=row.won,
        time=row.time,
        undone=row.undone,
        moves=row.moves,
        progress=row.progress,
        progress_max=room.state.game.progress_max,
        score=row.score,
        why_not=row.why_not,
        others=[(room.state.occupants[one.seat].player, one.name, one.bot or "", one.rank) for one in others],
        rules=room.state.rules.model_dump(exclude_defaults=True),
        kept=logs.is_kept(room.state),
        event=tuple(event),
        partners=[place for place, one in enumerate(others) if side_of(one.seat) == side_of(row.seat)],
    )
    packed: bytes = msgpack.packb(tuple(game))
    return packed


def unpack(packed: bytes) -> PastGame:
    """Return a game packed by this version or an earlier one."""
    game = PastGame(*msgpack.unpackb(packed)[: len(PastGame._fields)])
    return game._replace(first=game.first and game.of > 1)
