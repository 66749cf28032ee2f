"""The field that the keys type into is marked by a frame and a pointer, not only by a colour."""

from io import BytesIO

import pytest
from PIL import Image

from tests.browser.contrast import contrast
from tests.browser.player_names import FIVE
from tests.browser.waits import NOTHING_UNDER_WAY, wait_until

pytestmark = pytest.mark.browser

VISIBLE = 3.0  # WCAG 2.2, 1.4.11: the minimum contrast of a mark that is not text


def grey_picture(page, box):
    """Return (grey picture of this part of the page, its pixels by position)."""
    picture = Image.open(BytesIO(page.screenshot(clip=box, scale="css"))).convert("L")
    return picture, picture.load()


def marked_pixels(page, field, other):
    """Return the pixels around `field` that visibly change when it becomes the current field.

    Also returns the field's box.
    """
    locator = page.locator(field)
    box = locator.bounding_box()
    clip = {
        "x": box["x"] - 12,
        "y": box["y"] - 4,
        "width": box["width"] + 24,
        "height": box["height"] + 8,
    }
    pictures = []
    for each in (other, field):
        page.locator(each).tap()
        wait_until(page, NOTHING_UNDER_WAY)
        page.evaluate("() => document.activeElement.blur()")
        pictures.append(grey_picture(page, clip))
    (picture, before), (_, after) = pictures
    return [
        (x - 12, y - 4)
        for x in range(picture.width)
        for y in range(picture.height)
        if contrast((before[x, y],) * 3, (after[x, y],) * 3) >= VISIBLE
    ], box


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_current_field_can_be_told_without_colours(scheme, table, open_phone):
    match = table.factory.match("loba", names=FIVE)
    page = open_phone(scheme=scheme)
    page.goto(f"{table.address}/matches/{match}")

    marked, box = marked_pixels(page, "[id='deadwood-Bruno']", "[id='deadwood-Dina']")

    pointer = [x for x, _ in marked if x < 0]
    frame = [x for x, y in marked if 0 <= x < box["width"] and 0 <= y < box["height"]]
    assert len(pointer) > 30
    assert len(frame) > box["width"] + box["height"]


BACKGROUND = "field => getComputedStyle(field).backgroundColor"


def test_only_the_current_one_of_jaguars_two_numbers_is_on_gold(open_match):
    page = open_match("jaguar", point_bids=True)
    current, other = page.locator(".single-number.is-current"), page.locator("#bid_points")

    assert current.evaluate(BACKGROUND) != other.evaluate(BACKGROUND)
