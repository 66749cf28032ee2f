"""Benchmarks: `make bench` measures most targets as ratios within one run. See docs/speed.md."""
