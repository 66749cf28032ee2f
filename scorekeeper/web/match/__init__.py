"""Pages of one match. They need a log but no database, so they also run without a server."""
