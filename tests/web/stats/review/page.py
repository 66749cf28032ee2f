"""The page of a review for tests."""


def highlights(page):
    return page.items("Highlights")
