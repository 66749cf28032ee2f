"""Import and export of a league: CSV results, the league document, backups, integrity check."""
