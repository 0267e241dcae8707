"""How Cadogan is deployed: see README.md."""
