"""The delivery part: the way from rooms to the sockets of this node."""

from __future__ import annotations

from dataclasses import dataclass

from cadogan_server.delivery.bus import Bus
from cadogan_server.delivery.pacer import Pacer
from cadogan_server.parts.runtime import Runtime
from cadogan_server.parts.store import StorePart


@dataclass(frozen=True)
class DeliveryPart:
    """The way to the sockets.

    Attributes:
        bus: sends frames once the log has what they tell of.
        pacer: runs what is due after a while.
    """

    bus: Bus
    pacer: Pacer


def delivery_part(store: StorePart, runtime: Runtime) -> DeliveryPart:
    """Return the delivery part, whose barrier is the journal of the store."""
    bus = Bus(store.journal)
    return DeliveryPart(bus, Pacer(bus, runtime.load))
