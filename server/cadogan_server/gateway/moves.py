"""Makes a player's moves as they are read: the part of a conversation that every move runs through, without a coroutine."""

from __future__ import annotations

from cadogan_protocol.codec import Format, decode_play
from cadogan_server.fair_queue import Rank
from cadogan_server.gateway.journey import JourneyState
from cadogan_server.gateway.limits.bucket import TokenBucket
from cadogan_server.gateway.session import Session


class Moves:
    """Counts the messages of a socket, and makes the moves among them.

    It does not know the conversation: objects in a circle would stay until the garbage collector runs.

    Args:
        session: the session of the socket.
        network: the widest network around its address.

    Attributes:
        request: the number of the last move's request.
        bucket: how many messages may come at once.
        handled: number of messages handled so far, including the one at hand.
        bad: invalid messages since the last valid one.
    """

    def __init__(self, session: Session, network: str) -> None:
        services, limits = session.services, session.limits
        self.request: int | None = None
        self.bucket: TokenBucket = limits.bucket()
        self.handled = 0
        self.bad = 0
        self._session = session
        self._outbox = session.outbox
        self._journey = session.journey
        self._network = network
        self._pace: TokenBucket = limits.pace(network)
        self._messages = limits.messages
        self._stats = services.runtime.stats
        self._load = services.runtime.load
        self._journal = services.store.journal

    def rank(self) -> Rank:
        """Count an input, and return the rank at which it waits. This node does not know whether the game of a relayed
        player is going on, so it takes each for a player."""
        presence = self._journey.presence
        plays = presence.plays if presence is not None else self._journey.state is JourneyState.RELAYED
        if not plays:
            return Rank.OTHER
        return Rank.PLAYER if self._pace.spend() else Rank.HASTY

    def receive(self, data: bytes) -> bool:
        """Handle a frame if it is a move; otherwise return False without any effect.

        Raises:
            Refused: the move of `request` is refused.
        """
        where = self._journey
        presence = where.presence
        if presence is None or where.state is not JourneyState.LOCAL:
            return False
        seat = presence.viewer.seat
        if seat is None or self._outbox.fmt is not Format.MSGPACK:
            return False
        play = decode_play(data)
        if play is None or self._journal.full or not self.bucket.spend():
            return False
        self.request, move = play
        self.handled += 1
        self.count_message()
        self.count_for_address(only_address=True)
        presence.hub.play(seat, move, self.request)
        self.bad = 0
        return True

    def count_message(self) -> None:
        """Count a message for the metrics, and for the load of the server."""
        self._stats.messages += 1
        self._load.count_message(self._network)

    def count_for_address(self, *, only_address: bool) -> None:
        """Count a message for its address, and unless `only_address` for its networks and all.

        Raises:
            Refused: there are too many.
        """
        player = self._session.player
        if player is None or not player.bot:  # our bots all come from this machine
            self._messages.spend(self._session.address, only_address=only_address)
