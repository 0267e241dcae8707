"""Opens a room of one seat, plays twenty moves, gives up, prints the result: `python race.py ws://localhost:8000/ws`."""

import itertools
import json
import sys

from websockets.sync.client import connect

url = sys.argv[1] if len(sys.argv) > 1 else "ws://localhost:8000/ws"
ids, legal, made = itertools.count(1), [], 0
with connect(url, subprotocols=["cadogan.2.json"]) as socket:
    ask = lambda kind, **fields: socket.send(json.dumps({"type": kind, "id": next(ids), **fields}))
    ask("hello", name="Ada")
    ask("create", game="klondike_draw1", rules={"seats": 1, "public": False})
    ask("ready")  # without the promise of a nonce the countdown ends by itself
    for text in socket:
        match json.loads(text):
            case {"type": "error", "message": why}:
                sys.exit(why)
            case {"type": "update", "results": {"rows": [row]}}:
                print(f"{row['name']}: {row['progress']} cards home in {row['moves']} moves")
                break
            case [3, _, _, moves, *_]:  # moved: all legal moves
                legal = moves
            case [2, _, _, _, gone, added, *_]:  # step: how your own move has changed them
                legal = [move for place, move in enumerate(legal) if place not in gone] + added
            case _:
                continue
        if legal and made < 20:
            made += 1
            socket.send(json.dumps(["m", next(ids), legal[0]]))
        else:
            ask("stand")
