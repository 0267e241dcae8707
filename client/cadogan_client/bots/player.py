"""Playing one race as a bot: from joining the room to the results."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from cadogan_client.bots.desk import Desk
from cadogan_client.bots.policy import Policy, called, made
from cadogan_client.bots.tempo import Tempo
from cadogan_client.client import Client
from cadogan_client.errors import ClientError, RequestRefused
from cadogan_client.kinds import KINDS
from cadogan_client.room import Room
from cadogan_protocol import ErrorCode, ResultRow


class Unseated(ClientError):
    """The bot has lost its seat: it was put out, or the room is gone."""


@dataclass(frozen=True)
class Pace:
    """The time that a bot thinks, in seconds.

    Attributes:
        tempo: the mean time by the number of legal moves; `Tempo(0)` does not wait at all.
        random: varies the time.
        again: the wait after a passing refusal.
        desk: the thread for bots that think long.
    """

    tempo: Tempo
    random: Random
    again: float = 1.0
    desk: Desk = field(default_factory=Desk)

    async def think(self, offered: int) -> None:
        """Wait as long as a person might with `offered` legal moves: mostly about the mean, now and then much longer."""
        mean = self.tempo.seconds(offered)
        if mean > 0:
            await asyncio.sleep(min(self.random.gammavariate(4, mean / 4), 4 * mean))


async def play_policy(client: Client, room: Room, policy: type[Policy], pace: Pace) -> ResultRow | None:
    """Play the room's race with a policy of this class, as `race` does. Raises what `race` raises."""
    return await race(client, room, made(policy, pace.random), pace)


async def race(client: Client, room: Room, policy: Policy, pace: Pace) -> ResultRow | None:
    """Play the room's race to its end, and return the bot's line of the results.

    Raises:
        Unseated: the bot has lost its seat, or the room is gone.
        PolicyFailed: the policy failed, or chose an illegal move.
        Disconnected: the server is gone.
    """
    if room.state.phase in ("lobby", "countdown"):
        await client.ready()
    await _until(client, room, lambda: room.state.phase in ("running", "finished"))
    while await _must_choose(client, room):
        await pace.think(len(room.moves or ()))
        if _is_others_turn(room):
            await _call(client, room, policy)
        elif not await _act(client, room, policy, pace):
            break
    await _until(client, room, lambda: room.state.results is not None)
    results = room.state.results
    return next((row for row in results.rows if row.seat == room.seat), None) if results else None


async def _must_choose(client: Client, room: Room) -> bool:
    """Wait until there is something to choose. Return False if there never will be."""

    def over() -> bool:
        return room.state.phase == "finished" or _done(room)

    def offered() -> bool:
        # Where players wait for others, an empty list means that; else that the board is stuck.
        return room.moves is not None and (bool(room.moves) or not KINDS[room.state.kind].waits)

    await _until(client, room, lambda: over() or offered())
    return not over()


async def _act(client: Client, room: Room, policy: Policy, pace: Pace) -> bool:
    """Make one choice, and repeat it after a pause while it is refused for a passing reason.

    Returns False if nothing was left to choose.
    """
    moves, table = room.moves, room.table
    if room.state.phase != "running" or moves is None or table is None:
        return True
    if not moves and KINDS[room.state.kind].waits:
        return True  # another player took the last move while the bot was thinking
    choice = await pace.desk.chosen(policy, table, moves)
    while True:
        try:
            if choice is None:
                await client.give_up()
                return KINDS[room.state.kind].matches
            await client.play(choice)
            return True
        except RequestRefused as refused:
            if refused.code is ErrorCode.WRONG_PHASE:
                return not _done(room)  # the room, the bot's part in it, or a game of a match has just ended
            if refused.code is ErrorCode.NOT_YOUR_TURN:
                return True  # the other's call, or the clock, has just ended the turn
            if refused.code is ErrorCode.ILLEGAL_MOVE and KINDS[room.state.kind].together:
                return True  # somebody was faster: look again
            if not refused.retry:
                raise
        # Repeat the same choice: a policy that is asked twice may take its first choice as made.
        await asyncio.sleep(pace.again)


def _is_others_turn(room: Room) -> bool:
    """True if players take turns and it is not the bot's own: it may have something to call all the same."""
    table = room.table
    if not KINDS[room.state.kind].turns or table is None or room.state.phase != "running":
        return False
    return table.counters[list(table.counter_names).index("seat")] != room.seat


async def _call(client: Client, room: Room, policy: Policy) -> None:
    """Call what the policy wants to call in the other player's turn. If that is nothing, wait for the next move."""
    moves, table = room.moves, room.table
    if not moves or table is None:
        return
    choice = called(policy, table, moves)
    if choice is None:
        seen = list(table.counters)

        def changed() -> bool:
            return room.table is not table or list(table.counters) != seen or room.state.phase != "running"

        await _until(client, room, changed)
        return
    try:
        await client.play(choice)
    except RequestRefused as refused:
        # The turn may have ended just now.
        if refused.code not in (ErrorCode.ILLEGAL_MOVE, ErrorCode.NOT_YOUR_TURN, ErrorCode.WRONG_PHASE):
            raise


async def _until(client: Client, room: Room, condition: Callable[[], bool]) -> None:
    """Wait until a condition of the room holds. Raises Unseated if the bot loses its seat before."""

    def unseated() -> bool:
        return client.room is not room or all(seat.seat != room.seat for seat in room.state.seats)

    await client.until(lambda: condition() or unseated())
    if not condition():
        raise Unseated(f"{client.name} has no seat in room {room.code} any more")


def _done(room: Room) -> bool:
    """True if the bot has finished or given up on its own board. At one table another game of the match may follow."""
    return KINDS[room.state.kind].own_boards and any(
        seat.seat == room.seat and seat.state in ("finished", "stood") for seat in room.state.seats
    )
