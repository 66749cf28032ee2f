"""The order of a season's tie-breaks."""

from tests.web.seasons.settings.page import newest_season, typed_field


def order(page):
    return [row.all("b")[0].words for row in page.part("Tie-breaks").all("li")]


HEAD, WINS = "1. Head to head", "2. Wins"
LAST, SHARED = "3. Last match together", "4. Shared place"


def test_tie_breaks_can_be_moved_removed_and_added(phone, app):
    phone.go("/season/new")
    phone.set("name", "Autumn")
    assert order(phone.page) == [HEAD, WINS, LAST, SHARED]

    phone.tap("Move Wins up")
    phone.tap("Move Wins down")
    phone.tap("Move Last match together up")
    phone.tap("Remove Head to head")
    assert order(phone.page)[:2] == ["1. Last match together", "2. Wins"]
    phone.tap("Matches")
    assert typed_field(phone, "name")["value"] == "Autumn"
    phone.tap("Create the season")

    assert newest_season(app).scheme.tie_breaks == ("last", "wins", "played")
    assert (
        "Players who are level are separated by the last match together, wins and matches played"
        in phone.page.words
    )


def test_the_first_tie_break_cannot_move_up_nor_the_last_down(phone):
    """The buttons are `aria-disabled`, so they keep their place and the focus."""
    page = phone.go("/season/new")
    before = order(page)

    for words in ("Move Head to head up", "Move Last match together down"):
        assert page.find(words, "button")["aria-disabled"] == "true"
        phone.tap(words)
        assert order(phone.page) == before


def test_all_tie_breaks_can_be_removed(phone, app):
    phone.go("/season/new")
    phone.set("name", "Autumn")
    for each in ("Head to head", "Wins", "Last match together"):
        phone.tap(f"Remove {each}")
    assert order(phone.page) == ["1. Shared place"]
    phone.tap("Create the season")

    assert newest_season(app).scheme.tie_breaks == ()
    assert "Players who are level share a place." in phone.page.words
    phone.go("/season/1/edit")
    assert order(phone.page) == ["1. Shared place"]
