"""Import old results from a CSV file: preview the import, write it, and undo it."""
