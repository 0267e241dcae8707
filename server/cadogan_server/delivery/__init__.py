"""Gets messages to the sockets of this node: numbered streams, encoded once, released once the log has the changes."""
