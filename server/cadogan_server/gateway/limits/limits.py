"""Every limit on what one address, its networks, and all addresses together may do."""

from __future__ import annotations

from collections.abc import Callable

from cadogan_server.gateway.limits.bucket import Rate, TokenBucket, a_second, a_week, an_hour
from cadogan_server.gateway.limits.ratelimit import KEPT, Quota, RateLimit
from cadogan_server.gateway.limits.turns import Turns
from cadogan_server.rooms.refused import Refused
from cadogan_server.settings import Settings
from cadogan_server.store.nodes.parts import SharedLimit
from cadogan_server.telemetry.load import SHARE

LARGE = 32 * 1024
"""Bytes above which an answer counts as unread until the socket has taken it."""


class Limits:
    """All limits by address. Limits within a room are the room's, and those on one socket are its session's.

    Args:
        settings: values of the limits.
        time: returns seconds.
        close_sockets, end_streams: called with an address or network that has too many sockets, or streams of events,
            over all nodes, and the number that this node must let go.
    """

    def __init__(
        self,
        settings: Settings,
        time: Callable[[], float],
        close_sockets: Callable[[str, int], None],
        end_streams: Callable[[str, int], None],
    ) -> None:
        it = settings
        self._time = time
        self._of_a_socket = Rate(it.messages_per_second, it.message_burst)
        few_people = SHARE * it.messages_per_second
        self._of_few_people = Rate(few_people, max(1, few_people / 2))
        self._paces: dict[str, TokenBucket] = {}
        """Network → bucket, the longest quiet first."""
        # Until the request is read, a proxy's address stands for all its clients.
        connects = it.connects if it.behind_proxy else it.connects_per_address
        connecting = it.connecting if it.behind_proxy else it.connecting_per_address
        self.connects = RateLimit("connections", a_second(connects), a_second(it.connects), time)
        self.connecting = Quota("connections that have sent no request yet", connecting, it.connecting)
        self.requests = RateLimit("connections", a_second(it.connects_per_address), a_second(it.connects), time)
        """Behind a proxy, by the forwarded address, from the moment it is read."""
        self.requesting = Quota("connections that are being answered", it.connecting_per_address, it.connecting)
        """Counted by the forwarded address, until a WebSocket is open or the answer is over."""
        self.sockets = Quota("sockets", it.sockets_per_address, it.sockets, close_sockets)
        self.messages = RateLimit(
            "messages", self._times(it.messages_per_address), self._times(it.messages_in_sockets), time
        )
        self.reads = RateLimit("questions", a_second(it.reads_per_address), a_second(it.reads), time)
        self.chats = RateLimit("lines of chat", a_second(it.chats_per_address), a_second(it.chats), time)
        self.turns = Turns(Quota("questions that wait", it.questions_per_address, it.questions), time)
        """Decides when each question is answered."""
        self.replays = Quota("replays that are being made", it.replays_per_address, it.replays)
        self.searches = Quota("searches for somebody to play with", it.searches_per_address, it.searches)
        self.streams = Quota("streams of events", it.streams_per_address, it.streams, end_streams)
        self.unread = Quota("unread bytes of answers", it.unread_bytes_per_address, it.unread_bytes)
        guessing = Rate(it.guesses_per_second, it.guess_burst), Rate(it.guesses, it.guesses_burst)
        self.guesses = RateLimit("guesses at codes of rooms", *guessing, time, over_nodes=True)
        coming_back = Rate(it.reads_per_address, it.sockets_per_address)
        self.returning = RateLimit("requests for rooms where you have no seat", coming_back, a_second(it.reads), time)
        """Looks for a player's own seat by addresses that may not guess any more; a found seat costs nothing."""
        self.links = RateLimit("links to rooms that don't exist", *guessing, time, over_nodes=True)
        self.pictures = RateLimit(
            "requests for pictures", a_second(it.previews.per_address), a_second(it.previews.all), time
        )
        self._limit_what_is_kept(it)
        self.shared = self._shared()
        """Limits that hold for an address over all nodes. All others protect one node's processor or memory."""

    def _limit_what_is_kept(self, it: Settings) -> None:
        time = self._time
        self.players = _hourly("new players", it.players_per_hour, it.new_players, time)
        self.rooms = _hourly("new rooms", it.rooms_per_hour, it.new_rooms, time)
        self.seats = _hourly("new seats", it.seats_per_hour, it.new_seats, time)
        self.passkeys = _hourly("new passkeys", it.passkeys_per_hour, it.new_passkeys, time)
        self.push_devices = _hourly("devices for news", it.push_devices_per_hour, it.new_push_devices, time)
        self.tickets = _hourly("new tickets", it.tickets_per_hour, it.new_tickets, time)
        self.friends = _hourly("new friends", it.friends_per_hour, it.new_friends, time)
        self.invitations = _hourly("invitations", it.invitations_per_hour, it.new_invitations, time)
        self.tournaments = _hourly("new tournaments", it.tournaments_per_hour, it.new_tournaments, time)
        self.correspondence = _hourly(
            "new correspondence duels", it.correspondence_per_hour, it.new_correspondence, time
        )
        self.clubs = _hourly("new clubs", it.clubs_per_hour, it.new_clubs, time)
        self.tournaments_a_week = _weekly(
            "new tournaments in a week", it.tournaments_per_week, it.new_tournaments_a_week, time
        )
        self.correspondence_a_week = _weekly(
            "new correspondence duels in a week", it.correspondence_per_week, it.new_correspondence_a_week, time
        )
        self.clubs_a_week = _weekly("new clubs in a week", it.clubs_per_week, it.new_clubs_a_week, time)
        self.deletions = _hourly("deletions", it.deletions_per_hour, it.deletions, time)
        self.analyses = _hourly("new analyses", it.analyses_per_hour, it.new_analyses, time)

    def _shared(self) -> dict[str, SharedLimit]:
        return {
            "sockets": self.sockets,
            "streams": self.streams,
            "searches": self.searches,
            "reads": self.reads,
            "guesses": self.guesses,
            "links": self.links,
            "players": self.players,
            "rooms": self.rooms,
            "seats": self.seats,
            "passkeys": self.passkeys,
            "push_devices": self.push_devices,
            "tickets": self.tickets,
            "friends": self.friends,
            "invitations": self.invitations,
            "tournaments": self.tournaments,
            "correspondence": self.correspondence,
            "clubs": self.clubs,
            "tournaments_a_week": self.tournaments_a_week,
            "correspondence_a_week": self.correspondence_a_week,
            "clubs_a_week": self.clubs_a_week,
            "deletions": self.deletions,
            "analyses": self.analyses,
        }

    def bucket(self) -> TokenBucket:
        """Return a token bucket for the messages of one socket."""
        return TokenBucket(self._of_a_socket, self._time)

    def pace(self, network: str) -> TokenBucket:
        """Return the bucket of all sockets of a network for the moves that are made at once. Further ones wait for their
        turn."""
        bucket = self._paces.pop(network, None) or TokenBucket(self._of_few_people, self._time)
        self._paces[network] = bucket
        if len(self._paces) > KEPT:
            del self._paces[next(iter(self._paces))]
        return bucket

    def _times(self, sockets: int) -> Rate:
        """Return the rate of messages for this many sockets."""
        return Rate(sockets * self._of_a_socket.a_second, sockets * self._of_a_socket.burst)


def spend_each(address: str, *limits: RateLimit) -> None:
    """Count one more for an address in each of these limits, or in none.

    Raises:
        Refused: it is too much for one of them.
    """
    spent: list[RateLimit] = []
    try:
        for limit in limits:
            limit.spend(address)
            spent.append(limit)
    except Refused:
        for limit in spent:
            limit.give_back(address)
        raise


def _weekly(what: str, each: float, all: float, time: Callable[[], float]) -> RateLimit:
    """Return a limit, by the week, on what is kept for long. It holds over all nodes."""
    return RateLimit(what, a_week(each), a_week(all), time, over_nodes=True)


def _hourly(what: str, each: float, all: float, time: Callable[[], float]) -> RateLimit:
    """Return a limit, by the hour, on what is kept in the store. It holds over all nodes."""
    return RateLimit(what, an_hour(each), an_hour(all), time, over_nodes=True)
