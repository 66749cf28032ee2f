"""Measure the contrast of all text with axe, or on screenshots if axe leaves it undecided.

axe does not compute the contrast of text over a gradient or a pseudo-element, or of a single
letter. Two screenshots are compared: one has all text in a bright colour, and one has transparent
text. Pixels that differ belong to letters, and the second screenshot shows the background behind
them.
"""

from collections import Counter
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops

from tests.browser.layout_checks import load_axe

TALLEST = 3000  # CSS pixels; the rest of a longer page is not measured
FEW = 0.02  # share of a text's pixels to ignore, because a hairline may cross the text
SEEN = 24  # of 255; a pixel that differs by more belongs to a letter
# WCAG 2.2, 1.4.3: text is large from 14 points if it is bold, otherwise from 18 points.
LEAST, LEAST_OF_LARGE = 4.5, 3.0

BY_AXE = (Path(__file__).parent / "contrast.js").read_text()
# A constructed style sheet: the page's content security policy blocks inline styles.
PAINT = """
(color) => {
  const sheet = new CSSStyleSheet();
  const still = "text-decoration: none !important; transition: none !important";
  sheet.replaceSync(`* { color: ${color} !important; ${still}; }`);
  document.adoptedStyleSheets.push(sheet);
}
"""
AS_IT_WAS = "() => void document.adoptedStyleSheets.pop()"
HEIGHT = "document.documentElement.scrollHeight"
AS_PIXEL = """
(color) => {
  const drawing = new OffscreenCanvas(1, 1).getContext("2d");
  drawing.fillStyle = color;
  drawing.fillRect(0, 0, 1, 1);
  return [...drawing.getImageData(0, 0, 1, 1).data];
}
"""


def too_faint(page):
    """Return a line for each text whose contrast is too low, according to axe or screenshots."""
    size = page.viewport_size
    show_whole(page)
    load_axe(page)
    by_axe = page.evaluate(BY_AXE)
    texts = by_axe["undecided"]
    bright, behind = (
        screenshot_with_text_in(page, "magenta"),
        screenshot_with_text_in(page, "transparent"),
    )
    letters = Letters(bright, behind)
    colors = {color: page.evaluate(AS_PIXEL, color) for color in {each["color"] for each in texts}}
    page.set_viewport_size(size)
    return by_axe["faint"] + [
        f"{measured:.2f}, not {least}: {text['html']}"
        for text in texts
        for least in [least_of(text)]
        for measured in [letters.contrast(colors[text["color"]], text["boxes"])]
        if measured < least
    ]


def show_whole(page):
    """Make the screen as tall as the page, but no taller than `TALLEST`.

    The height is increased until the page no longer grows with the screen.
    """
    size, height = page.viewport_size, 0
    while height < (needed := min(page.evaluate(HEIGHT), TALLEST)):
        height = needed
        page.set_viewport_size({**size, "height": max(height, size["height"])})


def least_of(text):
    is_large = text["size"] >= 24 or (text["size"] >= 18.66 and text["weight"] >= 700)
    return LEAST_OF_LARGE if is_large else LEAST


def screenshot_with_text_in(page, color):
    """Return a screenshot of the page with all its text in this colour."""
    page.evaluate(PAINT, color)
    picture = Image.open(BytesIO(page.screenshot(scale="css"))).convert("RGB")
    page.evaluate(AS_IT_WAS)
    return picture


class Letters:
    """The pixels behind the letters of a page, found by comparing two screenshots."""

    def __init__(self, bright, behind):
        differ = ImageChops.difference(bright, behind).convert("L")
        self.pixels = behind.copy()
        self.pixels.putalpha(differ.point(lambda by: 255 if by > SEEN else 0))

    def contrast(self, color, boxes):
        """Return the lowest contrast of the letters in these boxes.

        The pixels with the lowest contrast, a share of `FEW`, are ignored. If the boxes contain no
        letters, return 21, the highest contrast.
        """
        pixels = Counter()
        for x, y, width, height in boxes:
            part = self.pixels.crop((int(x), int(y), int(x + width) + 1, int(y + height) + 1))
            colors = part.getcolors(part.width * part.height)
            pixels.update({tuple(rgb): n for n, (*rgb, is_letter) in colors if is_letter})
        contrasts = sorted((contrast(blend(color, each), each), n) for each, n in pixels.items())
        few = FEW * pixels.total()
        for least, n in contrasts:
            few -= n
            if few <= 0:
                return least
        return 21.0


def blend(color, ground):
    """Return the RGB colour that an RGBA colour has on this background.

    All channels, including alpha, are between 0 and 255.
    """
    *rgb, alpha = color
    return [(c * alpha + g * (255 - alpha)) / 255 for c, g in zip(rgb, ground, strict=True)]


def contrast(one, other):
    """Return the contrast ratio that WCAG 2.2 defines, from 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def luminance(rgb):
    def linear(c):
        c /= 255
        return c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(c) for c in rgb)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
