"""Tell open pages when something is saved, and show which phones are watching."""
