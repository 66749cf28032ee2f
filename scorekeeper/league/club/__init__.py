"""Club nights: people, rounds, tables, results, and who is coming."""
