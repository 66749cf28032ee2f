"""The web layer, with a subpackage for each group of pages.

Modules directly in this folder do not need a database. The pages of a match (`web/match/`) need only a
log. `web/shared/` contains what pages share.
"""
