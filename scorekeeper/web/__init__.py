"""The web layer: shared modules here need no database; each subpackage holds a group of pages.

The pages of one match (`web/match/`) need only a log.
"""
