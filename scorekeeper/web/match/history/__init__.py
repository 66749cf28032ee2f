"""The history of a match: every log entry as a sentence."""
