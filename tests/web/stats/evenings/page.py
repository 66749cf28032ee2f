"""Dates of evenings and keys of players, and helpers that read the page of an evening."""

FIRST, SECOND, THIRD = "2025-11-05", "2025-11-12", "2025-11-19"
ANA, BRUNO, CHUS, DINA = "1", "2", "3", "4"


def rows(page, part):
    return [row.words for row in page.part(part).all("tr")[1:]]
