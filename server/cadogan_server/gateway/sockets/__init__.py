"""WebSockets: accepted, limited, read and written."""
