"""The owner of a league, who plays matches and manages seasons in a browser."""

from playwright.sync_api import expect

from tests.browser.player import Player

CASE = {
    "game": "jabberwocky",
    "players": ["Ana", "Bruno", "Chus"],
    "options": {"schedule": [1], "first_dealer": "Ana"},
}
TABLE = """() => [...document.querySelectorAll(".standing tbody tr:not(.tie)")].map((row) => [
  row.querySelector("bdi").textContent, row.querySelector(".standing__figure").textContent,
])"""


def won_by(winner):
    """Return the answers of a one-card deal in which this player takes the trick.

    All three players bid one.
    """
    names = CASE["players"]
    return {"bids": dict.fromkeys(names, 1), "tricks": {n: int(n == winner) for n in names}}


class Owner(Player):
    """The owner of a league, who plays matches and manages seasons."""

    def go(self, path):
        self.page.goto(self.address + path)

    def tap_twice(self, button):
        """Tap twice, as people do if they are unsure whether the first tap worked."""
        with self.page.expect_event("load"):  # without JavaScript, nothing else waits for the page
            button.dblclick()

    def choose(self, what):
        """Tap a control that changes the form.

        With JavaScript, the page then fetches a preview.
        """
        self.tap(what)

    def standings(self, path="/season"):
        self.go(path)
        return [tuple(row) for row in self.page.evaluate(TABLE)]

    def heading(self, name):
        return self.page.get_by_role("heading", name=name)

    def open_season(self):
        """Create a season with 5, 3 and 1 points, stakes, and a different first tie-break."""
        self.go("/season")
        self.follow(self.link("New season"))
        self.page.get_by_label("Name", exact=True).fill("Autumn")
        self.choose("label:has([name=measure][value=places])")
        self.unfold("Details")
        self.fill_places("5", "3", "1", "")
        self.unfold("Tie-breaks")
        for _ in range(2):
            self.send(self.button("Move Last match together up"))
        expect(self.page.locator("ol.rows")).to_contain_text("1. Last match together")
        self.unfold("Stakes")
        self.choose("label:has([name=unit][value=cents])")
        self.page.locator("#amount-jabberwocky").fill("0.50")
        self.tap_twice(self.button("Create the season"))

    def fill_places(self, *points):
        for number, text in enumerate(points, start=1):
            self.page.locator(f"#place-{number}").fill(text)

    def places(self):
        boxes = self.page.locator("[name=place]")
        return [box.input_value() for box in boxes.all()]

    def unfold(self, name):
        fold = self.page.locator("details", has=self.page.locator("summary", has_text=name))
        if fold.get_attribute("open") is None:
            fold.locator("summary").tap()

    def correct_first(self, winner):
        self.go("/matches/1")
        self.deal, self.stage = 0, "correcting"
        self.correct(1, won_by(winner))

    def make_friendly(self, match):
        self.go(f"/matches/{match}")
        self.follow(self.link("Counts towards Autumn"))
        self.tap("label:has([name=season][value=none])")
        self.follow(self.button("Save"))
        expect(self.page.locator("main")).to_contain_text("Saved. Friendly.")

    def close_season(self):
        self.go("/season")
        self.unfold("Close the season")
        self.tap_twice(self.button("Close Autumn"))
