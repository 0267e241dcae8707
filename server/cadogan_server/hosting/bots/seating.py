"""Puts bots on seats, again after a restart of their process or of the server, and in a rematch."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from cadogan_games.daily import BOT_LEVEL
from cadogan_protocol.errors import ErrorCode
from cadogan_server.fair_share import FairShare, counted_under, excess, widest
from cadogan_server.hosting.bots.names import bot_name
from cadogan_server.hosting.bots.process import BotProcess, BotProcessObserver, NoBots
from cadogan_server.hosting.hub import Hub
from cadogan_server.rooms import fairness
from cadogan_server.rooms.refused import Refused
from cadogan_server.rooms.room import Room
from cadogan_server.settings import Settings
from cadogan_server.store import STORE_AWAY
from cadogan_server.store.nodes.parts import summed
from cadogan_server.store.people.players import Players

logger = logging.getLogger(__name__)


ALL = ""
"""The key of the bots of all addresses, including bots without a known address."""


class Seating(BotProcessObserver):
    """Seats bots.

    Args:
        players: makes each bot a player with a token.
        process: the bots' process, which it observes; None if this server seats no bots.
        now: the clock, in ms.
        settings: the limits on bots in unfinished rooms, in all and for one address.
        hubs: returns all rooms in use.
    """

    def __init__(
        self,
        players: Players,
        process: BotProcess | None,
        now: Callable[[], int],
        settings: Settings,
        hubs: Callable[[], Iterable[Hub]],
    ) -> None:
        self._players = players
        self._process = process
        self._now = now
        self._settings = settings
        self._hubs = hubs
        self._share = FairShare(settings.bots_per_address, settings.bots_most)
        self._asked_from: dict[str, str] = {}
        """By player id of a bot: the address that asked for it."""
        self._elsewhere: Counter[str] = Counter()
        if process is not None:
            process.observe(self)

    async def prepare(self) -> None:
        """Start the bots' process and prepare identities. Call this before `seat`.

        Raises:
            Refused: there can be no bots.
        """
        if self._process is None:
            raise Refused(ErrorCode.NO_BOTS, "this server seats no bots: it was started with --no-bots")
        try:
            await self._players.prepare_bots()
            await self._process.start()
        except NoBots as error:
            raise Refused(ErrorCode.NO_BOTS, str(error)) from error
        except STORE_AWAY as error:
            raise Refused(
                ErrorCode.STORE_DOWN, "no bot can be seated while the store does not answer; try again soon"
            ) from error

    def seat(self, hub: Hub, by: int, count: int, level: str, address: str, request: int = 0) -> None:
        """Seat bots for a client at an address.

        Raises:
            Refused: `by` is not the host, too few seats or bots are free, or the address has its share.
        """
        room = hub.room
        if room.state.repeated(by, request):
            return
        room.seats.must_host(by, bots=True)
        if room.state.created.contest and level != BOT_LEVEL:
            raise Refused(
                ErrorCode.BAD_OPTION, f"in the duel of the day the bot plays {BOT_LEVEL} for everyone, not {level}"
            )
        self.place(hub, by, count, level, address, request)

    def place(
        self, hub: Hub, by: int, count: int, level: str, address: str, request: int = 0, names: Iterable[str] = ()
    ) -> None:
        """Seat bots beside the player of seat `by`, who need not be the host. Those without a name among `names` get the first
        ones that are free in the room.

        Raises:
            Refused: too few seats or bots are free, or the address has its share.
        """
        room = hub.room
        free = room.seats.most - len(room.state.occupants)
        if count > free:
            raise Refused(ErrorCode.ROOM_FULL, f"room {room.code} has too few free seats for {count} bots: {free}")
        idle = self.idle(address)
        if count > idle:
            raise Refused(
                ErrorCode.NO_BOTS,
                f"{count} bots are wanted and {idle} of the {self._settings.bots_most} of this server are free for your address, "
                f"which may have {self._settings.bots_per_address}; ask for fewer, or again when other games are over",
            )
        self._forget_gone()
        wanted = iter(names)
        with hub.change():
            for _ in range(count):
                name = next(wanted, "") or bot_name(occupant.name for occupant in room.state.occupants.values())
                player, token = self._players.welcome_bot(name)
                room.sit(player.id, name, self._now(), bot=level, by=by, request=request)
                self._asked_from[player.id] = address
                self._send(room, token, name, level)

    def bring_along(self, old: Hub, hub: Hub, by: int, address: str) -> None:
        """Seat the bots of a room in its following room, as many as are free for an address. Seats stay free for the
        people who are still in the old room.
        """
        coming = sum(
            hub.room.state.seat_of(old.room.state.occupants[seat].player) is None
            for seat in old.room.state.people
            if seat in old.volatile.present
        )
        for occupant in list(old.room.state.occupants.values()):
            if occupant.ours and len(hub.room.state.occupants) + coming < hub.room.seats.most and self.idle(address):
                self.seat(hub, by, 1, occupant.bot, address)

    @staticmethod
    def make_way(hub: Hub, now: int) -> None:
        """Free the seat of the bot that came last, if the lobby is full. Call this before a person takes a seat."""
        room = hub.room
        bots = [occupant.seat for occupant in room.state.occupants.values() if occupant.ours]
        is_closed = room.state.phase != "lobby" or room.state.locked or room.state.created.contest
        if room.state.host is None or not bots or is_closed or len(room.state.occupants) < room.seats.most:
            return
        with hub.change():
            room.unseat(room.state.host, bots[-1], now)

    async def resume(self, hubs: Iterable[Hub]) -> None:
        """Send the bots of unfinished rooms to a new process."""
        waiting = [hub for hub in hubs if hub.room.state.phase != "finished" and has_bots(hub.room)]
        if not waiting:
            return
        try:
            await self.prepare()
        except Refused as refused:
            logger.error("%s", refused.message)
            self.give_up(waiting)
            return
        for hub in waiting:
            for occupant in hub.room.state.occupants.values():
                if occupant.ours:
                    _, token = self._players.welcome_bot(occupant.name, occupant.player)
                    self._send(hub.room, token, occupant.name, occupant.bot)

    def give_up(self, hubs: Iterable[Hub]) -> None:
        """Free the seats of bots, or let them give up: no process plays for them, and nobody should wait for them."""
        for hub in list(hubs):
            with hub.change() as room:
                for occupant in list(room.state.occupants.values()):
                    if occupant.ours:
                        room.leave(occupant.seat, self._now())

    async def was_restarted(self) -> None:
        """Send the bots of all unfinished rooms to the new process."""
        await self.resume(self._hubs())

    def was_given_up(self) -> None:
        """Let the bots of all rooms give up."""
        self.give_up(self._hubs())

    def idle(self, address: str) -> int:
        """Return how many more bots may be seated for an address, counting those at all nodes."""
        playing = self._playing() + self._elsewhere
        left, network = self._settings.bots_most - playing[ALL], widest(address)
        own = min(int(self._share.of(key)) - playing[key] for key in counted_under(address))
        return max(0, min(own, self._share.more(playing[network], left)))

    def _here(self) -> list[str]:
        """Return the player ids of all bots that play here."""
        rooms = [hub.room for hub in self._hubs() if hub.room.state.phase != "finished"]
        return [occupant.player for room in rooms for occupant in room.state.occupants.values() if occupant.ours]

    def _playing(self) -> Counter[str]:
        """Return the number of bots that play here, by the address that asked for them and by its networks."""
        here = self._here()
        playing = Counter(
            key for player in here if player in self._asked_from for key in counted_under(self._asked_from[player])
        )
        playing[ALL] += len(here)
        return playing

    def _forget_gone(self) -> None:
        """Forget the addresses of bots that no longer play."""
        self._asked_from = {player: self._asked_from[player] for player in self._here() if player in self._asked_from}

    def report(self) -> Mapping[str, int]:
        """Return the number of bots that play here, by address and network, for other nodes."""
        return self._playing()

    def learn(self, others: Mapping[str, Mapping[str, int]]) -> None:
        """Note the number of bots that play at other nodes."""
        self._elsewhere = summed(others.values())

    def take_back(self, before: Mapping[str, Mapping[str, int]]) -> None:
        """Free the seats of bots in lobbies, as many as exceed the limit together with the bots of the nodes `before`
        this one in the order of nodes.
        """
        here = {key: count for key, count in self._playing().items() if key != ALL}
        for key, count in excess(here, summed(before.values()), lambda key: int(self._share.of(key))):
            theirs = {player for player, address in self._asked_from.items() if key in counted_under(address)}
            for hub in list(self._hubs()):
                for occupant in list(hub.room.state.occupants.values()):
                    if count and hub.room.state.phase == "lobby" and occupant.player in theirs:
                        count -= 1
                        with hub.change() as room:
                            room.leave(occupant.seat, self._now())

    def _send(self, room: Room, token: str, name: str, level: str) -> None:
        if self._process is not None:
            created = room.state.created
            chances = fairness.bot_chances(created.game, created.day_secret) if created.contest else ""
            self._process.seat(room.code, token, name, level, chances)


def has_bots(room: Room) -> bool:
    """Return True if a bot of the server sits in a room."""
    return any(occupant.ours for occupant in room.state.occupants.values())
