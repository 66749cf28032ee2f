"""The web layer. Modules in this folder need no database; each subpackage holds a group of pages.

The pages of a match (`web/match/`) need only a log.
"""
