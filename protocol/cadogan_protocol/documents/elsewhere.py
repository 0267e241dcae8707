"""What PROTOCOL.md says of the page's own paths, and of pages on other sites."""

from __future__ import annotations

PAGES = """\
### Pages for people

A link to one of these is all that somebody needs; `#KEY` stands behind the code of a room that is by link only, and is sent
to no server with the request.

| path | shows |
| --- | --- |
| `/` | all games, and the public rooms |
| `/games/GAME` | a game, to open a room of it |
| `/r/CODE` | a room: who opens the link takes a seat while one is free, and comes back to it later |
| `/watch/CODE` | the same room for who only looks on |
| `/replay/CODE` | a room that is over, move by move; a server keeps it for a month, if it has the space |
| `/leaderboard/GAME` | the best of a game |
| `/overlay/CODE` | the same room for a streamer's picture, see [below](#over-a-film) |
| `/embed/CODE` | what `/watch/CODE` shows, for a frame in a page of another site, see [below](#on-another-site) |
"""

OTHER_SITES = """\
## On another site

Reading is open to all, playing is as whoever runs the server has set it.

- **Programs** that are no page, and so send no `Origin`, may do everything.
- **Reading**: all answers of `/api/v1` ([API.md](API.md)) carry `Access-Control-Allow-Origin: *`, so any page may `fetch` them, or
  open the streams of events there. Cookies have no meaning; what is a player's own is told to who sends the player's token.
- **Playing and watching by a socket**: a browser says in `Origin` whose page it is. Those of the server's own address are let
  in, others are refused with 403 and a sentence, unless the server was started with `--origin https://cards.example`, once
  for each; `null` is the origin of a file or of a sandboxed frame. Behind a proxy the server has to know the address that was
  asked for: `--behind-proxy`.
- **Framing**: no page of the server may be shown in a frame of another site, so that nobody can lay their own over it, but
  for `/embed/CODE`, and that where the server was started with `--embed-from https://blog.example`, once for each site, or
  `--embed-from "*"` for all. It shows a room to who looks on, as nobody in particular: the player of the same browser stays
  at the table. Links in it open windows of their own. It talks to its own server, so it needs no `--origin`:

```html
<iframe src="https://cards.example/embed/ABCDEF" title="A race at Cadogan" width="800" height="600"></iframe>
```

A frame with `sandbox` needs `allow-scripts allow-same-origin`, and `allow-popups` for its links.

### Over a film

`/overlay/CODE` is for OBS and the like, as a browser source: boards, large plates and the clock of a race or duel on a transparent
ground, and nothing else. It looks on as nobody in particular, is not counted among those who watch, makes no sound, and goes on to
the rematch. Who may watch a room sees the same here and no more. What stands behind the address changes what is shown:

| behind the address | shows |
| --- | --- |
| `?seat=2` | the second player alone, as they stand in the room; 1 is the first |
| `?names=0` | no plates with names, standings and ratings |
| `?boards=0` | no cards: the plates alone |
| `?clock=0` | no clock |
| `?follow=0` | this room alone, and not its rematch |

Several go together: `https://cards.example/overlay/ABCDEF?seat=2&names=0`. For a room by link only `#KEY` stands behind all that.
"""
