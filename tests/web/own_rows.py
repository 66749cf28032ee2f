"""Read the rows of the phone's player, which pages show above and in long lists."""


def own_rows(page):
    return [row.words for row in page.root.all("p", "tr") if row["class"] == "own-row"]
