"""Read the changes that a correction page lists."""


def changes(page):
    part = page.by_id("changes")
    return [line.words for line in part.all("li")] if part else []
