"""Gets messages to the sockets of this node: numbered streams, encoded once, released when the log holds what they
tell."""
