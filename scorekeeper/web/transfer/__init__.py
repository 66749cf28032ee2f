"""Pages for import and export: JSON documents, CSV files, feeds."""
