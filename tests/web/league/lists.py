"""Helpers that read the lists and tables on the pages of a league."""


def table_rows(page, number=0):
    """Return a table's rows, each as a list of its cells' texts."""
    body = page.root.all("tbody")[number]
    return [[cell.words for cell in row.all("td")] for row in body.all("tr")]


def names(page):
    """Return the names in the visible rows of the player table."""
    rows = [row for row in page.root.all("tr") if row["class"] == "player"]
    return [row.all("bdi")[0].words for row in rows if "hidden" not in row]
