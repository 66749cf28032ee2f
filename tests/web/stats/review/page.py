"""The highlights on the page of a review."""


def highlights(page):
    return page.items("Highlights")
