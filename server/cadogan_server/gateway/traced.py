"""A conversation with trace spans."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from opentelemetry import trace
from opentelemetry.trace import Tracer

from cadogan_protocol.messages import Message
from cadogan_server.gateway.conversation import Conversation
from cadogan_server.gateway.escort import Escort
from cadogan_server.gateway.relays.relay import Relays
from cadogan_server.gateway.session import Giver, Session
from cadogan_server.rooms.refused import Refused


class TracedConversation(Conversation):
    """A `Conversation` with a span for each request.

    The span of a move ends when the store has the move and its answer is on its way. Its event `decided` marks when the
    room had decided.

    Args:
        make: makes the session of the socket, by the escort of its player.
        relays: opens relays to other nodes.
        giver: gives the socket to other workers of this machine.
        tracer: creates the spans.
    """

    def __init__(self, make: Callable[[Escort], Session], relays: Relays, giver: Giver, tracer: Tracer) -> None:
        super().__init__(make, relays, giver)
        self._tracer = tracer

    async def receive(self, data: bytes | str) -> None:
        """Handle and answer a frame."""
        with self._tracer.start_as_current_span("Message"):
            await super().receive(data)

    def receive_now(self, data: bytes) -> bool:
        """Handle a frame that is a move."""
        span = self._tracer.start_span("Play", attributes=self.session.about)
        with trace.use_span(span):
            done = super().receive_now(data)
        if done:  # otherwise nobody would end the span, so it is not recorded
            span.add_event("decided")
            self._services.bus.then(span.end)
        return done

    def _dispatch(self, message: Message) -> Awaitable[None] | None:
        span = trace.get_current_span()
        span.update_name(type(message).__name__)
        span.set_attributes(self.session.about)
        return super()._dispatch(message)

    def _turn_down(self, request: int | None, why: Refused) -> None:
        trace.get_current_span().set_attribute("refused", why.code.value)
        super()._turn_down(request, why)
