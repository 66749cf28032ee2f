"""Pages of one match. They need a log but no database."""
