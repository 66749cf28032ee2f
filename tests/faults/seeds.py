"""The seed and the duration of the random fault tests.

`make test` and `make thorough` always use the same seed. `make faults` uses another seed in every
run and prints it. `make faults FAULTS_SEED=…` repeats a run.
"""

import os
import random

SECONDS = float(os.environ.get("FAULTS_SECONDS", "0"))  # per test; 0 runs the shortest version
SEED = int(os.environ.get("FAULTS_SEED", "0"))


def rng(name):
    """Return a random number generator for one part of the run."""
    return random.Random(f"{SEED} {name}")
