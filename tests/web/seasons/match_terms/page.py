"""The players and the evening of the match, and a helper that reads the choices on a page."""

EVENING = "2025-11-05"
FRIENDS = ("Ana", "Bruno", "Chus")
ANA, BRUNO, CHUS = "1", "2", "3"


def chosen_values(page):
    return [box["value"] for box in page.root.all("input") if "checked" in box]
