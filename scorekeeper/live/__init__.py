"""Who is told that something was saved, and who is watching."""
