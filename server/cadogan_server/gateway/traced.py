"""What is said through a socket, with traces of it."""

from __future__ import annotations

from collections.abc import Awaitable

from opentelemetry import trace
from opentelemetry.trace import Tracer

from cadogan_protocol.messages import Message
from cadogan_server.gateway.conversation import Conversation, HandOver
from cadogan_server.gateway.relays.relay import Relays
from cadogan_server.gateway.session import Session
from cadogan_server.rooms.refused import Refused


class TracedConversation(Conversation):
    """As `Conversation`, with a span for each request.

    That of a move lasts until its answer is on its way, when the store has it; its event `decided` is the moment when the room had.

    Args:
        session: the socket.
        relays: the ways to other nodes.
        hand_over: the way to those on this machine.
        tracer: makes the spans.
    """

    def __init__(self, session: Session, relays: Relays, hand_over: HandOver, tracer: Tracer) -> None:
        super().__init__(session, relays, hand_over)
        self._tracer = tracer

    async def receive(self, data: bytes | str) -> None:
        """Do what a frame asks for, and answer it."""
        with self._tracer.start_as_current_span("Message"):
            await super().receive(data)

    def receive_now(self, data: bytes) -> bool:
        """Do what a frame asks for where that is a move."""
        span = self._tracer.start_span("Play", attributes=self._session.about)
        with trace.use_span(span):
            done = super().receive_now(data)
        if done:  # else nobody ends it, and so it is none
            span.add_event("decided")
            self._services.journal.then(span.end)
        return done

    def _dispatch(self, message: Message) -> Awaitable[None] | None:
        span = trace.get_current_span()
        span.update_name(type(message).__name__)
        span.set_attributes(self._session.about)
        return super()._dispatch(message)

    def _turn_down(self, request: int | None, why: Refused) -> None:
        trace.get_current_span().set_attribute("refused", why.code.value)
        super()._turn_down(request, why)
