"""The places of a podium are beside each other if the names on them fit."""

import pytest

from tests.browser.layout_checks import BROKEN_WORDS, TOO_WIDE
from tests.browser.match_factory import by_name

pytestmark = pytest.mark.browser

COLUMNS = """() => new Set([...document.querySelectorAll(".podium > li")].map(
  (step) => step.getBoundingClientRect().left)).size"""


@pytest.mark.parametrize(
    ("width", "height", "names", "columns"),
    [
        (360, 740, ("Ana", "Bruno", "Chus", "Maximiliane"), 3),
        (740, 360, ("Maximiliane", "Bartholomäus", "Ana", "Bruno"), 3),
        (360, 740, ("Bartholomäus", "Maximiliane", "Ana", "Bruno"), 1),
    ],
    ids=["a long name in the fourth place", "long names in landscape", "long names on a phone"],
)
def test_only_long_names_on_the_podium_put_its_places_in_one_column(
    width, height, names, columns, table, open_phone
):
    deal = {"went_out": names[0], "deadwood": by_name(0, 20, 30, 40, names=names)}
    match = table.factory.close(table.factory.match("loba", deal, names=names))
    page = open_phone(size={"width": width, "height": height})
    page.goto(f"{table.address}/matches/{match}")

    assert page.evaluate(COLUMNS) == columns
    assert page.evaluate(BROKEN_WORDS, "#match") == []
    assert page.evaluate(TOO_WIDE) == 0
