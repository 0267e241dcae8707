"""The way in and out: sockets, sessions, and the HTTP paths beside them."""
