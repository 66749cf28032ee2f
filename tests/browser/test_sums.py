"""What the page works out by itself is what the server says to the same form."""

from pathlib import Path

import pytest

from tests.browser.room import ASKED, CLOSED, FIVE, KNOCK, LEFT, TEN, each

pytestmark = pytest.mark.browser

COMPARE = (Path(__file__).parent / "sums.js").read_text()
ENTRIES = 40  # of one question
ENOUGH = 10  # of them that the page can follow
SEED = 13

# Questions in more states than there are pages of them.
MORE = {
    "jabberwocky tricks of three": lambda room: room.match(
        "jabberwocky", {"bids": each(3, 0, 1, names=FIVE[:3])}, names=FIVE[:3], schedule=[5]
    ),
    "jabberwocky without the hook": lambda room: room.match("jabberwocky", dealer_hook=False),
    "jamón of ten": lambda room: room.match("jamon", names=TEN),
    "chinchón, nearly out": lambda room: room.match(
        "chinchon", *[CLOSED] * 2, limit=100, max_reenlist=1
    ),
    "chinchón, a run wins": lambda room: room.match("chinchon", CLOSED, run_rule="wins", limit=50),
    "chinchón, out above": lambda room: room.match("chinchon", CLOSED, bust="exceed", limit=41),
    "loba, nobody returns": lambda room: room.match("loba", LEFT, max_reenlist=0),
    "gin with big gin": lambda room: room.match("gin", KNOCK, names=FIVE[:2], big_gin_bonus=31),
}
QUESTIONS = {name: page for name, page in {**ASKED, **MORE}.items() if "calls" not in name}


@pytest.mark.parametrize("name", QUESTIONS)
def test_the_page_says_what_the_server_says(name, table, open_phone):
    page = open_phone()
    page.goto(f"{table.address}/matches/{QUESTIONS[name](table.room)}")
    page.wait_for_function("() => document.querySelector('#save[aria-disabled]')")

    found = page.evaluate(COMPARE, {"entries": ENTRIES, "seed": SEED})

    assert found["differences"] == []
    assert found["compared"] >= ENOUGH
