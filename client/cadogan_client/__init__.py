"""A client library for Cadogan servers, bots built on it, and the terminal commands."""

from cadogan_client.client import Client
from cadogan_client.errors import CannotConnect, ClientError, Disconnected, Lagging, RequestRefused
from cadogan_client.requests.connected import Update
from cadogan_client.room import Room
from cadogan_client.table import BadEvent, Table

__all__ = [
    "BadEvent",
    "CannotConnect",
    "Client",
    "ClientError",
    "Disconnected",
    "Lagging",
    "RequestRefused",
    "Room",
    "Table",
    "Update",
]
