"""Notifications on the phone's page, and in the service worker that receives one.

Headless Chromium has neither notifications nor a push service, so `STANDS_IN` replaces both.
Everything else is real, including the delivery of a message to the worker.
"""

import json

import pytest
from playwright.sync_api import expect

from tests.browser import chromium
from tests.browser.layout_checks import find_faults
from tests.browser.waits import first_event
from tests.notices.push_service import Browser

pytestmark = pytest.mark.browser

ENDPOINT = "https://push.example/send/1"
MESSAGE = {"title": "Scorekeeper", "body": "It is your turn.", "path": "matches/7", "tag": "turn-7"}
STANDS_IN = """
Object.defineProperty(Notification, "permission", { get: () => "granted" });
Notification.requestPermission = async () => "granted";
const known = () => {
  const { keys, key } = JSON.parse(localStorage.getItem("subscribed") || "{}");
  return keys ? {
    options: { applicationServerKey: Uint8Array.from(key).buffer },
    toJSON: () => keys,
    unsubscribe: async () => localStorage.removeItem("subscribed"),
  } : null;
};
PushManager.prototype.getSubscription = async () => known();
PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
  if (!userVisibleOnly || applicationServerKey.length !== 65) throw new Error("not a key");
  const subscribed = { keys: KEYS, key: [...applicationServerKey] };
  localStorage.setItem("subscribed", JSON.stringify(subscribed));
  return known();
};
"""
# Resolves with the notification that the worker shows next.
SHOWN = """() => new Promise((shown) => {
  registration.showNotification = async (title, options) => shown({ title, ...options });
})"""
KEPT = "() => { self.shown = (" + SHOWN + ")(); }"


def keys():
    """Return a push subscription as JSON, as browsers report it."""
    endpoint, p256dh, auth = Browser().keys(ENDPOINT).values()
    return json.dumps({"endpoint": endpoint, "keys": {"p256dh": p256dh, "auth": auth}})


def test_a_phone_switches_notifications_on_and_off(league, new_phone):
    page = new_phone(worker=True)
    page.add_init_script(STANDS_IN.replace("KEYS", keys()))
    page.goto(f"{league}/phone")
    kind = page.get_by_role("checkbox", name="A match is over")
    expect(page.get_by_role("button", name="Save notifications")).to_be_visible()
    assert find_faults(page) == {}
    expect(page.get_by_text("Notify this phone when")).not_to_have_css("padding-bottom", "0px")
    kind.tap()
    page.get_by_role("button", name="Save notifications").tap()
    expect(page.get_by_text("Saved. Notifications are on.")).to_be_visible()
    expect(kind).to_be_checked()

    deliver(page, league)

    page.evaluate("() => localStorage.clear()")
    page.reload()
    expect(page.get_by_text("The browser has stopped notifications on this phone.")).to_be_visible()
    kind.tap()
    page.get_by_role("button", name="Save notifications").tap()
    expect(page.get_by_text("Saved. Notifications are off.")).to_be_visible()
    expect(kind).not_to_be_checked()


@pytest.mark.thorough
def test_a_choice_that_was_not_saved_is_not_said_to_be_saved(league, new_phone):
    page = new_phone(worker=True)
    page.add_init_script(STANDS_IN.replace("KEYS", keys()))
    page.goto(f"{league}/phone")
    save = page.get_by_role("button", name="Save notifications")
    page.get_by_role("checkbox", name="A match is over").tap()
    save.tap()
    expect(page.get_by_text("Saved. Notifications are on.")).to_be_visible()

    page.context.set_offline(True)
    save.tap()
    expect(page.get_by_text("Your choice was not saved")).to_be_visible()
    expect(page.get_by_text("Saved. Notifications are on.")).to_be_hidden()
    chromium.ignore_network_errors(page)


def deliver(page, league):
    """Deliver a message to this page's worker, and check that the worker shows it."""
    worker = page.context.service_workers[0]
    worker.evaluate(KEPT)
    session, registered = page.context.new_cdp_session(page), []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: registered.extend(told["registrations"]),
    )
    session.send("ServiceWorker.enable")
    number, text = first_event(page, registered)["registrationId"], json.dumps(MESSAGE)
    session.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": league, "registrationId": number, "data": text},
    )
    shown = worker.evaluate("() => self.shown")
    assert {**shown, "path": shown["data"]["path"]}.items() >= MESSAGE.items()


@pytest.mark.thorough
def test_the_page_says_why_a_browser_gets_no_notifications(league, open_phone, new_phone):
    page = open_phone(scripted=False)
    page.goto(f"{league}/phone")
    expect(page.get_by_text("Notifications need JavaScript")).to_be_visible()

    page = new_phone()
    page.context.grant_permissions([])  # no permission at all, so none for notifications
    page.goto(f"{league}/phone")
    expect(page.get_by_text("This browser blocks notifications from this address.")).to_be_visible()
    expect(page.get_by_role("button", name="Save notifications")).to_be_hidden()
