"""Where rooms and results are kept: Redis, and only Redis."""
