"""The lines beside Save are complete in large text, and no line is cut in half."""

import pytest
from playwright.sync_api import expect

from tests.browser import chromium
from tests.browser.layout.save_lines import LINES, SCREENS
from tests.browser.layout_checks import LARGE_LETTERS
from tests.browser.player_names import LONG_NAMES, TEN
from tests.browser.selectors import chip_of
from tests.browser.waits import NOTHING_UNDER_WAY, TAPS_ARE_READ, wait_until

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("screen", [*SCREENS, (360, 740)], ids=str)
@pytest.mark.parametrize(
    ("game", "names", "options"),
    [
        ("jamon", TEN, {"scoring": "points"}),
        ("chinchon", TEN[:8], {}),
        ("loba", LONG_NAMES, {}),
    ],
)
def test_what_is_missing_is_readable_with_large_text(
    game, names, options, screen, table, open_phone
):
    page = open_phone(size={"width": screen[0], "height": screen[1]})
    chromium.set_letters(page, LARGE_LETTERS)
    match = table.factory.match(game, names=names, **options)
    page.goto(f"{table.address}/matches/{match}")
    wait_until(page, NOTHING_UNDER_WAY)
    line = page.locator("#save-note")
    expect(line).to_contain_text(f"{len(names)} players")

    assert line.evaluate(LINES) == {"sliced": 0, "unseen": 0}
    page.evaluate("() => document.querySelector(`#ask [data-key='7']`).click()")
    page.evaluate("() => document.querySelector(`#ask [data-key='next']`).click()")
    expect(line).to_contain_text(f"{len(names) - 1} players")
    assert line.evaluate(LINES) == {"sliced": 0, "unseen": 0}


@pytest.mark.thorough
@pytest.mark.parametrize("size", SCREENS, ids=str)
def test_the_warning_of_a_quick_answer_is_shown_in_full_with_large_text(size, table, open_phone):
    page = open_phone(size=dict(zip(("width", "height"), size, strict=True)))
    chromium.set_letters(page, LARGE_LETTERS)
    page.goto(f"{table.address}/matches/{table.factory.match('jaguar')}")
    assert page.evaluate(TAPS_ARE_READ)
    page.locator(chip_of("jaguar-Ana")).tap()
    wait_until(page, NOTHING_UNDER_WAY)
    page.get_by_role("button", name="All pass", exact=True).tap()

    line = page.locator(".save-bar__status")
    expect(line).to_have_text("Tap again to replace what you entered.")
    assert line.evaluate(LINES) == {"sliced": 0, "unseen": 0}
