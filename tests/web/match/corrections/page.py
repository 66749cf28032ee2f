"""The changes that the page of a correction lists."""


def changes(page):
    found = page.by_id("changes")
    return [line.words for line in found.all("li")] if found else []
