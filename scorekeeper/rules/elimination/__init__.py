"""Rules that Chinchón and Loba share: elimination at a limit, coming back, and the pot."""
