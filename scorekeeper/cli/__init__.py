"""The command `scorekeeper`, with one module for each group of subcommands."""
