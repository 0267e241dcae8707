"""Players: tokens, devices, passkeys, friends, and the server's signing keys."""
