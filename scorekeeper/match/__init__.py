"""One match: its events, how they are replayed into a score sheet, and every change to it. Pure."""
