"""Finds somebody to play with for the people of this node, together with all other nodes on the store.

A search is in the store's queue (`store/matching/`). This node looks again for it each time that its reach has grown. The node
whose look made a pair opens the room and seats both; each node tells its own people.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count, islice
from math import ceil
from typing import Literal

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.messages import Matched, Message, SeekOver, Waiting
from cadogan_server.hosting.hub import Hub
from cadogan_server.hosting.matching.for_two import RoomsForTwo, rules_for_two, sit_beside
from cadogan_server.hosting.opener import Entrant, NodeLeaving
from cadogan_server.rooms.fairness import day_of
from cadogan_server.rooms.refused import Refused
from cadogan_server.store import STORE_AWAY
from cadogan_server.store.log.journal import until_told
from cadogan_server.store.matching.queue import LEASE_SECONDS, Found, MatchingQueue, News, Pair
from cadogan_server.store.matching.seeker import STEPS, Seeker
from cadogan_server.store.people.origins import Origin
from cadogan_server.store.people.players import Player, Players

logger = logging.getLogger(__name__)

BEAT_SECONDS = LEASE_SECONDS / 10
"""Seconds between two words to the store that this node lives."""

AGAIN_SECONDS = 10.0
"""Seconds between two looks once the reach has no limit; more where many wait, `LOOKS_A_BEAT` being the most."""

LOOKS_A_BEAT = 10
"""Looks that a node takes at a beat for players who wait already, however many they are."""

TOLD_A_BEAT = 50
"""People who are told at a beat how many wait now."""

BOT_LEVEL = "fair"
"""The level of a bot that sits down because nobody came."""

BOT_LOOKS, LOOK_SECONDS = 60, 0.05
"""Looks whether a bot has sat down, and the seconds between two."""

Opponent = Literal["person", "program", "bot"]


@dataclass(eq=False)
class Search:
    """A search of a player of this node.

    Attributes:
        player: the player.
        games: for each game that pleases the player, the estimate of the strength in its family.
        origin: marks of where the player comes from.
        program: the kind of program that plays; "" for a person.
        address: the player's address, for the limits.
        bot: true while a bot may sit down if nobody comes.
        tell: sends a message to the player.
        over: called once, at the end, with True if a room was found.
        began: the moment of its beginning, in seconds.
        held: seconds for which nobody is looked for, as the player has left games.
        left: how many in a row.
        seek: its random name.
        waits: true once the player is in the queue.
        brings: true once it was tried to bring a bot.
        ended: true at the end.
        told: how many wait, as the player knows.
    """

    player: Player
    games: Mapping[str, int]
    origin: Origin
    program: str
    address: str
    bot: bool
    tell: Callable[[Message], None]
    over: Callable[[bool], None]
    began: float
    held: float = 0.0
    left: int = 0
    seek: str = field(default_factory=lambda: secrets.token_hex(8))
    waits: bool = False
    brings: bool = False
    ended: bool = False
    told: Waiting | None = None

    @property
    def game(self) -> str | None:
        """The one game of the search; None: it has several."""
        return next(iter(self.games)) if len(self.games) == 1 else None


class Matchmaker:
    """The searches of this node.

    Args:
        queue: the players who wait at all nodes.
        parts: open the rooms of paired players.
        players: the people.
        time: returns seconds.
        bot_after: seconds after which a bot sits down.
    """

    def __init__(
        self,
        queue: MatchingQueue,
        parts: RoomsForTwo,
        players: Players,
        time: Callable[[], float],
        bot_after: float,
    ) -> None:
        self._queue = queue
        self._parts = parts
        self._players = players
        self._time = time
        self._bot_after = bot_after
        self._searches: dict[str, Search] = {}
        """Player → search. The players who were told longest ago how many wait come first."""
        self._games: Counter[str] = Counter()
        """Games that were searched for by themselves."""
        self._due: list[tuple[float, int, Search]] = []
        """The next look of each search: a heap."""
        self._number = count()
        self._waits = 0
        """Searches in the queue, as far as this node knows."""
        self._seen = 0

    # ---- called for a player -----------------------------------------------------------------------------------------

    @property
    def waiting(self) -> int:
        """The number of searches of this node."""
        return len(self._searches)

    async def begin(self, search: Search) -> None:
        """Begin a search. It replaces an earlier one of the player, wherever that is.

        Raises:
            Refused: too many wait.
            redis.RedisError: the store does not answer.
        """
        before = self._searches.get(search.player.id)
        if before is not None:
            self._replace(before)
        self._searches[search.player.id] = search
        if len(search.games) == 1:
            self._games.update(search.games.keys())
        again = (search.held + after for after, _ in STEPS if search.held or after)
        for after in sorted({self._bot_after, *again}):
            self._look_at(search, search.began + after)
        try:
            if search.held and before is not None:
                await self._queue.leave(before.player.id, before.seek)
            await self._look(search)
        except BaseException:
            self._end(search, found=False)
            raise

    async def end(self, search: Search) -> bool:
        """End a search. Return False if it is too late, because somebody was found.

        Raises:
            redis.RedisError: the store does not answer.
        """
        if not search.ended and await self._queue.leave(search.player.id, search.seek) == "opened":
            return False
        self._end(search, found=False)
        return True

    def drop(self, search: Search) -> None:
        """End a search whose player is gone."""
        if not search.ended:
            self._end(search, found=False)
            self._parts.background.do(self._leave(search), "end of a search")

    # ---- repeated ----------------------------------------------------------------------------------------------------

    async def beat(self) -> None:
        """Say that this node lives, look again for players who have waited longer, and tell people the news.

        Raises:
            redis.RedisError: the store does not answer.
        """
        if not self._searches and not self._seen:
            return
        asked = [(search.player.id, search.game or "") for search in islice(self._searches.values(), TOLD_A_BEAT)]
        news = await self._queue.beat(self._seen, list(self._games), asked)
        self._seen = news.seen
        for pair in news.pairs:
            await self._tell_pair(pair)
        for seek in news.replaced:
            for search in [one for one in self._searches.values() if one.seek == seek]:
                self._replace(search)
        if news.here < self._waits // 2:  # the store has lost them
            for search in self._searches.values():
                self._look_at(search, self._time())
        self._tell_numbers(news)
        await self._look_again()

    async def _look_again(self) -> None:
        """Look again for players whose reach has grown, and let bots sit down."""
        now, due = self._time(), list[Search]()
        while self._due and self._due[0][0] <= now and len(due) < LOOKS_A_BEAT:
            search = heappop(self._due)[2]
            if not search.ended:
                due.append(search)
        again = [search for search in dict.fromkeys(due) if search.waits and not self._held(search)]
        if again:
            answers = await self._queue.seek_again([self._seeker(search) for search in again])
            for search, (found, pair) in zip(again, answers, strict=True):
                self._take(search, found, pair)
        for search in due:
            if search.ended:
                continue
            if search not in again:
                await self._look(search)
            if now - search.began >= max(STEPS[-1][0], self._bot_after):
                self._look_at(search, now + max(AGAIN_SECONDS, BEAT_SECONDS * len(self._searches) / LOOKS_A_BEAT))
            if search.bot and not search.brings and not search.ended and now - search.began >= self._bot_after:
                search.brings = True
                self._parts.background.do(self._bring_bot(search), "a bot for a search")

    def _held(self, search: Search) -> float:
        """Return the seconds for which nobody is looked for yet."""
        return max(0.0, search.began + search.held - self._time()) if search.held else 0.0

    async def _look(self, search: Search) -> None:
        if self._held(search):
            return
        anew, search.waits = not search.waits, True
        self._waits += anew
        self._take(search, *await self._queue.seek(self._seeker(search), anew=anew))

    def _take(self, search: Search, found: Found, pair: Pair | None) -> None:
        """Do what follows from a look."""
        if found == "full":
            raise Refused(ErrorCode.BUSY, "too many people wait for somebody to play with; try again soon", wait=5)
        if found == "waiting" and search.ended:  # the look has come behind the word that the player leaves
            self._parts.background.do(self._leave(search), "end of a search")
        elif found == "replaced":
            self._replace(search)
        elif pair is not None:
            self._parts.background.do(self._open_for(search, pair), "a room for two")

    def _look_at(self, search: Search, moment: float) -> None:
        heappush(self._due, (moment, next(self._number), search))

    def _seeker(self, search: Search) -> Seeker:
        days = (self._parts.now(), self._parts.now() + 24 * 3_600_000)
        marks = {day_of(moment): search.origin(moment) for moment in days}
        player = search.player
        return Seeker(search.seek, player.id, player.name, self._queue.node, search.games, marks, search.program)

    # ---- rooms -------------------------------------------------------------------------------------------------------

    async def _open_for(self, search: Search, pair: Pair) -> None:
        """Open the room of a pair, and let all nodes know it."""
        try:
            hub, seat = await self._open(search, pair.game, matched=True)
            other = pair.seats[1]
            origin = tuple(other.marks.get(day_of(hub.room.state.created.at), ()))
            sit_beside(hub, seat, other.player, other.name, self._parts.now(), other.program, origin)
            await until_told(self._parts.journal)
            if not await self._queue.opened(pair.id, hub.code):
                self._parts.registry.close(hub.code)
        except (Refused, NodeLeaving) as error:
            self._refuse(search, error)
            await self._leave(search)
        except STORE_AWAY as error:
            logger.warning("a pair has no room: the store is away: %s", error)

    async def _bring_bot(self, search: Search) -> None:
        """Let a bot sit down, if one can, unless somebody comes at the last moment."""
        try:
            await self._parts.seating.prepare()
            if not self._parts.seating.idle(search.address):
                raise Refused(ErrorCode.NO_BOTS, "no bot is free for this address")
            left = not search.waits or await self._queue.leave(search.player.id, search.seek) == "left"
            if not left or search.ended:
                return
            game = secrets.choice(list(search.games))
            hub, seat = await self._open(search, game, matched=False)
            self._parts.seating.seat(hub, seat, 1, BOT_LEVEL, search.address)
            await self._sits(hub)
            if self._searches.get(search.player.id) is not search:
                self._parts.registry.close(hub.code, "its player searches no longer")
            else:
                self._found(search, hub.code, game, "bot")
        except (Refused, NodeLeaving) as error:
            if search.player.id in self._searches:
                logger.info("no bot for a search: %s", error)
                search.bot = False
                self._look_at(search, self._time())  # it may have left the queue
        except STORE_AWAY as error:
            logger.warning("no bot for a search: the store is away: %s", error)

    async def _sits(self, hub: Hub) -> None:
        """Wait until a bot has sat down, so that nobody is sent to a room in which it never will.

        Raises:
            Refused: it does not come. The room is closed.
        """
        bots = {occupant.seat for occupant in hub.room.state.occupants.values() if occupant.ours}
        for _ in range(BOT_LOOKS):
            if bots <= hub.attendance.seated.keys():
                return
            await asyncio.sleep(LOOK_SECONDS)
        self._parts.registry.close(hub.code, "its bot did not sit down")
        raise Refused(ErrorCode.NO_BOTS, "a bot was asked for, and did not sit down")

    async def _open(self, search: Search, game: str, *, matched: bool) -> tuple[Hub, int]:
        """Open a room by the rules of rated games, and seat a player of this node. A bot that is the only opponent may wait as
        long as it must, so its room is not `matched`."""
        await self._parts.opener.prepare()
        entrant = Entrant(search.player, search.address, 0, search.origin, search.program)
        return self._parts.opener.open(game, {}, rules_for_two(game, matched=matched), entrant)

    async def _leave(self, search: Search) -> None:
        try:
            await self._queue.leave(search.player.id, search.seek)
        except STORE_AWAY as error:
            logger.debug("a search can't leave the store: %s", error)

    # ---- messages to players -----------------------------------------------------------------------------------------

    async def _tell_pair(self, pair: Pair) -> None:
        told = []
        for seat in pair.seats:
            search = self._searches.get(seat.player)
            if search is not None and search.seek == seat.seek:
                other = next(one for one in pair.seats if one is not seat)
                self._found(search, pair.room, pair.game, "program" if other.program else "person")
                told.append(seat.player)
        await self._queue.told(told)

    def _tell_numbers(self, news: News) -> None:
        """Tell some people how many wait whom they may meet, if it is news to them."""
        made: dict[tuple[int, int | None, bool, int, int], Waiting] = {}
        for player, (apart, apart_here) in news.apart.items():
            if player not in self._searches:  # it has ended meanwhile
                continue
            search = self._searches[player] = self._searches.pop(player)
            of_game = news.games.get(search.game) if search.game is not None else None
            held, told = ceil(self._held(search)), search.told
            about = (
                news.waiting - apart,
                of_game - apart_here if of_game is not None else None,
                search.bot,
                told.held if held and told is not None else held,  # clients count down by themselves
                search.left if held else 0,
            )
            if about not in made:
                everywhere, here, bot, seconds, left = about
                made[about] = Waiting(everywhere=everywhere, here=here, bot=bot, held=seconds, left=left)
            number = made[about]
            if number != told:
                search.told = number
                search.tell(number)

    def _found(self, search: Search, room: str, game: str, opponent: Opponent) -> None:
        self._players.note_seat(search.player)
        self._end(search, found=True)
        search.tell(Matched(room=room, game=game, opponent=opponent))

    def _replace(self, search: Search) -> None:
        self._end(search, found=False)
        search.tell(SeekOver(reason="replaced", message="you have begun to search anew in another window"))

    def _refuse(self, search: Search, why: Refused | NodeLeaving) -> None:
        if not search.ended:
            self._end(search, found=False)
            text = why.message if isinstance(why, Refused) else "this server is about to end; search again"
            search.tell(SeekOver(reason="refused", message=text))

    def _end(self, search: Search, *, found: bool) -> None:
        if search.ended:
            return
        search.ended = True
        self._waits -= search.waits
        if self._searches.get(search.player.id) is search:
            del self._searches[search.player.id]
        if len(search.games) == 1:
            self._games -= Counter(search.games.keys())
        search.over(found)
