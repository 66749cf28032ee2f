"""The web layer, with a subpackage for each group of pages.

Modules directly in this folder do not need a database. Match pages (`web/match/`) need only a log.
`web/shared/` contains the code that pages with a database share.
"""
