"""One function per message of the protocol."""
