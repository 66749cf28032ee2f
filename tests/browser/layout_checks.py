"""Automatic page checks: axe, tap targets, text in fields, narrow screens and large text."""

from tests.browser import chromium, servers

LARGE_LETTERS = 32  # pixels; the usual size is chromium.LETTERS
LEAST_TARGET = 44  # pixels
NARROW = {"width": 320, "height": 640}

# A float moves a legend into the grid of its fieldset, except in Safari and other browsers that use
# WebKit. There, a line clamp also counts each line of an inline block within the clamped box.
DIFFERENT_IN_WEBKIT = """
() => {
  const style = (e) => getComputedStyle(e), all = (tag) => [...document.querySelectorAll(tag)];
  const isClamped = (e) => e && (style(e).webkitLineClamp !== "none" || isClamped(e.parentElement));
  const legends = all("legend").filter((e) => style(e).float !== "none");
  const names = all("bdi").filter((e) => style(e).display === "inline-block" && isClamped(e));
  return [...legends, ...names].map((e) => e.outerHTML.slice(0, 90));
}
"""
# The innermost elements that reach beyond the right edge of the page, unless a box around them
# scrolls or clips. If there are none, but the page scrolls sideways, the list contains <html>.
STICKING_OUT = """
() => {
  const width = document.documentElement.clientWidth;
  const within = (e) => {
    for (let box = e; box !== document.body; box = box.parentElement) {
      if (box.matches(".visually-hidden")) return true;
      if (getComputedStyle(box).overflowX !== "visible") return true;
    }
    return false;
  };
  const out = [...document.body.querySelectorAll("*")].filter((e) => e.checkVisibility() &&
    e.getBoundingClientRect().right > width + 0.5 && !within(e));
  const innermost = out.filter((e) => !out.some((other) => other !== e && e.contains(other)));
  const root = document.documentElement;
  if (!innermost.length && root.scrollWidth > width) innermost.push(root);
  return innermost.map((e) => e.outerHTML.slice(0, 90));
}
"""
# Controls of the question that are below the screen or covered by something else.
OUT_OF_REACH = """
() => [...document.querySelectorAll("#ask :is(input, button, summary, a)")]
  .filter((e) => e.type !== "hidden" && !e.disabled && e.checkVisibility())
  .filter((e) => {
    const face = e.closest("label") || e;
    const box = face.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return box.bottom > innerHeight || !face.contains(top);
  })
  .map((e) => e.outerHTML.slice(0, 90))
"""
# Controls on the screen (a selector) that are covered by something else.
COVERED = """
(controls) => [...document.querySelectorAll(controls)]
  .filter((e) => e.checkVisibility())
  .filter((e) => {
    const { x, y, width, height } = e.getBoundingClientRect();
    return !e.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  })
  .map((e) => e.outerHTML.slice(0, 90))
"""
# The same as OUT_OF_REACH, but after scrolling to each control.
UNREACHABLE = """
() => {
  const y = scrollY, visible = { visibilityProperty: true };
  const isOnTop = (face) => {
    const { x, y, width, height } = face.getBoundingClientRect();
    return face.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  };
  const found = [...document.querySelectorAll("#ask :is(input, button, summary, a)")]
    .filter((e) => e.type !== "hidden" && !e.disabled && e.checkVisibility(visible))
    .filter((e) => !e.closest("[inert], .visually-hidden"))
    .filter((e) => {
      const face = e.closest("label") || e;
      return ["center", "start"].every((block) => {
        face.scrollIntoView({ block, behavior: "instant" });
        return !isOnTop(face);
      });
    })
    .map((e) => e.outerHTML.slice(0, 90));
  scrollTo({ top: y, behavior: "instant" });
  return found;
}
"""
# The screens on which every game must fit, in CSS pixels.
SIZES = {
    "640": {"width": 360, "height": 640},
    "740": {"width": 360, "height": 740},
    "narrow": {"width": 320, "height": 568},
    "landscape": {"width": 740, "height": 360},
    "laptop": {"width": 1280, "height": 800},
}
# Tap targets that the toast covers. Without the toast, a tap in the middle of the overlap would hit
# them.
COVERED_BY_TOAST = """
() => {
  const toast = document.querySelector(".toast"), over = toast.getBoundingClientRect();
  const faces = [...document.querySelectorAll("a, button, summary, label, .numbers-table__field")];
  return faces.filter((face) => !toast.contains(face) && face.checkVisibility()).filter((face) => {
    const box = face.getBoundingClientRect();
    const left = Math.max(box.left, over.left), right = Math.min(box.right, over.right);
    const top = Math.max(box.top, over.top), bottom = Math.min(box.bottom, over.bottom);
    if (right - left < 1 || bottom - top < 1) return false;
    const there = document.elementsFromPoint((left + right) / 2, (top + bottom) / 2);
    return face.contains(there.find((each) => !toast.contains(each)));
  }).map((face) => face.outerHTML.slice(0, 90));
}
"""
# Words broken across lines in this part of the page, except long words that nearly fill a line.
BROKEN_WORDS = """(part) => {
  const range = document.createRange(), found = [];
  const texts = document.createTreeWalker(document.querySelector(part), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode, box = text.parentElement;
    if (box.closest(".visually-hidden, textarea, svg") || !box.checkVisibility()) continue;
    for (const word of text.data.matchAll(/[\\p{L}\\p{M}\\d]+-?/gu)) {
      range.setStart(text, word.index), range.setEnd(text, word.index + word[0].length);
      const parts = [...range.getClientRects()].filter((piece) => piece.width > 1);
      const width = parts.reduce((sum, piece) => sum + piece.width, 0);
      const isBroken = parts.some((piece) => piece.top > parts[0].bottom - 4);
      const most = document.documentElement.clientWidth * (box.closest("h1") ? 0.9 : 0.74);
      if (isBroken && (width < most || word[0].length <= 11)) found.push(word[0]);
    }
  }
  return found;
}"""
# How many pixels wider than the screen the page is.
TOO_WIDE = "() => document.documentElement.scrollWidth - innerWidth"
LOAD = """(src) => new Promise((loaded, failed) => {
  const script = Object.assign(document.createElement("script"), { src });
  script.onload = () => (script.remove(), loaded());
  script.onerror = () => failed(Error(`cannot load ${src}`));
  document.head.append(script);
})"""
VIOLATIONS = """
async (options) => (await axe.run(options)).violations.flatMap((found) => found.nodes.map((node) =>
  `${found.id}: ${node.html.slice(0, 120)} ${node.any.length ? node.any[0].message : ""}`))
"""
UNFOLD = "() => document.querySelectorAll('details').forEach((fold) => (fold.open = true))"
# Tap targets whose visible part is too small: the chip around an input, or the link or button
# itself.
SMALL_TARGETS = """
(least) => [...document.querySelectorAll("a, button, summary, select, input, textarea")]
  .filter((e) => e.checkVisibility({ visibilityProperty: true }))
  .filter((e) => e.type !== "hidden" && !e.closest(".visually-hidden, .skip, .prose p, .prose li"))
  .map((e) => [e, (e.closest("label") || e).getBoundingClientRect()])
  .filter(([, box]) => box.width && Math.min(box.width, box.height) < least - 0.5)
  .map(([e, box]) => [e.outerHTML.slice(0, 90), box.width, box.height])
"""
# Fields whose text is so small that an iPhone enlarges the page when they get the focus.
ENLARGED_BY_IPHONES = """
() => [...document.querySelectorAll("input, select, textarea")]
  .filter((e) => e.checkVisibility() && !e.matches("[type=radio], [type=checkbox], [type=file]"))
  .filter((e) => parseFloat(getComputedStyle(e).fontSize) < 16)
  .map((e) => e.outerHTML.slice(0, 90))
"""


def load_axe(page):
    """Load axe from the server, unless the page already has it."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(LOAD, servers.AXE)


def axe_says(page, **options):
    """Return axe's violations, one per line.

    Checks that pass are not reported, because that would double the time.
    """
    load_axe(page)
    return page.evaluate(VIOLATIONS, {**options, "resultTypes": ["violations"]})


def enlarge(page):
    """Double the font size that is set in the browser."""
    chromium.set_letters(page, LARGE_LETTERS)


def one_per_line(faults_by_place):
    """Return a message for assertions: one line per fault, with its page and kind before it."""
    return "\n".join(
        f"{' '.join(map(str, place))}: {each}"
        for place, faults in faults_by_place.items()
        for each in faults
    )


def find_faults(page, *, by_axe=True, contrast=True):
    """Return {fault: elements} of the open page.

    The faults are those that axe finds, and those on a narrow screen or with large text. With
    `contrast`, axe also checks the colours in light and dark mode. This check takes a third of its
    time, so tests omit it for pages on which all colours are also on other pages.
    """
    faults = {}
    if by_axe:
        faults["axe"] = axe_says(page, rules={"color-contrast": {"enabled": contrast}})
    if by_axe and contrast:
        page.emulate_media(color_scheme="dark")
        # Dark mode differs only in its colours.
        faults["axe by night"] = axe_says(page, runOnly=["color-contrast"])
    faults["too small to tap"] = page.evaluate(SMALL_TARGETS, LEAST_TARGET)
    page.evaluate(UNFOLD)
    page.set_viewport_size(NARROW)
    faults["sticks out at 320 pixels"] = page.evaluate(STICKING_OUT)
    page.set_viewport_size(chromium.PHONE)
    faults["laid out differently by Safari"] = page.evaluate(DIFFERENT_IN_WEBKIT)
    faults["enlarged by iPhones"] = page.evaluate(ENLARGED_BY_IPHONES)
    enlarge(page)
    faults["sticks out with large text"] = page.evaluate(STICKING_OUT)
    return {what: where for what, where in faults.items() if where}
