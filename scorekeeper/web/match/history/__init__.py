"""The history of a match: every change as a sentence."""
