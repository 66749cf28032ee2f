"""Run the command `scorekeeper` as `python -m scorekeeper`."""

import sys

from scorekeeper.cli.main import main

sys.exit(main())
