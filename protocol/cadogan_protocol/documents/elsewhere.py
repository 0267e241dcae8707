"""The sections of PROTOCOL.md on the page's own paths and on pages of other sites."""

from __future__ import annotations

PAGES = """\
### Pages for people

Anyone can open these links. `#KEY` follows the code of a room that is by link only; browsers do not send it to
the server with the request.

| path | shows |
| --- | --- |
| `/` | all games, and the public rooms |
| `/games/GAME` | a game, to open a room of it |
| `/r/CODE` | a room: a person who opens the link takes a seat while one is free, and comes back to it later |
| `/watch/CODE` | the same room for spectators |
| `/replay/CODE` | a room that is over, move by move; a server keeps it for a month, if it has the space |
| `/leaderboard/GAME` | the best of a game |
| `/overlay/CODE` | the same room for the picture of a streamer, see [below](#over-a-video) |
| `/embed/CODE` | the content of `/watch/CODE`, for a frame in a page of another site, see [below](#on-another-site) |
"""

OTHER_SITES = """\
## On another site

Reading is open to all. The server's settings decide who may play.

- **Programs** that are not pages, and so send no `Origin`, may do everything.
- **Reading**: all answers of `/api/v1` ([API.md](API.md)) carry `Access-Control-Allow-Origin: *`, so any page may
  `fetch` them, or open the streams of events there. Cookies have no effect; a player's own data goes to clients that
  send the player's token.
- **Playing and watching by a socket**: a browser names the page's web origin in `Origin`. Pages at the server's own
  address may connect. Others are refused with 403 and a sentence, unless the server was started with `--origin
  https://cards.example`, once for each; `null` is the origin of a file or of a sandboxed frame. Behind a proxy the
  server must know the address that the browser asked for: `--behind-proxy`.
- **Framing**: no page of the server may be shown in a frame of another site, so that nobody can lay their own page over
  it. The exception is `/embed/CODE`, if the server was started with `--embed-from https://blog.example`, once for each
  site, or with `--embed-from "*"` for all. It shows a room to an anonymous spectator; the player of the same browser
  stays at the table. Its links open windows of their own. It talks to its own server, so it needs no `--origin`:

```html
<iframe src="https://cards.example/embed/ABCDEF" title="A race at Cadogan" width="800" height="600"></iframe>
```

A frame with `sandbox` needs `allow-scripts allow-same-origin`, and `allow-popups` for its links.

### Over a video

`/overlay/CODE` is a browser source for OBS and similar programs. It shows boards, large plates and the clock of a race
or duel on a transparent background, and nothing else. It is an anonymous spectator that is not counted, makes no sound,
and goes on to the rematch. It shows what its viewer may see of the room, and no more. Parameters of the address change
it:

| parameter | shows |
| --- | --- |
| `?seat=2` | the second player alone, in the order of the room; 1 is the first |
| `?names=0` | no plates with names, standings and ratings |
| `?boards=0` | no cards: the plates alone |
| `?clock=0` | no clock |
| `?follow=0` | this room alone, and not its rematch |

They can be combined: `https://cards.example/overlay/ABCDEF?seat=2&names=0`. For a room by link only, `#KEY` follows
all parameters.
"""
