"""Measure the time from a tap on Save to the painted response, in Chromium at 360 × 740."""

import os
import statistics

from playwright.sync_api import Page, ViewportSize, sync_playwright

from bench import data, league_phones, report
from bench.serving import scorekeeper
from scorekeeper.web.extension_keys import LOG_KEY

WAIT_UNTIL_IDLE = """() => new Promise((done) => {
  const look = () => (pending ? setTimeout(look, 5) : done());
  look();
})"""
WAIT_FOR_PAINTS = """(count) => new Promise((done) => {
  const look = () => (painted.length < count ? setTimeout(look, 5) : done());
  look();
})"""
PHONE: ViewportSize = {"width": 360, "height": 740}
TIMEOUT_MS = 15_000
ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run")

# Milliseconds from each tap on Save to the second frame after the swap, when it is painted.
CLOCK = """
window.painted = [];
window.pending = 0;
let tapped = 0;
document.addEventListener("click", (event) => {
  if (event.target.closest("#save")) tapped = performance.now();
}, true);
document.addEventListener("htmx:before:request", () => pending++);
document.addEventListener("htmx:finally:request", () => pending--);
document.addEventListener("htmx:after:swap", (event) => {
  if (event.detail.ctx?.target?.id !== "match" || !tapped) return;
  const from = tapped;
  tapped = 0;
  requestAnimationFrame(() => requestAnimationFrame(() => painted.push(performance.now() - from)));
});
"""


def measure(league: data.League) -> None:
    report.heading("In Chromium, on a screen of 360 × 740")
    app = data.open_app(league.folder)
    log = app.extensions[LOG_KEY]
    match = data.play_deals(log, "jabberwocky", data.add_players(app, data.FIVE), "browser", 0)
    table = data.Table(match, log.sheet(match))
    data.close_app(app)
    with scorekeeper(league.folder) as (address, _), sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=list(ARGUMENTS)
        )
        page = browser.new_page(viewport=PHONE, is_mobile=True, has_touch=True)
        page.context.add_cookies(
            [{"name": league_phones.COOKIE_NAME, "value": league_phones.TOKEN, "url": address}]
        )
        page.set_default_timeout(TIMEOUT_MS)
        page.add_init_script(CLOCK)
        page.goto(f"{address}/matches/{match}")
        taken = play_match(page, table)
        report.figure(f"Chromium {browser.version}: measured answers", str(len(taken)))
        browser.close()
    report.figure(
        "from tap on Save to painted response, median", f"{statistics.median(taken):.0f} ms"
    )
    report.figure("the same, slowest", f"{max(taken):.0f} ms")


def play_match(page: Page, table: data.Table) -> list[float]:
    """Play a whole match, tap by tap, and return the milliseconds that each save takes."""
    saved = 0
    while not table.sheet.is_over:
        _path, form = table.next()
        for name, value in form.items():
            chip = page.locator(f'label.chip:has(> input[name="{name}"][value="{value}"])')
            if name != "key" and chip.count() and not chip.locator("input").is_checked():
                chip.tap()
                page.evaluate(WAIT_UNTIL_IDLE)
        page.locator("#save").tap()
        saved += 1
        page.evaluate(WAIT_FOR_PAINTS, saved)
    times: list[float] = page.evaluate("painted")
    return times
