"""A replay from a recording as text."""

from __future__ import annotations

from collections.abc import Iterator

from cadogan_games.catalogue import CatalogueError
from cadogan_protocol.messages import Replay
from cadogan_protocol.notation import NotByTheRules, Recording
from cadogan_protocol.wording import shown
from cadogan_server.delivery import describe
from cadogan_server.delivery.describe import Volatile
from cadogan_server.delivery.frame import ANY_REQUEST
from cadogan_server.replays.from_log import telling_of
from cadogan_server.rooms.finished.retelling import KINDS, must_be_as_claimed, must_make_sense, records_of
from cadogan_server.rooms.opening import at_once, open_room
from cadogan_server.rooms.records import Created, Ended, Record
from cadogan_server.rooms.refused import Refused


def retold(recording: Recording) -> Replay:
    """Play a recording by the rules of its game, and return the replay.

    Raises:
        NotByTheRules: it breaks them; the message says where, and why.
    """
    created, *log = records_of(recording)
    assert isinstance(created, Created)
    played = _Played(log)
    try:
        room = open_room(created)
        must_make_sense(recording)
        told = at_once(telling_of(room, played))
    except CatalogueError as error:
        raise NotByTheRules(f"the rules installed here can't play it: {error}") from error
    except NotByTheRules:
        raise
    except Exception as error:  # a forged recording may raise anything
        raise NotByTheRules(played.sentence_about(error)) from error
    assert room.state.results is not None
    must_be_as_claimed(recording, room.state.results.rows)
    return Replay(
        re=ANY_REQUEST,
        state=describe.state(room, Volatile(), recording.starts + recording.lasted),
        layout=describe.layout(room),
        boards=told.boards,
        progress=told.progress,
        scores=told.scores,
    )


class _Played:
    """The records one by one, with the current position."""

    def __init__(self, log: list[Record]) -> None:
        self._log = log
        self._events = 0
        self._record = log[0]

    def __iter__(self) -> Iterator[Record]:
        for record in self._log:
            self._events += type(record) in KINDS
            self._record = record
            yield record

    def sentence_about(self, error: Exception) -> str:
        """Return a sentence that says which event failed, and why."""
        why = error.message if isinstance(error, Refused) else f"the rules can't carry it out ({error!r})"
        if isinstance(self._record, Ended):
            return f"the end can't be: {why}"
        fields = [f"{name} {value}" for name, value in self._record._asdict().items() if name in ("t", "seat", "move")]
        return f"event {self._events} ({shown(', '.join(fields), quoted=False)}) can't be: {why}"
