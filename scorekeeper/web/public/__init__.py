"""Pages behind a public link, for people without a phone in the league."""
