"""Live updates: tell open pages that something was saved, and show which phones are watching."""
