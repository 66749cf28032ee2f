"""The page shows the effects of a tap at once, not in a later frame and not after a request."""

import pytest
from playwright.sync_api import expect

from tests.browser.keypad_pages import tap_chips_and_keys
from tests.browser.player_names import FIVE
from tests.browser.selectors import chip_of
from tests.browser.waits import NOTHING_UNDER_WAY, TAPS_ARE_READ, tap_and_wait, wait_until

pytestmark = pytest.mark.browser

# Taps chips and keys, and reads the page before anything else can run, such as a timer, a frame
# or a response.
TAP_AND_READ = """({ taps, places }) => {
  for (const what of taps) document.querySelector(what).click();
  return places.map((place) => document.querySelector(place))
    .map((e) => e.value ?? e.innerText.trim());
}"""
KEY = "[data-key='{}']"
# Records the current field of each draft that another tab writes, until that tab has written "end".
RECORD_DRAFTS = """() => {
  window.drafts = [];
  window.addEventListener("storage", ({ key, newValue }) => {
    if (key === "end") window.isAtEnd = true;
    else if (key.startsWith("draft ") && !window.isAtEnd) drafts.push(JSON.parse(newValue).current);
  });
}"""
# Taps a key, and writes "end" after the next frame. It does not wait for the preview, because a
# preview also writes the draft.
TAP_AND_END = """(key) => {
  document.querySelector(key).click();
  requestAnimationFrame(() => setTimeout(() => localStorage.setItem("end", "yes")));
}"""
# Taps, and returns the fields of the draft twice: right after the taps, and after an event.
FIELDS_AFTER = """({ taps, event }) => {
  const fields = () => Object.keys(localStorage).filter((key) => key.startsWith("draft "))
    .map((key) => JSON.parse(localStorage.getItem(key)).fields);
  for (const what of taps) document.querySelector(what).click();
  const atOnce = fields();
  window.dispatchEvent(new Event(event));
  return [atOnce, fields()];
}"""
# The taps of a game's first stage, and what they change.
EFFECTS = {
    "jabberwocky": (
        {"schedule": [5, 5]},
        [f"#bids-{name}-1" for name in ("Bruno", "Chus", "Dina", "Edu")],
        {
            "[data-line=status_line]": "Bids: 4 for 5 tricks. Ana bids last.",
            "#bids-Ana-why": "Not 1: the bids must not add up to 5.",
            ".save__open": "1 still to enter",
        },
    ),
    "chinchon": (
        {},
        ["#closer-Bruno", KEY.format(1), KEY.format(2)],
        {"#row-Ana .numbers-table__total": "12", ".save__open": "4 still to enter"},
    ),
    "jamon": (
        {},
        ["#went_out-Ana", *(KEY.format(n) for n in "3456")],
        {"#counters-Edu": "7", "[data-line=status_line]": "25 of 25 counters"},
    ),
    "jaguar": (
        {},
        ["#jaguar-Bruno", "#friend-Dina", *(KEY.format(n) for n in "75")],
        {"[data-line=save_note]": "Bruno +2, Dina +1; Ana, Chus, Edu −1 each."},
    ),
}


@pytest.mark.parametrize("game", EFFECTS)
def test_the_effects_of_a_tap_are_on_the_page_when_the_tap_ends(game, table, open_phone):
    options, taps, shown = EFFECTS[game]
    page = open_phone()
    page.goto(f"{table.address}/matches/{table.factory.match(game, **options)}")
    assert page.evaluate(TAPS_ARE_READ)

    effects = page.evaluate(TAP_AND_READ, {"taps": taps, "places": list(shown)})
    assert dict(zip(shown, effects, strict=True)) == shown


def test_a_digit_that_completes_a_number_writes_the_draft_only_once(table, open_phone):
    page = open_phone()
    page.goto(f"{table.address}/matches/{table.factory.match('chinchon')}")
    tap_and_wait(page, chip_of("closer-Bruno"))
    other = page.context.new_page()
    other.goto(f"{table.address}/")
    other.evaluate(RECORD_DRAFTS)

    page.evaluate(TAP_AND_END, KEY.format(7))

    wait_until(other, "() => window.isAtEnd")
    assert other.evaluate("drafts") == ["deadwood-Bruno"]


def test_the_draft_is_stored_after_the_frame_that_shows_the_tap(table, open_phone):
    """If somebody leaves the page before that frame, the draft is stored at that moment."""
    page = open_phone()
    page.goto(f"{table.address}/matches/{table.factory.match('jabberwocky', schedule=[5])}")
    assert page.evaluate(TAPS_ARE_READ)

    taps = {"taps": ["#bids-Bruno-1", "#bids-Chus-2"], "event": "pagehide"}
    at_once, afterwards = page.evaluate(FIELDS_AFTER, taps)

    assert at_once == []
    assert afterwards == [{"bids-Bruno": "1", "bids-Chus": "2"}]


# Taps, and returns whether each text has changed in the text node that it had before.
CHANGED_TEXTS = """({ taps, places }) => {
  const nodes = places.map((place) => document.querySelector(place).firstChild);
  const before = nodes.map(({ data }) => data);
  for (const what of taps) document.querySelector(what).click();
  return nodes.map((node, n) => node.isConnected && node.data !== before[n]);
}"""


@pytest.mark.parametrize(
    ("game", "places"),
    [
        ("jabberwocky", ["[data-line=status_line]", ".save__open"]),
        ("chinchon", [".save__open"]),
    ],
)
def test_a_tap_changes_texts_without_replacing_their_nodes(game, places, table, open_phone):
    """For new nodes, the browser would also recompute the styles of the elements around them."""
    options, taps, _ = EFFECTS[game]
    page = open_phone()
    page.goto(f"{table.address}/matches/{table.factory.match(game, **options)}")
    assert page.evaluate(TAPS_ARE_READ)

    changed = page.evaluate(CHANGED_TEXTS, {"taps": taps, "places": places})

    assert dict(zip(places, changed, strict=True)) == dict.fromkeys(places, True)


def test_a_tap_on_a_suggested_chip_enters_its_number(table, open_phone):
    bids = {"bids": dict.fromkeys(FIVE[:3], 1)}
    page = open_phone()
    match = table.factory.match("jabberwocky", bids, names=FIVE[:3], schedule=[5, 5])
    page.goto(f"{table.address}/matches/{match}")
    tap_chips_and_keys(page, "tricks-Bruno-2", "tricks-Chus-1")
    suggested = page.locator(chip_of("tricks-Ana-2"))
    expect(suggested).to_contain_class("chip--rest")
    suggested.tap()
    tap_chips_and_keys(page, "tricks-Bruno-1")

    expect(suggested).not_to_contain_class("chip--rest")
    expect(page.locator("[id='tricks-Ana-2']")).to_be_checked()
    expect(page.locator("[data-line=save_note]")).to_have_text(
        "The tricks must add up to 5, not 4."
    )
    wait_until(page, NOTHING_UNDER_WAY)
    expect(page.locator("[id='tricks-Ana-2']")).to_be_checked()
