"""Requests that a player makes in a room."""

from __future__ import annotations

from cadogan_client.errors import ClientError
from cadogan_client.requests.connected import Connected
from cadogan_protocol import (
    Advice,
    Emote,
    GetAdvice,
    Lock,
    Move,
    Moved,
    Ok,
    Play,
    Rename,
    Resign,
    SayEmote,
    SeatBots,
    ServerMessage,
    SetChat,
    Stand,
    Step,
    Undo,
    Unseat,
    WriteChat,
)
from cadogan_protocol.parts import Level


class Playing(Connected):
    """A player who plays, and arranges the room before."""

    async def play(self, move: Move) -> Moved:
        """Make a move, and return once the player's board shows it. A refusal with `illegal_move` names the rule."""
        return await self._shown(await self._link.request(Play(id=self._link.new_id(), move=move)))

    async def undo(self) -> Moved:
        """Take back the player's last move, and return once the player's board shows it."""
        return await self._shown(await self._link.request(Undo(id=self._link.new_id())))

    async def advice(self) -> Advice:
        """Ask whether their own board can still be won, and by which move; only in a room with the option `advice`."""
        return await self._request(Advice, GetAdvice)

    async def give_up(self) -> None:
        """Give up and keep the progress made; in a duel, resign."""
        await self._request(Ok, Stand)

    async def resign(self, room: str) -> None:
        """Give up a correspondence duel, from outside its room."""
        await self._request(Ok, Resign, room=room)

    async def seat_bots(self, count: int = 1, level: Level = "fair") -> None:
        """Ask the server to seat bots; only in the lobby, and only the host."""
        await self._request(Ok, SeatBots, count=count, level=level)

    async def unseat(self, seat: int) -> None:
        """Free the seat of a bot or of another player, who stays out for a while; only in the lobby, and only the host."""
        await self._request(Ok, Unseat, seat=seat)

    async def lock(self, locked: bool = True) -> None:
        """Lock the room, so that nobody new takes a seat, or open it again; only in the lobby, and only the host."""
        await self._request(Ok, Lock, locked=locked)

    async def rename(self, name: str) -> None:
        """Change the player's name: in the lobby of a room at once, else in rooms that are entered later."""
        await self._request(Ok, Rename, name=name)
        self.name = name

    async def say(self, emote: Emote) -> None:
        """Send one of a fixed set of faces and phrases to everybody in the room."""
        await self._request(Ok, SayEmote, emote=emote)

    async def set_chat(self, on: bool = True) -> None:
        """Let the players of a room by link write to each other, or no longer; only the host."""
        await self._request(Ok, SetChat, on=on)

    async def write(self, text: str) -> None:
        """Write a line to the other players of the room, where its host lets them. `Room.chat` has what was written."""
        await self._request(Ok, WriteChat, text=text)

    async def _shown(self, answer: ServerMessage) -> Moved:
        """Wait until the player's board is as the answer to a move says, and return the legal moves."""
        if not isinstance(answer, Step | Moved):
            raise ClientError(f"the server answered a move with {type(answer).__name__}")
        room = self.room
        await self.until(lambda: self.room is not room or room is None or room.is_current)
        moves = room.moves if room is not None else None
        return Moved(re=answer.re, seq=answer.seq, moves=moves or (), undo=answer.undo)
