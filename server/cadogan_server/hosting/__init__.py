"""The rooms that this node owns: opened, found, recovered from their logs, kept on time, ended."""
