"""Helpers that read the highlights on a review page and the links to the matches behind them."""


def highlights(page):
    """Return the words of each highlight, without the links below it."""
    return [item.all("a")[0].words for item in items(page)]


def links(page):
    """Return the addresses of each highlight's own link and of the links below it."""
    return [[link["href"] for link in item.all("a")] for item in items(page)]


def link_words(page):
    """Return the words of the links below the highlights."""
    return [link.words for item in items(page) for link in item.all("a")[1:]]


def items(page):
    return page.part("Highlights").all("li")
