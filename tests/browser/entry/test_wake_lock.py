"""The lock that keeps the screen awake while a deal is entered."""

import pytest

from tests.browser.player_names import FIVE

pytestmark = pytest.mark.browser

COUNT_REQUESTS = """window.requests = [];
const request = navigator.wakeLock.request.bind(navigator.wakeLock);
navigator.wakeLock.request = (kind) => {
  const lock = request(kind);
  window.requests.push(lock.then(() => "held", (error) => error.name));
  return lock;
};"""


@pytest.mark.parametrize(
    ("permission", "answer"), [("screen-wake-lock", "held"), ("geolocation", "NotAllowedError")]
)
def test_taps_request_the_lock_once(table, new_phone, permission, answer):
    match = table.factory.match("jabberwocky", names=FIVE)
    page = new_phone()
    page.add_init_script(COUNT_REQUESTS)
    page.context.grant_permissions([permission])  # and no others
    page.goto(f"{table.address}/matches/{match}")
    for seat in ("Ana", "Bruno", "Chus"):
        page.locator(f'label:has([name="bids-{seat}"][value="1"])').tap()
        answers = page.evaluate("Promise.all(window.requests)")

    assert answers == [answer]
