"""Connections to Redis, whatever it is: embedded, one server, Sentinel, Cluster."""
