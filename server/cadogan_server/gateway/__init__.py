"""The way in and out: sockets, sessions, outboxes, and the HTTP paths beside them."""
