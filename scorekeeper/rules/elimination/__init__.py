"""Rules that Chinchón and Loba share: going out at a limit, coming back, the pot."""
