"""The match's players and evening, and the chosen values on the page of its terms."""

EVENING = "2025-11-05"
FRIENDS = ("Ana", "Bruno", "Chus")
ANA, BRUNO, CHUS = "1", "2", "3"


def chosen_values(page):
    return [box["value"] for box in page.root.all("input") if "checked" in box]
