"""What a page says about a correction."""


def changes(page):
    found = page.by_id("changes")
    return [line.words for line in found.all("li")] if found else []
