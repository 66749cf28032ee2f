"""One match: its events, their replay into a score sheet, and the commands that change it."""
