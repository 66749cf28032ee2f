"""Record a page's layout shifts, as browsers measure them."""

# Shifts right after a tap are recorded too, although browsers do not count them.
WATCH = """
window.shifts = [];
window.recordShifts = (entries) => entries.forEach((entry) =>
  shifts.push([entry.value, ...entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 60))]));
window.shiftObserver = new PerformanceObserver((list) => recordShifts(list.getEntries()));
shiftObserver.observe({ type: "layout-shift", buffered: true });
"""
# Two frames later, the layout is complete, and its shifts are recorded or about to be.
TAKE_SHIFTS = """
() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => {
  recordShifts(shiftObserver.takeRecords());
  done(shifts.splice(0));
})))
"""


def take_shifts(page):
    """Return (value, HTML of each shifted element) of each layout shift since the last call.

    The first call returns the shifts since the script `WATCH` was started.
    """
    return page.evaluate(TAKE_SHIFTS)


def take_total_shift(page):
    """Return the sum of the values of the shifts that `take_shifts` would return."""
    return sum(value for value, *_ in take_shifts(page))
