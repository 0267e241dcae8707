"""Two strangers from two networks who do everything by which a server keeps something, once each."""

from __future__ import annotations

from typing import Any

from cadogan_protocol.messages import (
    AddFriend,
    AddPasskey,
    Attend,
    Club,
    ClubTerms,
    Create,
    DeclineInvitation,
    EnterTournament,
    Error,
    GetAnalysis,
    GetPasskeyOptions,
    GetTicket,
    Invite,
    JoinClub,
    Leave,
    LeaveClub,
    LeaveTournament,
    ListFriends,
    Lock,
    ManageClub,
    ManageTournament,
    Matched,
    Moved,
    OpenClub,
    OpenTournament,
    PlayFrom,
    Propose,
    RaceGhosts,
    Ready,
    Rematch,
    RemoveFriend,
    RemovePasskey,
    Rename,
    Run,
    SayEmote,
    Seek,
    SetChat,
    SignIn,
    Stand,
    StopAttending,
    StopSeeking,
    SubscribePush,
    TournamentTerms,
    Undo,
    UnsubscribePush,
    Vote,
    WriteChat,
)
from cadogan_protocol.messages.sequels import Candidacy
from cadogan_protocol.room_options import RoomOptions
from cadogan_server.store.log.logs import HARDLY
from tests.server.gateway.authenticator import Authenticator
from tests.server.push_service import Device
from tests.server.wire import Wire

DUEL = "spite_and_malice_modern"

EVENING = TournamentTerms(kind="arena", game="klondike", minutes=20)

DEVICE = Device("https://fcm.googleapis.com/x")


class Strangers:
    """Eve and Mallory, who have come in.

    Args:
        eve, mallory: their sockets.
        origin: the web origin of the page, for passkeys.
    """

    def __init__(self, eve: Wire, mallory: Wire, origin: str) -> None:
        self.eve = eve
        self.mallory = mallory
        self.origin = origin

    async def do_everything(self) -> None:
        """Do everything, and end in the lobby of a correspondence duel."""
        await self.keep_devices()
        await self.become_friends()
        await self.meet_in_a_club()
        await self.chat_in_a_lobby()
        await self.race()
        await self.find_each_other()
        await self.invite_to_a_duel()

    async def keep_devices(self) -> None:
        """Have a ticket, a passkey that signs in and is removed, and a device for news."""
        eve, key = self.eve, Authenticator(self.origin)
        await must(eve, GetTicket)
        options = (await must(eve, GetPasskeyOptions, purpose="add")).options
        await must(eve, AddPasskey, credential=key.make(options), label="x")
        options = (await must(eve, GetPasskeyOptions, purpose="sign_in")).options
        await must(eve, SignIn, credential=key.use(options))
        made = (await must(eve, AddPasskey, credential=await self._another_key(), label="y")).passkeys
        await must(eve, RemovePasskey, passkey=made[-1].id)
        await must(eve, SubscribePush, **DEVICE.subscription)
        await must(eve, SubscribePush, **Device("https://fcm.googleapis.com/y").subscription)
        await must(eve, UnsubscribePush, endpoint="https://fcm.googleapis.com/y")

    async def _another_key(self) -> str:
        options = (await must(self.eve, GetPasskeyOptions, purpose="add")).options
        return Authenticator(self.origin).make(options)

    async def become_friends(self) -> None:
        """Be friends, and another's friend no more."""
        await must(self.mallory, GetTicket)  # the store knows her from now on
        await must(self.eve, AddFriend, player=self.mallory.player)
        await must(self.mallory, AddFriend, player=self.eve.player)
        await must(self.eve, RemoveFriend, player=self.mallory.player)
        await must(self.eve, AddFriend, player=self.mallory.player)
        for wire in (self.eve, self.mallory):
            await must(wire, ListFriends)  # from now on friends see who is connected

    async def meet_in_a_club(self) -> None:
        """Open a club and two tournaments, come and go, and give orders."""
        eve, mallory = self.eve, self.mallory
        club: Club = await must(eve, OpenClub, terms=ClubTerms(name="Ж" * 40))
        id = club.about.id
        await must(mallory, JoinClub, club=id)
        await must(mallory, LeaveClub, club=id)
        await must(mallory, JoinClub, club=id)
        await must(eve, ManageClub, club=id, order="promote", player=mallory.player)
        of_the_club = EVENING.model_copy(update={"club": id})
        for terms in (EVENING, of_the_club):
            evening = (await must(eve, OpenTournament, terms=terms)).about.id
            await must(mallory, Attend, tournament=evening)
            await must(mallory, EnterTournament, tournament=evening)
            await must(mallory, LeaveTournament, tournament=evening)
            await must(mallory, EnterTournament, tournament=evening)
            await must(mallory, StopAttending)
        await must(mallory, Attend, tournament=evening)
        await must(eve, ManageTournament, tournament=evening, order="cancel")

    async def chat_in_a_lobby(self) -> None:
        """Invite to a lobby, chat, and all else that a host does there."""
        eve, mallory = self.eve, self.mallory
        await self._opens(eve, by_link=True, public=False, chat=True)
        await must(eve, Invite, player=mallory.player)
        await mallory.join(eve.code, key=eve.key)
        await must(mallory, WriteChat, text="x" * 200)
        await must(mallory, SayEmote, emote="wave")
        await must(mallory, Rename, name="Mal")
        await must(eve, SetChat, on=False)
        await must(eve, Lock)
        for wire in (mallory, eve):
            await must(wire, Leave)

    async def race(self) -> None:
        """Play a race that counts, vote for the next one, and use the replay."""
        eve, mallory = self.eve, self.mallory
        await self._opens(eve, "cover")  # which is analysed in no time
        await mallory.join(eve.code)
        both = (eve, mallory)
        for wire in both:
            await must(wire, Ready)
        for wire in both:
            await wire.the(Moved)
            for _ in range(HARDLY):
                await (wire.play(wire.moves[0]) if wire.moves else wire.ask(Undo))
        for wire in both:
            await wire.ask(Undo)
            await must(wire, Stand)
        for wire in both:
            await wire.phase("finished")
        raced = eve.code
        await must(eve, GetAnalysis, room=raced)
        games = (Candidacy(game="golf"), Candidacy(game="klondike"))
        await must(eve, Propose, games=games)
        await must(mallory, Vote, choice=0)
        await must(eve, Leave)
        await self._goes_on(mallory, Rematch)
        await must(mallory, Leave)
        await self._goes_on(eve, RaceGhosts, runs=(Run(room=raced, seat=0),))
        await must(eve, Leave)
        await self._goes_on(eve, PlayFrom, room=raced, seat=0, step=1)
        await must(eve, Leave)

    async def invite_to_a_duel(self) -> None:
        """Open two correspondence duels. One is declined and left, the other stays open."""
        eve, mallory = self.eve, self.mallory
        for stays in (False, True):
            await self._opens(eve, DUEL, days_per_turn=7, public=False)
            await must(eve, Ready)
            await must(eve, Invite, player=mallory.player)
            if not stays:
                await must(mallory, DeclineInvitation, room=eve.code)
                await must(eve, Leave)

    async def find_each_other(self) -> None:
        """Search in vain, then find each other, and leave the game."""
        eve, mallory = self.eve, self.mallory
        await must(eve, Seek, games=("golf",), bot=False)
        await must(eve, StopSeeking)
        for wire in (eve, mallory):
            await must(wire, Seek, games=("golf",), bot=False)
        room = (await eve.the(Matched)).room
        for wire in (eve, mallory):
            await wire.join(room)
            await must(wire, Ready)
        await eve.phase("running")
        for wire in (eve, mallory):
            await must(wire, Leave)

    async def _opens(self, wire: Wire, game: str = "klondike", **rules: Any) -> None:
        await self._goes_on(wire, Create, game=game, rules=RoomOptions(**rules))

    async def _goes_on(self, wire: Wire, kind: Any, **fields: Any) -> None:
        await wire.joined(await must(wire, kind, **fields))


async def must(wire: Wire, kind: Any, **fields: Any) -> Any:
    """Send a request that is not refused, and return its answer."""
    answer = await wire.ask(kind, **fields)
    assert not isinstance(answer, Error), (kind.__name__, answer)
    return answer
