"""The pushing part: news for devices whose page is closed."""

from __future__ import annotations

from contextlib import AsyncExitStack
from dataclasses import dataclass

from cadogan_server.hosting.housekeeping import every
from cadogan_server.hosting.pushing.day_news import LOOK_SECONDS as DAY_SECONDS
from cadogan_server.hosting.pushing.day_news import DayNews
from cadogan_server.hosting.pushing.endings import Endings
from cadogan_server.hosting.pushing.posting import Posting
from cadogan_server.hosting.pushing.push_services import PushServices
from cadogan_server.hosting.pushing.pusher import Pusher
from cadogan_server.hosting.pushing.tournament_news import LOOK_SECONDS as NEWS_SECONDS
from cadogan_server.hosting.pushing.tournament_news import TournamentNews
from cadogan_server.hosting.pushing.turns import LOOK_SECONDS, Turns
from cadogan_server.parts.people import PeoplePart
from cadogan_server.parts.rooms import RoomsPart
from cadogan_server.parts.runtime import Runtime, keep_running
from cadogan_server.parts.store import StorePart
from cadogan_server.store.people.push_key import PushKey


@dataclass(frozen=True)
class PushingPart:
    """News for devices.

    Attributes:
        key: the key by which push services know the server.
        services: the push services that may be called.
        pusher: sends news.
        posting: speaks with the push services; None: no news is sent.
        turns: tells players that it is their turn.
        tournaments: tells them that a tournament begins, or calls them.
        days: tells them of a new day.
    """

    key: PushKey
    services: PushServices
    pusher: Pusher
    posting: Posting | None
    turns: Turns
    tournaments: TournamentNews
    days: DayNews

    def start(self, stack: AsyncExitStack, runtime: Runtime) -> None:
        """Send news until the stack is closed."""
        if self.posting is not None:
            stack.push_async_callback(self.posting.close)
            keep_running(stack, self.pusher.run(), "news for devices")
            runtime.background.do(every(LOOK_SECONDS, self.turns.look), "whose turn it is")
            runtime.background.do(every(NEWS_SECONDS, self.tournaments.look), "news of tournaments")
            runtime.background.do(every(DAY_SECONDS, self.days.look), "news of days")


def pushing_part(runtime: Runtime, store: StorePart, people: PeoplePart, rooms: RoomsPart) -> PushingPart:
    """Return the pushing part."""
    settings = runtime.settings
    services = PushServices(settings.push_services)
    posting = Posting(people.push_key, settings.push_contact, services) if settings.push_contact else None
    pusher = Pusher(people.push_devices, people.invitations, posting.post if posting is not None else None)
    turns = Turns(rooms.registry.hubs, people.invitations, pusher, runtime.clock.now)
    rooms.registry.counting.observe(Endings(pusher).counted)
    days = DayNews(people.push_devices, pusher, runtime.clock.real)
    upkeep = store.opened.connections.upkeep
    tournaments = TournamentNews(store.tournaments, upkeep, pusher, runtime.clock.now, store.halls.node)
    return PushingPart(people.push_key, services, pusher, posting, turns, tournaments, days)
