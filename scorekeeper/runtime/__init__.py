"""Helpers for the process, such as garbage collection, log redaction, time zones and tokens."""
