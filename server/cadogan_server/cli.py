"""The server's part of the command line."""

from __future__ import annotations

import typer

from cadogan_server.commands.admin import app as admin
from cadogan_server.commands.bench import app as bench
from cadogan_server.commands.deal import deal
from cadogan_server.commands.games import games
from cadogan_server.commands.new_game import new_game
from cadogan_server.commands.rooms import rooms
from cadogan_server.commands.serve import serve
from cadogan_server.commands.simulate import simulate
from cadogan_server.commands.solve import solve

app = typer.Typer()
app.command(context_settings={"auto_envvar_prefix": "CADOGAN"})(serve)
for command in (rooms, games, deal, simulate, solve, new_game):
    app.command()(command)
app.add_typer(admin, name="admin")
app.add_typer(bench, name="bench")
