"""How Cadogan is put on machines: see README.md."""
