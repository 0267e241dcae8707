"""The HTTP API for programs: every path of `cadogan_protocol.api`."""
