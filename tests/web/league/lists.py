"""Helpers that read the lists and tables on league pages."""


def table_rows(page, number=0):
    """Return a table's rows, each as a list of its cells' texts."""
    body = page.root.all("tbody")[number]
    return [[cell.words for cell in row.all("td")] for row in body.all("tr")]


def column(page, number):
    """Return the texts in one column of the first table."""
    return [row[number] for row in table_rows(page)]


def headings(page):
    """Return the headings of the first table, as two lists.

    The first list contains each sorted heading with its direction, and the second contains the
    headings that are links.
    """
    columns = page.root.all("thead")[0].all("th")
    return (
        [(each.words, each["aria-sort"]) for each in columns if each["aria-sort"]],
        [each.words for each in columns if each.all("a")],
    )


def names(page):
    """Return the names in the visible rows of the player table."""
    rows = [row for row in page.root.all("tr") if row["class"] == "player"]
    return [row.all("bdi")[0].words for row in rows if "hidden" not in row]
