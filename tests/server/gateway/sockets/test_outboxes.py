"""Metrics of bytes that wait for sockets."""

from __future__ import annotations

from importlib.metadata import version

from cadogan_server import is_compiled
from cadogan_server.delivery.outbox import Outbox
from cadogan_server.gateway.sockets.outboxes import look
from tests.server.conftest import Serve
from tests.server.fetching import figures
from tests.server.pipe import Pipe
from tests.server.wire import dial


async def test_store_times_and_bytes_waiting_for_sockets_are_histograms(serve: Serve) -> None:
    async with serve(node="anna's") as server:
        async with dial(server.port) as anna:
            await (await anna.hello("Anna")).create()
            for _ in look([0, 0, 5000], server.services.stats):
                pass
            lines = await figures(server)
        taken = next(float(line.split()[1]) for line in lines if line.startswith("cadogan_commit_seconds_count"))
        assert taken >= 1
        assert 'cadogan_commit_seconds_bucket{le="+Inf"} ' + str(taken) in lines
        assert 'cadogan_outbox_bytes_bucket{le="0"} 2.0' in lines
        assert 'cadogan_outbox_bytes_bucket{le="16384"} 3.0' in lines
        assert "cadogan_outbox_waiting_bytes 5000.0" in lines
        what = f'compiled="{"yes" if is_compiled() else "no"}",node="anna\'s",version="{version("cadogan")}"'
        assert f"cadogan_node_info{{{what}}} 1.0" in lines


async def test_waiting_bytes_of_a_socket_include_those_of_the_library(serve: Serve) -> None:
    async with serve() as server, dial(server.port) as anna:
        await (await anna.hello("Anna")).create()
        assert sum(server.gateway.sessions.waiting()) == 0
        (session,) = server.gateway.sessions
        own, pipe = session.outbox, Pipe()
        session.outbox, pipe.open = Outbox(pipe, own.fmt, lambda: None, 1000), False
        session.outbox.write([b"taken, and no more after it"])
        session.outbox.write([b"1234", b"56"])
        assert list(server.gateway.sessions.waiting()) == [6]
        session.outbox = own
