"""The pages of club nights."""
