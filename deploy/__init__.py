"""The deployment of Cadogan: see README.md."""
