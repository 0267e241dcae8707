"""Writes PROTOCOL.md, API.md, openapi.json, asyncapi.json and the page's wire types from the models."""
