"""The pages of the league: what needs a database, one module per thing a person looks at."""
