"""The highlights on a review page."""


def highlights(page):
    return page.items("Highlights")
