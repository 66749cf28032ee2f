"""The web layer. Modules in this folder need no database; each subpackage is a group of pages.

The pages of a match (`web/match/`) need only a log. `web/shared/` contains what pages share.
"""
