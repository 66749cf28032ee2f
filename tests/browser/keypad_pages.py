"""The pages with number keys, and functions that read and tap their chips and keys."""

from tests.browser.match_factory import CHINCHON_DEAL, JAGUAR_HAND, JAMON_DEAL, KNOCK, LOBA_DEAL
from tests.browser.player_names import FIVE
from tests.browser.selectors import chip_of

# Every page that asks for numbers, at the start of a match and when correcting a deal.
PAGES = {
    "jaguar": ("jaguar", (), FIVE, "", {}),
    "jaguar corrected": ("jaguar", (JAGUAR_HAND,), FIVE, "/rounds/1/correct", {}),
    "jamón": ("jamon", (), FIVE, "", {}),
    "jamón by points": ("jamon", (), FIVE, "", {"scoring": "points"}),
    "jamón corrected": ("jamon", (JAMON_DEAL,), FIVE, "/rounds/1/correct", {"deals": 3}),
    "chinchón": ("chinchon", (), FIVE, "", {}),
    "chinchón corrected": ("chinchon", (CHINCHON_DEAL,), FIVE, "/rounds/1/correct", {}),
    "loba": ("loba", (), FIVE, "", {}),
    "loba corrected": ("loba", (LOBA_DEAL,), FIVE, "/rounds/1/correct", {}),
    "gin": ("gin", (), FIVE[:2], "", {}),
    "gin with two pairs": ("gin", (), FIVE[:4], "", {}),
    "gin corrected": ("gin", (KNOCK,), FIVE[:2], "/rounds/1/correct", {}),
    "jabberwocky's reneges": (
        "jabberwocky",
        ({"bids": dict.fromkeys(FIVE, 2)},),
        FIVE,
        "",
        {"schedule": [9, 9]},
    ),
}
# Imports the page's own keypad.js, so that the state comes from its functions.
KEYPAD = """const { fields, isSuggested } =
  await import(document.querySelector("script[src$='/keypad.js']").src);"""
# Keys that are outside the screen or covered.
HIDDEN_KEYS = """() => [...document.querySelectorAll("#ask .key, #save")]
  .filter((key) => key.checkVisibility() && !key.closest(".popover"))
  .filter((key) => {
    const box = key.getBoundingClientRect();
    const seen = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return box.top < 0 || box.bottom > innerHeight || !key.contains(seen);
  })
  .map((key) => key.textContent.trim())"""
# Fields whose centre is under keys, a bar or the edge of the screen.
HIDDEN_FIELDS = """async () => { KEYPAD return fields().filter((box) => {
    const { x, y, width, height } = box.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2) !== box;
  }).map((box) => box.id); }""".replace("KEYPAD", KEYPAD)


def tap_chips_and_keys(page, *keys):
    """Tap chips, given by id, and keys of the page, given by digit."""
    for key in keys:
        is_digit = len(key) == 1
        page.locator(f"[data-key='{key}']" if is_digit else chip_of(key)).tap()
