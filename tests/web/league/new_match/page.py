"""Functions that read the new-match page and the match that it started."""

from tests.web.page import Page


def seats(page):
    """Return the order of play as the page shows it, with a star after the first dealer."""
    shown = []
    for line in page.root.all("li"):
        if line["class"] == "seatline":
            deals = any("checked" in box for box in line.all("input"))
            shown.append(line.all("bdi")[0].words + "*" * deals)
    return " ".join(shown)


def started_match(log, match):
    setup = log.sheet(match).setup
    return setup.game, " ".join(setup.players), setup.first_dealer


def rules(page):
    return page.by_id("rules").all("summary")[0].words


def house_rules_text(page):
    """Return the page's text about house rules. None if all rules are standard."""
    said = [e.words for e in page.root.all("p") if "setup__house" in e["class"].split()]
    return said[0] if said else None


def part_after_change(phone):
    """Post the form as htmx does after a change. Return the part, which is now the phone's page."""
    form = phone.page.by_id("setup")
    data = {}
    for name, value in phone.form_values(form, None):
        data.setdefault(name, []).append(value)
    headers = {"Origin": "http://localhost", "HX-Request": "true"}
    response = phone.client.post("/matches/new", data=data, headers=headers)
    phone.page = Page(response.status_code, "/matches/new", response.text)
    return phone.page
