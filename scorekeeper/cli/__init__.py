"""The command `scorekeeper`: one module per group of commands."""
