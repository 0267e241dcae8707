"""The server: rooms, lobby, gateway, store, leaderboards and its part of the command line.

The way of one move:

1. `gateway/sockets/socket.py` hands a frame to `gateway/conversation.py: receive_now`, which decodes a move, checks the rate
   and goes to `hosting/hub.py: play`. All other messages wait for their turn (`fair_queue.py`) and are read by one task a
   socket; `gateway/handlers/handlers.py` finds what answers them.
2. `rooms/room.py` and `rooms/race.py`, pure, check the move and commit a *record*; applying the record is the only way in
   which a room changes, and replaying a log's records gives the same room. It leaves *effects*: what has changed for whom.
3. `hosting/hub.py` takes both: the record goes to `store/log/journal.py`, each effect becomes a numbered message of a stream
   (`delivery/stream.py`), encoded and framed once (`delivery/frame.py`), for those who may see that stream.
4. At the end of the event loop's tick the journal sends all that was appended in one write (`store/redis/writer.py`), one batch in
   flight. When Redis has taken it, the frames of that batch are released: one write for each socket (`delivery/outbox.py`,
   `gateway/sockets/socket.py`). So nobody learns of a move that the log does not hold, unless Redis is away and all are told so.

`app.py` puts the parts together; nothing else knows all of them. `settings.py` has what can be set.
"""
