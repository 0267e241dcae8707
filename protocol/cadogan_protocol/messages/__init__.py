"""Every message of the protocol, once: a module for each subject. PROTOCOL.md and the page's types are generated from them.

Most messages are maps with a `type`. The frequent ones (`HotMessage`) are arrays: their tag, then their fields in
order.
"""

from cadogan_protocol.messages.account import (
    Account,
    AddPasskey,
    DeleteMe,
    GetAccount,
    GetPasskeyOptions,
    PasskeyOptions,
    RemovePasskey,
    SignIn,
)
from cadogan_protocol.messages.asking import (
    Games,
    GetLeaderboard,
    GetRules,
    Language,
    Leaderboard,
    ListGames,
    ListRooms,
    Ping,
    Pong,
    Rooms,
    Rules,
)
from cadogan_protocol.messages.base import (
    Change,
    Code,
    Error,
    HotMessage,
    Message,
    Ok,
    OptionName,
    RequestId,
    RoomKey,
    Seq,
    ShortSeq,
    Stream,
    StreamKey,
    Wire,
)
from cadogan_protocol.messages.chatting import Chat, ChatLine, ChatText, SetChat, WriteChat
from cadogan_protocol.messages.clubs import (
    Club,
    ClubMember,
    Clubs,
    ClubSeason,
    ClubTerms,
    GetClub,
    GetClubs,
    GetClubSeason,
    JoinClub,
    LeaveClub,
    ListedClub,
    ManageClub,
    OpenClub,
    SeasonLine,
)
from cadogan_protocol.messages.daily import Calendar, DayTold, GetCalendar, GetDay
from cadogan_protocol.messages.entering import Create, GetTicket, Join, Joined, Leave, Rename, Ticket
from cadogan_protocol.messages.greeting import BotKind, Browser, Hello, Welcome
from cadogan_protocol.messages.matching import Matched, Seek, SeekOver, StopSeeking, Waiting
from cadogan_protocol.messages.people import (
    AddFriend,
    DeclineInvitation,
    Friends,
    GetHistory,
    GetPlayer,
    GetRunning,
    History,
    HistoryPlace,
    Invite,
    Invited,
    ListFriends,
    PlayerPage,
    RemoveFriend,
    Resign,
    Running,
)
from cadogan_protocol.messages.playing import (
    Advice,
    GetAdvice,
    Lock,
    Moved,
    Nonce,
    Play,
    Ready,
    Reveal,
    SayEmote,
    SeatBots,
    Stand,
    Step,
    Undo,
    Unseat,
)
from cadogan_protocol.messages.practice import PlayFrom, RaceGhosts, Run
from cadogan_protocol.messages.pushing import (
    GetPush,
    Push,
    PushKind,
    PushPublicKey,
    PushSecret,
    SubscribePush,
    UnsubscribePush,
)
from cadogan_protocol.messages.replays import (
    Analysis,
    GetAnalysis,
    GetReplay,
    GetReplayText,
    Replay,
    ReplayBoard,
    ReplayText,
)
from cadogan_protocol.messages.sequels import Candidacy, Onward, Propose, Rematch, Vote
from cadogan_protocol.messages.tournaments import (
    Attend,
    Called,
    Emblem,
    EnterTournament,
    GetTournamentGames,
    GetTournaments,
    GetTournamentStandings,
    LeaveTournament,
    ListedTournament,
    ManageTournament,
    MyTournament,
    OpenTournament,
    StopAttending,
    Tournament,
    TournamentGame,
    TournamentGames,
    TournamentLine,
    TournamentPlayer,
    Tournaments,
    TournamentStandings,
    TournamentTerms,
)
from cadogan_protocol.messages.updates import BoardSnapshot, Delta, Progress, RoomSnapshot, RoomUpdate

ClientMessage = (
    Hello
    | ListGames
    | ListRooms
    | GetRules
    | GetLeaderboard
    | Create
    | Join
    | Leave
    | Seek
    | StopSeeking
    | GetTournaments
    | OpenTournament
    | Attend
    | StopAttending
    | EnterTournament
    | LeaveTournament
    | ManageTournament
    | GetTournamentStandings
    | GetTournamentGames
    | GetClubs
    | OpenClub
    | GetClub
    | JoinClub
    | LeaveClub
    | ManageClub
    | GetClubSeason
    | Ready
    | Reveal
    | Play
    | Undo
    | GetAdvice
    | Stand
    | SeatBots
    | Unseat
    | Lock
    | Rename
    | GetTicket
    | GetAccount
    | GetHistory
    | GetRunning
    | DeclineInvitation
    | Resign
    | GetPlayer
    | ListFriends
    | AddFriend
    | RemoveFriend
    | Invite
    | GetDay
    | GetCalendar
    | DeleteMe
    | GetPasskeyOptions
    | AddPasskey
    | RemovePasskey
    | SignIn
    | GetPush
    | SubscribePush
    | UnsubscribePush
    | Onward
    | Rematch
    | Propose
    | SayEmote
    | SetChat
    | WriteChat
    | Vote
    | RaceGhosts
    | PlayFrom
    | GetReplay
    | GetReplayText
    | GetAnalysis
    | Ping
)
"""All requests, in the order of PROTOCOL.md."""

ServerMessage = (
    Welcome
    | Ticket
    | Account
    | History
    | Running
    | PlayerPage
    | Friends
    | DayTold
    | Calendar
    | PasskeyOptions
    | Push
    | Ok
    | Advice
    | Pong
    | Error
    | Games
    | Rooms
    | Rules
    | Leaderboard
    | Joined
    | Waiting
    | Matched
    | SeekOver
    | Tournaments
    | Tournament
    | MyTournament
    | Called
    | TournamentStandings
    | TournamentGames
    | Clubs
    | Club
    | ClubSeason
    | Invited
    | Chat
    | RoomSnapshot
    | BoardSnapshot
    | Delta
    | Step
    | Moved
    | Progress
    | RoomUpdate
    | Replay
    | ReplayText
    | Analysis
)
"""All that a server sends, in the order of PROTOCOL.md."""

__all__ = [
    "Account",
    "AddFriend",
    "AddPasskey",
    "Advice",
    "Analysis",
    "Attend",
    "BoardSnapshot",
    "BotKind",
    "Browser",
    "Calendar",
    "Called",
    "Candidacy",
    "Change",
    "Chat",
    "ChatLine",
    "ChatText",
    "ClientMessage",
    "Club",
    "ClubMember",
    "ClubSeason",
    "ClubTerms",
    "Clubs",
    "Code",
    "Create",
    "DayTold",
    "DeclineInvitation",
    "DeleteMe",
    "Delta",
    "Emblem",
    "EnterTournament",
    "Error",
    "Friends",
    "Games",
    "GetAccount",
    "GetAdvice",
    "GetAnalysis",
    "GetCalendar",
    "GetClub",
    "GetClubSeason",
    "GetClubs",
    "GetDay",
    "GetHistory",
    "GetLeaderboard",
    "GetPasskeyOptions",
    "GetPlayer",
    "GetPush",
    "GetReplay",
    "GetReplayText",
    "GetRules",
    "GetRunning",
    "GetTicket",
    "GetTournamentGames",
    "GetTournamentStandings",
    "GetTournaments",
    "Hello",
    "History",
    "HistoryPlace",
    "HotMessage",
    "Invite",
    "Invited",
    "Join",
    "JoinClub",
    "Joined",
    "Language",
    "Leaderboard",
    "Leave",
    "LeaveClub",
    "LeaveTournament",
    "ListFriends",
    "ListGames",
    "ListRooms",
    "ListedClub",
    "ListedTournament",
    "Lock",
    "ManageClub",
    "ManageTournament",
    "Matched",
    "Message",
    "Moved",
    "MyTournament",
    "Nonce",
    "Ok",
    "Onward",
    "OpenClub",
    "OpenTournament",
    "OptionName",
    "PasskeyOptions",
    "Ping",
    "Play",
    "PlayFrom",
    "PlayerPage",
    "Pong",
    "Progress",
    "Propose",
    "Push",
    "PushKind",
    "PushPublicKey",
    "PushSecret",
    "RaceGhosts",
    "Ready",
    "Rematch",
    "RemoveFriend",
    "RemovePasskey",
    "Rename",
    "Replay",
    "ReplayBoard",
    "ReplayText",
    "RequestId",
    "Resign",
    "Reveal",
    "RoomKey",
    "RoomSnapshot",
    "RoomUpdate",
    "Rooms",
    "Rules",
    "Run",
    "Running",
    "SayEmote",
    "SeasonLine",
    "SeatBots",
    "Seek",
    "SeekOver",
    "Seq",
    "ServerMessage",
    "SetChat",
    "ShortSeq",
    "SignIn",
    "Stand",
    "Step",
    "StopAttending",
    "StopSeeking",
    "Stream",
    "StreamKey",
    "SubscribePush",
    "Ticket",
    "Tournament",
    "TournamentGame",
    "TournamentGames",
    "TournamentLine",
    "TournamentPlayer",
    "TournamentStandings",
    "TournamentTerms",
    "Tournaments",
    "Undo",
    "Unseat",
    "UnsubscribePush",
    "Vote",
    "Waiting",
    "Welcome",
    "Wire",
    "WriteChat",
]
