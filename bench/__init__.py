"""How fast it is, as ratios measured in one run: `make bench`. See docs/speed.md."""
