"""The page of a review for tests."""


def highlights(page):
    return [line.words for line in page.part("Highlights").all("li")]
