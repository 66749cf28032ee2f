"""The database: engine, tables, the event log in SQL, and the rows derived from it."""
