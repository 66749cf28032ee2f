"""What goes in and out of a league: CSV results, the league document, backups."""
