"""Evenings, players' keys, and the rows of an evening's page."""

FIRST, SECOND, THIRD = "2025-11-05", "2025-11-12", "2025-11-19"
ANA, BRUNO, CHUS, DINA = "1", "2", "3", "4"


def rows(page, part):
    return [row.words for row in page.part(part).all("tr")[1:]]
