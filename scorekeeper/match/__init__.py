"""One match: its events, their replay into a score sheet, and commands that change it. Pure."""
