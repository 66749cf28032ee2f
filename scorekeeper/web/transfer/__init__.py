"""Pages for import and export: documents, spreadsheets, feeds."""
