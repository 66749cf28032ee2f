"""Scripts that record a page's layout shifts, as browsers measure them."""

WATCH = """
window.shifts = [];
// Shifts right after a tap are recorded too, although browsers do not count them.
new PerformanceObserver((list) => list.getEntries().forEach((entry) =>
  shifts.push([entry.value, ...entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 60))])
)).observe({ type: "layout-shift", buffered: true });
"""
# Two frames later, the layout is complete.
SHIFTED = """
() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(shifts))))
"""
