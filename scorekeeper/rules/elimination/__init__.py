"""What Chinchón and Loba share: going out, coming back, the pot."""
