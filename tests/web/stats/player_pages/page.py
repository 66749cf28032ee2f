"""Helpers that read the statistics and tables on a player's page."""


def stats(page):
    boxes = [box for box in page.root.all("div") if box["class"] == "stat"]
    return {box.all("dt")[0].words: box.all("dd")[0].words for box in boxes}


def cells(page, caption):
    table = next(t for t in page.root.all("table") if t.all("caption")[0].words.startswith(caption))
    return [[cell.words for cell in row.all("th", "td")] for row in table.all("tr")]
