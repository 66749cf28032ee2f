"""Read the page that compares a late answer with the saved one."""


def compared_rows(page):
    """Return the rows of the table that compares both answers."""
    rows = page.table("The saved answer and yours").all("tr")[1:]
    return [[cell.words for cell in row.all("th", "td")] for row in rows]
