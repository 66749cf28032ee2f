"""The question of a stage: its form, its inputs, its problems and the data for scripts."""
