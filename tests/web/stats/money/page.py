"""The money page of a season with stakes, in which Ana, Bruno, Chus and Dina play."""

from scorekeeper.stats.stakes import Stakes

FIRST, SECOND = "2025-11-05", "2025-11-12"
ANA, BRUNO, CHUS, DINA = "1", "2", "3", "4"
STAKES = Stakes("cents", {"jabberwocky": 25, "loba": 50})


def items(page, part):
    return [line.words for line in page.part(part).all("li")]
