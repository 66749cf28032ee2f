"""The rows of the phone's player, above long lists and in them."""


def own_rows(page):
    return [row.words for row in page.root.all("p", "tr") if row["class"] == "own-row"]
