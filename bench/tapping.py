"""Measure the time from a tap to the next painted frame, in Chromium at 360 × 740.

That frame includes the texts that the page computes itself (sums, remainders, the forbidden number
and new totals), even with a slow network or a slow processor. A bare page of chips, without scripts
or texts to compute, is measured too, because the browser itself needs time for any tap.
"""

import os
import statistics
from typing import NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from bench import data, league_phones, report
from bench.browser import ARGUMENTS, PHONE, TIMEOUT_MS
from bench.serving import scorekeeper
from scorekeeper.web.extension_keys import LOG_KEY

LATENCY_MS = 400  # milliseconds that the slow network adds
CPU_SLOWDOWN = 4  # factor by which the processor is slowed down
PAUSE_MS = 100  # milliseconds between two taps; people take longer
IS_SAVED = "(n) => window.saved >= n && !document.body.dataset.settling"
IS_READY = "() => document.querySelector('#save[aria-disabled]')"

# `frames`: milliseconds from each tap on a chip or key to the frame that shows it, and whether that
# frame also changed a computed text. `work`: milliseconds that the input listeners take.
CLOCK = """
window.frames = [];
window.saved = 0;
const after = (from, before) => requestAnimationFrame(() => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => window.frames.push([performance.now() - from, before !== told()]);
  port2.postMessage("");
});
const told = () => [...document.querySelectorAll("[data-line], .save__open, .numbers-table__total")]
  .map((place) => place.textContent).join("|");
document.addEventListener("click", (event) => {
  if (event.target.closest("#ask .chip > input, #ask [data-key]")) after(event.timeStamp, told());
}, true);
window.warmUp = () => after(performance.now(), told());
let began = 0;
window.work = [];
window.addEventListener("input", () => (began = performance.now()), true);
window.addEventListener("input", () => window.work.push(performance.now() - began));
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (ctx.target?.id === "match") window.saved++;
});
"""

# Eight rows of six chips.
BARE_PAGE = (
    "<style>label { display: inline-grid; width: 44px; height: 44px; border: 1px solid }"
    "label:has(:checked) { background: gold }</style><form id=ask>"
    + "".join(
        f"<label class=chip><input type=radio name={row} value={n}>{n}</label>"
        for row in range(8)
        for n in range(6)
    )
)

# The centres of the chips with these values that are not yet checked.
CHIP_CENTRES = """(values) => values.flatMap(([name, value]) => {
  const input = document.querySelector(`#ask input[name="${name}"][value="${value}"]`);
  const chip = input?.closest("label.chip");
  if (!chip || input.checked) return [];
  const { x, y, width, height } = chip.getBoundingClientRect();
  return [[x + width / 2, y + height / 2]];
})"""


class Setting(NamedTuple):
    """Network latency in milliseconds, and the factor by which the processor is slowed down."""

    name: str
    latency: int = 0
    slower: int = 1


SETTINGS = (
    Setting("no throttling"),
    Setting(f"{LATENCY_MS} ms latency", latency=LATENCY_MS),
    Setting(
        f"{LATENCY_MS} ms latency, processor {CPU_SLOWDOWN} times slower", LATENCY_MS, CPU_SLOWDOWN
    ),
)


def measure(league: data.League) -> None:
    report.heading("From a tap to the frame that shows its effect, 360 × 740")
    app = data.open_app(league.folder)
    log = app.extensions[LOG_KEY]
    five = data.add_players(app, data.FIVE)
    tables = []
    for n, _ in enumerate(SETTINGS):
        match = data.play_deals(log, "jabberwocky", five, f"tapping {n}", 0)
        tables.append(data.Table(match, log.sheet(match)))
    data.close_app(app)
    with scorekeeper(league.folder) as (address, _), sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=list(ARGUMENTS)
        )
        for setting, table in zip(SETTINGS, tables, strict=True):
            bare = times_of(tap_bare_page(browser, setting))
            frames, work = play_match(browser, address, setting, table)
            times, told = times_of(frames), sum(tells for _, tells in frames)
            report.figure(f"{setting.name}: median, 99th percentile, slowest", spread(times))
            report.figure("  the same of a bare page", spread(bare))
            report.figure("  the first tap of the match", f"{frames[0][0]:.0f} ms")
            report.figure(
                "  median against the bare page",
                f"{statistics.median(times) / statistics.median(bare):.2f} ×",
            )
            report.figure(
                "  scripts of the page: median, slowest",
                f"{statistics.median(work):.1f}, {max(work):.1f} ms",
            )
            report.figure(
                "  number of taps, and of taps that changed a sum", f"{len(times)}; {told}"
            )
        browser.close()


def times_of(frames: list[tuple[float, bool]]) -> list[float]:
    return sorted(milliseconds for milliseconds, _ in frames)


def spread(times: list[float]) -> str:
    """Return the median, the 99th percentile and the slowest of sorted times in milliseconds."""
    most = times[int(0.99 * (len(times) - 1))]
    return f"{statistics.median(times):.0f}, {most:.0f}, {times[-1]:.0f} ms"


def open_page(browser: Browser) -> Page:
    page = browser.new_page(viewport=PHONE, is_mobile=True, has_touch=True)
    page.set_default_timeout(TIMEOUT_MS)
    return page


def slow_down(page: Page, setting: Setting) -> None:
    devices = page.context.new_cdp_session(page)
    devices.send("Network.enable")
    slow_network = {"offline": False, "latency": setting.latency}
    unlimited = {"downloadThroughput": -1, "uploadThroughput": -1}
    devices.send("Network.emulateNetworkConditions", slow_network | unlimited)
    devices.send("Emulation.setCPUThrottlingRate", {"rate": setting.slower})


def warm_up(page: Page) -> None:
    """Run the functions of CLOCK once, so that they are compiled before the first tap."""
    page.evaluate("window.warmUp()")
    page.wait_for_function("() => window.frames.length")
    page.evaluate("window.frames = []")


def tap_bare_page(browser: Browser, setting: Setting) -> list[tuple[float, bool]]:
    """Tap all chips of the bare page and return the frames of CLOCK."""
    page = open_page(browser)
    page.set_content(BARE_PAGE)
    page.evaluate(CLOCK)
    slow_down(page, setting)
    warm_up(page)
    tap_all(page, [(str(row), n) for n in range(6) for row in range(8)])
    frames: list[tuple[float, bool]] = page.evaluate("window.frames")
    page.close()
    return frames


def play_match(
    browser: Browser, address: str, setting: Setting, table: data.Table
) -> tuple[list[tuple[float, bool]], list[float]]:
    """Play a whole match without waiting for previews and return the measurements of CLOCK."""
    page = open_page(browser)
    page.context.add_cookies(
        [{"name": league_phones.COOKIE_NAME, "value": league_phones.TOKEN, "url": address}]
    )
    page.add_init_script(CLOCK)
    page.goto(f"{address}/matches/{table.match}")
    page.wait_for_function(IS_READY)
    slow_down(page, setting)
    warm_up(page)
    saved = 0
    while not table.sheet.is_over:
        _, form = table.next()
        tap_all(page, [(name, str(value)) for name, value in form.items()])
        page.locator("#save").tap()
        saved += 1
        page.wait_for_function(IS_SAVED, arg=saved)
    frames: list[tuple[float, bool]] = page.evaluate("window.frames")
    work: list[float] = page.evaluate("window.work")
    page.close()
    return frames, work


def tap_all(page: Page, values: list[tuple[str, object]]) -> None:
    """Tap every chip of these names and values that is not checked yet.

    Positions are read once, before the first tap, because fingers do not follow a moving layout.
    """
    for middle in page.evaluate(CHIP_CENTRES, values):
        page.touchscreen.tap(*middle)
        page.wait_for_timeout(PAUSE_MS)
