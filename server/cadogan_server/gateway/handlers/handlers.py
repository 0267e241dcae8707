"""The table of handlers: the function that answers each message."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from cadogan_protocol import messages as m
from cadogan_server.gateway.handlers import (
    account,
    analysing,
    asking,
    chatting,
    clubs,
    correspondence,
    daily,
    entering,
    greeting,
    matching,
    people,
    playing,
    practice,
    pushing,
    sequels,
    tournaments,
)
from cadogan_server.gateway.session import Session


class Handler(NamedTuple):
    """The function that answers a message, and when it may run.

    Attributes:
        handle: the function.
        writes: True if it writes to the store. It is refused while the store takes nothing.
        reads: True if it reads from the store or takes long. It counts as a question of its address, and waits for a turn.
        keeps: True if the store must keep something new because of it. It is refused while the store is full.
        begins: True if the store must keep something new because of it in a lobby, where the next game begins. There it
            is refused while the store is full.
        waits: True if it takes so long that it waits for a turn, but does not count as a question.
        from_outside: True for a request about a room that may be made from outside it. The room's owner answers it, and
            the socket stays where it is.
    """

    handle: Callable[[Session, Any], Awaitable[None] | None]
    writes: bool = False
    reads: bool = False
    keeps: bool = False
    begins: bool = False
    waits: bool = False
    from_outside: bool = False


HANDLERS: dict[type[m.Message], Handler] = {
    m.Hello: Handler(greeting.hello),
    m.Play: Handler(playing.play, writes=True),
    m.Undo: Handler(playing.undo, writes=True),
    m.GetAdvice: Handler(playing.get_advice),
    m.Stand: Handler(playing.give_up, writes=True),
    m.Ready: Handler(playing.ready, writes=True, begins=True),
    m.Reveal: Handler(playing.reveal, writes=True),
    m.SeatBots: Handler(playing.seat_bots, writes=True, begins=True),
    m.Unseat: Handler(playing.unseat, writes=True, begins=True),
    m.SayEmote: Handler(playing.say_emote),
    m.WriteChat: Handler(chatting.write_chat),
    m.SetChat: Handler(chatting.set_chat, writes=True),
    m.Lock: Handler(playing.lock, writes=True, begins=True),
    m.Rename: Handler(entering.rename, writes=True, begins=True),
    m.GetTicket: Handler(entering.get_ticket, writes=True, reads=True, keeps=True),
    m.Create: Handler(entering.create, writes=True, waits=True),
    m.Join: Handler(entering.join, writes=True),
    m.Seek: Handler(matching.seek, writes=True, reads=True, keeps=True),
    m.StopSeeking: Handler(matching.stop_seeking),
    m.GetTournaments: Handler(tournaments.get_tournaments, reads=True),
    m.OpenTournament: Handler(tournaments.open_tournament, writes=True, reads=True, keeps=True),
    m.Attend: Handler(tournaments.attend, reads=True),
    m.StopAttending: Handler(tournaments.stop_attending),
    m.EnterTournament: Handler(tournaments.enter, writes=True, reads=True, keeps=True),
    m.LeaveTournament: Handler(tournaments.leave, writes=True, reads=True),
    m.ManageTournament: Handler(tournaments.manage, writes=True, reads=True),
    m.GetTournamentStandings: Handler(tournaments.get_standings, reads=True),
    m.GetTournamentGames: Handler(tournaments.get_games, reads=True),
    m.GetClubs: Handler(clubs.get_clubs, reads=True),
    m.OpenClub: Handler(clubs.open_club, writes=True, reads=True, keeps=True),
    m.GetClub: Handler(clubs.get_club, reads=True),
    m.JoinClub: Handler(clubs.join, writes=True, reads=True, keeps=True),
    m.LeaveClub: Handler(clubs.leave, writes=True, reads=True),
    m.ManageClub: Handler(clubs.manage, writes=True, reads=True),
    m.GetClubSeason: Handler(clubs.get_season, reads=True),
    m.Leave: Handler(entering.leave, writes=True),
    m.Onward: Handler(playing.go_onward, writes=True),
    m.Rematch: Handler(sequels.rematch, writes=True),
    m.Propose: Handler(sequels.propose, writes=True),
    m.Vote: Handler(sequels.vote, writes=True),
    m.RaceGhosts: Handler(practice.race_ghosts, writes=True, reads=True),
    m.PlayFrom: Handler(practice.play_from, writes=True, reads=True),
    m.ListGames: Handler(asking.list_games, reads=True),
    m.ListRooms: Handler(asking.list_rooms, reads=True),
    m.GetRules: Handler(asking.get_rules, reads=True),
    m.GetLeaderboard: Handler(asking.get_leaderboard, reads=True),
    m.GetReplay: Handler(asking.get_replay, reads=True, from_outside=True),
    m.GetReplayText: Handler(asking.get_replay_text, reads=True, from_outside=True),
    m.GetAnalysis: Handler(analysing.get_analysis, reads=True, from_outside=True),
    m.GetAccount: Handler(account.get_account, reads=True),
    m.GetHistory: Handler(people.get_history, reads=True),
    m.GetRunning: Handler(people.get_running, reads=True),
    m.DeclineInvitation: Handler(people.decline, writes=True, reads=True),
    m.Resign: Handler(correspondence.resign, writes=True, reads=True, from_outside=True),
    m.GetPlayer: Handler(people.get_player, reads=True),
    m.ListFriends: Handler(people.list_friends, reads=True),
    m.AddFriend: Handler(people.add_friend, writes=True, reads=True, keeps=True),
    m.RemoveFriend: Handler(people.remove_friend, writes=True, reads=True),
    m.Invite: Handler(people.invite, writes=True, reads=True, keeps=True),
    m.GetDay: Handler(daily.get_day, reads=True),
    m.GetCalendar: Handler(daily.get_calendar, reads=True),
    m.DeleteMe: Handler(account.delete_me, writes=True, reads=True),
    m.GetPasskeyOptions: Handler(account.get_passkey_options, reads=True),
    m.AddPasskey: Handler(account.add_passkey, writes=True, reads=True, keeps=True),
    m.RemovePasskey: Handler(account.remove_passkey, writes=True, reads=True),
    m.SignIn: Handler(account.sign_in, writes=True, reads=True, keeps=True),
    m.GetPush: Handler(pushing.get_push),
    m.SubscribePush: Handler(pushing.subscribe_push, writes=True, reads=True, keeps=True),
    m.UnsubscribePush: Handler(pushing.unsubscribe_push, writes=True),
    m.Ping: Handler(asking.ping),
}
