"""Helpers for the process: garbage collection, progress bars, log redaction, addresses, tokens."""
