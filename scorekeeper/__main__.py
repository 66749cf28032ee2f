"""`python -m scorekeeper` is the command `scorekeeper`."""

import sys

from scorekeeper.cli.main import main

sys.exit(main())
