"""News for devices whose page is closed: subscribing, and ending it."""

from __future__ import annotations

from base64 import urlsafe_b64decode
from typing import TYPE_CHECKING

from cryptography.hazmat.primitives.asymmetric import ec

from cadogan_protocol.errors import ErrorCode
from cadogan_protocol.messages import GetPush, Ok, Push, SubscribePush, UnsubscribePush
from cadogan_server.gateway.handlers.entering import person
from cadogan_server.rooms.refused import Refused
from cadogan_server.store.people.push_devices import PushDevice

if TYPE_CHECKING:
    from cadogan_server.gateway.session import Session


def get_push(session: Session, message: GetPush) -> None:
    """Answer `get_push`."""
    pushing = session.services.pushing
    session.send(Push(re=message.id, key=pushing.key.public if pushing.pusher.is_on else None))


async def subscribe_push(session: Session, message: SubscribePush) -> None:
    """Have news sent to a device.

    Raises:
        Refused: this server sends no news, or not to this address, or the device's key is invalid.
    """
    me, services = person(session), session.services
    if not services.pushing.pusher.is_on:
        raise Refused(ErrorCode.BAD_MESSAGE, "this server sends no news to devices")
    if not services.pushing.services.allow(message.endpoint):
        raise Refused(
            ErrorCode.BAD_MESSAGE,
            "this server sends news only by the push services of Chrome, Firefox, Edge and Safari; "
            "its operator can allow others with --push-service",
        )
    _check(message.p256dh)
    devices = services.people.push_devices
    if all(one.endpoint != message.endpoint for one in await devices.of(me.id)):
        session.limits.push_devices.spend(session.address)
    services.people.players.note_seat(me)
    device = PushDevice(message.endpoint, message.p256dh, message.auth, message.kinds, services.clock.real())
    await devices.save(me.id, device, services.people.players.lasts(me.id))
    session.send(Ok(re=message.id))


def unsubscribe_push(session: Session, message: UnsubscribePush) -> None:
    """Send no more news to a device."""
    session.services.people.push_devices.drop(person(session).id, message.endpoint)
    session.send(Ok(re=message.id))


def _check(p256dh: str) -> None:
    """Raise Refused if this is no point of the curve: nothing could be encrypted for it."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), urlsafe_b64decode(p256dh + "="))
    except ValueError as error:
        raise Refused(ErrorCode.BAD_MESSAGE, "`p256dh` is no public key of a browser") from error
