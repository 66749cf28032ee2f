"""A name that is cut off with an ellipsis leaves no gap before the text after it."""

from io import BytesIO

import pytest
from PIL import Image
from playwright.sync_api import expect

from tests.browser import chromium
from tests.browser.player_names import LONG_NAMES
from tests.browser.selectors import chip_of
from tests.browser.waits import NOTHING_UNDER_WAY, wait_until

pytestmark = pytest.mark.browser


def blank_columns(page, element):
    """Return a list that says for each pixel column of the element whether the column is blank."""
    image = Image.open(BytesIO(page.screenshot(clip=element.bounding_box()))).convert("L")
    width, height = image.size
    background = image.getpixel((width - 1, 0))
    return [
        all(abs(image.getpixel((x, y)) - background) < 40 for y in range(height))
        for x in range(width)
    ]


def gap_before_the_sign(page, group):
    """Return the number of blank columns between a truncated name and the sign after it."""
    is_blank = blank_columns(page, group)
    sign = len(is_blank) - 1 - is_blank[::-1].index(False)
    start = max(x for x in range(sign) if is_blank[x])
    return start - max(x for x in range(start) if not is_blank[x])


@pytest.mark.thorough
@pytest.mark.parametrize("letters", [chromium.LETTERS, 19])
def test_there_is_no_space_between_a_shortened_name_and_a_comma(letters, table, open_phone):
    """The ellipsis and the comma have blank columns of their own at their sides."""
    bids = {"bids": dict.fromkeys(LONG_NAMES, 2)}
    match = table.factory.match("jabberwocky", bids, names=LONG_NAMES, schedule=[9])
    page = open_phone(size={"width": 360, "height": 640})
    chromium.set_letters(page, letters)
    page.goto(f"{table.address}/matches/{match}")
    for name, tricks in zip(LONG_NAMES, (2, 2, 2, 2, 1), strict=True):
        page.locator(chip_of(f"tricks-{name}-{tricks}")).tap()
    wait_until(page, NOTHING_UNDER_WAY)
    line = page.locator("#save-note")
    expect(line).to_contain_text("Made it: ")

    gaps = [gap_before_the_sign(page, group) for group in line.locator(".no-break").all()]
    assert len(gaps) == 4
    assert max(gaps) <= 5


@pytest.mark.parametrize("width", [320, 360])
def test_there_is_no_space_after_a_shortened_name_in_the_bar(width, table, open_phone):
    page = open_phone(size={"width": width, "height": 640})
    page.goto(f"{table.address}/matches/{table.factory.match('loba', names=LONG_NAMES[:4])}")
    name = page.locator(".bar__parts bdi")
    expect(name).to_have_text(LONG_NAMES[0])
    wait_until(page, NOTHING_UNDER_WAY)

    assert name.evaluate("(name) => name.scrollWidth > name.clientWidth")
    assert blank_columns(page, name)[::-1].index(False) <= 4


@pytest.mark.parametrize("width", [320, 360])
def test_there_is_no_space_after_the_shortened_name_of_a_caller(width, table, open_phone):
    page = open_phone(size={"width": width, "height": 640})
    match = table.factory.match("jamon", names=LONG_NAMES)
    page.goto(f"{table.address}/matches/{match}?instead=1")
    page.locator(".calls [value='0>1']").tap()
    name = page.locator(".strip--cut bdi").first
    expect(name).to_have_text(LONG_NAMES[0])
    wait_until(page, NOTHING_UNDER_WAY)

    assert name.evaluate("(name) => name.scrollWidth > name.clientWidth")
    assert blank_columns(page, name)[::-1].index(False) <= 4
