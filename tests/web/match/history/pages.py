"""Functions that follow the links between the pages of a match's history."""


def page_links(page):
    """Return the links to the history's pages, which are above the entries."""
    found = [nav for nav in page.root.all("nav") if nav["aria-label"] == "Pages of the history"]
    return found[0].all("a") if found else []


def history_pages(phone, match):
    """Yield the pages of a match's history, newest entries first, by following their links."""
    page = phone.go(f"/matches/{match}/history")
    yield page
    for link in page_links(page)[1:]:
        yield phone.go(link["href"])
