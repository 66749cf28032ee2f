"""Import old results from a CSV file: preview, write, undo."""
