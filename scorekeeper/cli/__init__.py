"""The command `scorekeeper`: parser.py declares its subcommands, and main.py runs them."""
