"""The module that the process loads from which servers are forked. It prepares once what each server would load and
make at its start.

A server that is not forked prepares the same, by the same functions.
"""

from cadogan_server.telemetry.pauses import loading

with loading():
    import cadogan_client.cli
    import cadogan_client.commands  # noqa: F401
    import cadogan_server.cli  # noqa: F401
    from cadogan_server import PAGE
    from cadogan_server.gateway.api import games
    from cadogan_server.gateway.http import page

    games.prepare()
    page.load(PAGE)
