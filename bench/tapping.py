"""In Chromium, at the size of a phone: from a tap to the next painted frame.

What the page can tell by itself (sums, what is left, the forbidden number, totals-to-be) is in that
frame; with a slow network, and on a slow processor, it must not wait for either.
"""

import os
import statistics
from typing import NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from bench import data, owner, report
from bench.browser import ARGUMENTS, PATIENCE, PHONE
from bench.serving import scorekeeper

LATENCY = 400  # milliseconds of the slow network
SLOWER = 4  # times, of the slow processor
SAVED = "(n) => window.saved >= n && !document.body.dataset.settling"
READY = "() => document.querySelector('#save[aria-disabled]')"

# From each tap on a chip or key to the frame in which it shows, and whether the page told more than
# the chip itself in it.
CLOCK = """
window.frames = [];
window.saved = 0;
const after = (from, before) => requestAnimationFrame(() => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => window.frames.push([performance.now() - from, before !== told()]);
  port2.postMessage("");
});
const told = () => [...document.querySelectorAll("[data-line], .save__open, .reckon__after")]
  .map((place) => place.textContent).join("|");
document.addEventListener("click", (event) => {
  if (event.target.closest("#ask .chip > input, #ask [data-key]")) after(event.timeStamp, told());
}, true);
let began = 0;
window.work = [];
window.addEventListener("input", () => (began = performance.now()), true);
window.addEventListener("input", () => window.work.push(performance.now() - began));
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (ctx.target?.id === "match") window.saved++;
});
"""


# The middles of these chips, but of those that are chosen already.
CHIPS = """(values) => values.flatMap(([name, value]) => {
  const input = document.querySelector(`#ask input[name="${name}"][value="${value}"]`);
  const chip = input?.closest("label.chip");
  if (!chip || input.checked) return [];
  const { x, y, width, height } = chip.getBoundingClientRect();
  return [[x + width / 2, y + height / 2]];
})"""


class Setting(NamedTuple):
    """A network and a processor."""

    name: str
    latency: int = 0
    slower: int = 1


SETTINGS = (
    Setting("as it is"),
    Setting(f"{LATENCY} ms latency", latency=LATENCY),
    Setting(f"{LATENCY} ms latency, processor {SLOWER}× slower", LATENCY, SLOWER),
)


def measure(league: data.League) -> None:
    report.heading("From a tap to the frame that shows it, 360 × 740")
    app = data.opened(league.folder)
    log = app.extensions["scorekeeper.log"]
    five = data.people(app, data.FIVE)
    tables = []
    for n, _ in enumerate(SETTINGS):
        match = data.start(log, "jabberwocky", five, f"tapping {n}", 0)
        tables.append(data.Table(match, log.sheet(match)))
    data.close(app)
    with scorekeeper(league.folder) as (address, _), sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=list(ARGUMENTS)
        )
        for setting, table in zip(SETTINGS, tables, strict=True):
            frames, work = played(browser, address, setting, table)
            times = sorted(milliseconds for milliseconds, _ in frames)
            told = sum(tells for _, tells in frames)
            most = times[int(0.99 * (len(times) - 1))]
            report.figure(
                f"{setting.name}: median, 99th percentile, slowest",
                f"{statistics.median(times):.0f}, {most:.0f}, {times[-1]:.0f} ms",
            )
            report.figure(
                "  of which the page's own work: median, slowest",
                f"{statistics.median(work):.1f}, {max(work):.1f} ms",
            )
            report.figure("  taps; of them told more than their chip", f"{len(times)}; {told}")
        browser.close()


def played(
    browser: Browser, address: str, setting: Setting, table: data.Table
) -> tuple[list[tuple[float, bool]], list[float]]:
    """A whole match, tap by tap, without waiting for looks; what `CLOCK` noted."""
    page = browser.new_page(viewport=PHONE, is_mobile=True, has_touch=True)
    page.context.add_cookies([{"name": owner.NAME, "value": owner.TOKEN, "url": address}])
    page.set_default_timeout(PATIENCE)
    page.add_init_script(CLOCK)
    page.goto(f"{address}/matches/{table.match}")
    page.wait_for_function(READY)
    devices = page.context.new_cdp_session(page)
    devices.send("Network.enable")
    slow_network = {"offline": False, "latency": setting.latency}
    unlimited = {"downloadThroughput": -1, "uploadThroughput": -1}
    devices.send("Network.emulateNetworkConditions", slow_network | unlimited)
    devices.send("Emulation.setCPUThrottlingRate", {"rate": setting.slower})
    saved = 0
    while not table.sheet.is_over:
        _, form = table.next()
        tap_all(page, form)
        page.locator("#save").tap()
        saved += 1
        page.wait_for_function(SAVED, arg=saved)
    frames: list[tuple[float, bool]] = page.evaluate("window.frames")
    work: list[float] = page.evaluate("window.work")
    page.close()
    return frames, work


def tap_all(page: Page, form: dict[str, object]) -> None:
    """Every chip that is not chosen yet, as fast as it goes, where it was when the stage was asked:
    a finger does not ask the page what is under it.
    """
    chips = page.evaluate(CHIPS, [[name, str(value)] for name, value in form.items()])
    for middle in chips:
        page.touchscreen.tap(*middle)
