"""`python -m cadogan_server`: the server's commands, without those of the client."""

from cadogan_server.telemetry.pauses import loading

with loading():
    from cadogan_server.cli import app

app()
