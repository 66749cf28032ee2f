// What others save is on this page by itself. A stream, or asking every few seconds, says where
// things stand; where the page is behind, its own address is fetched and morphed into it.
"use strict";

{
  const FIRST = 1_500; // milliseconds until a stream that says nothing is held back by somebody
  const SILENT = 45_000; // and until one that did is taken for dead
  const SOON = 3_000, SLOW = 15_000; // between two questions; the second where nothing moves
  const HUNG = 20_000; // until an answer that does not come is given up
  const LATER = 60_000; // until a stream is tried again

  let topic = ""; // what is followed: "match 7", "league", "books"; nothing while nobody looks
  let told = ""; // where it stands
  let stream = null, failed = 0, watchdog = 0, reopening = 0;
  let asking = 0, pause = SOON, tag = "";
  let fetching = false, renewing = 0, tries = 0;
  let sent = 0, typed = false;
  const underWay = new Set();

  const shown = () => $("[data-live]");
  const isMatch = () => topic.startsWith("match");
  const address = (path) => document.body.dataset[path] + (isMatch() ? `?match=${topic.slice(6)}` : "");

  // ---------------------------------------------------------- being told

  // What the page shows decides what is followed; a page that nobody sees follows nothing.
  function follow() {
    const wanted = (!document.hidden && shown()?.dataset.live) || "";
    if (wanted === topic) return;
    rest();
    topic = wanted;
    if (topic) open();
  }

  function rest() {
    close();
    [asking, renewing].forEach(clearTimeout);
    topic = told = tag = "";
    asking = 0;
  }

  function close() {
    stream?.close();
    stream = null;
    failed = 0;
    [watchdog, reopening].forEach(clearTimeout);
  }

  function open() {
    close();
    if (!window.EventSource) return ask();
    stream = new EventSource(address("stream"));
    watch(FIRST);
    stream.onmessage = ({ data }) => {
      clearTimeout(asking);
      failed = asking = 0;
      pause = SOON;
      watch(SILENT);
      hear(data);
    };
    stream.addEventListener("here", ({ data }) => meet(data));
    stream.onerror = () => (stream.readyState === EventSource.CLOSED || ++failed > 1) && fallBack();
  }

  function watch(patience) {
    clearTimeout(watchdog);
    watchdog = setTimeout(fallBack, patience);
  }

  function fallBack() {
    close();
    reopening = setTimeout(open, LATER);
    if (!asking) ask();
  }

  async function ask() {
    const about = topic;
    clearTimeout(asking);
    asking = setTimeout(ask, (pause = Math.min(pause * 1.2, SLOW)));
    try {
      const answer = await fetch(address("now"), { cache: "no-store", headers: tag ? { "If-None-Match": tag } : {} });
      if (about !== topic || answer.status !== 200) return;
      pause = SOON;
      tag = answer.headers.get("ETag");
      const { at, here } = await answer.json();
      hear(at);
      meet(here);
    } catch {
      pause = SOON; // no network; the next question may get through
    }
  }

  function hear(token) {
    told = token;
    tries = 0;
    update();
  }

  // Somebody came or went: the faces alone are fetched.
  async function meet(word) {
    const address = $("#faces")?.dataset.faces;
    if (!address || !word || $("#faces").dataset.word === word) return;
    try {
      const answer = await fetch(address);
      const next = answer.ok && new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("faces");
      if (next) $("#faces")?.replaceWith(next);
    } catch {
      // no network; whoever comes next tells it too
    }
  }

  // ---------------------------------------------------------- being up to date

  function isBehind(place) {
    const { live, at } = place.dataset;
    if (!told || live !== topic) return false;
    if (live === "books") return told.split(".")[0] !== at;
    if (!isMatch()) return told !== at;
    const [version, slip = 0] = told.split("-").map(Number), [mine, seen = slip] = at.split("-").map(Number);
    return version > mine || (version === mine && slip > seen);
  }

  // Not while this phone saves or looks something up itself, nor what was saved waits on it; and not
  // over half a form.
  const isBusy = () => fetching || underWay.size > 0 || $("#why, #match[data-kept]") || (typed && !isMatch());

  function update() {
    const place = shown();
    if (place && isBehind(place) && !isBusy()) renew(place);
  }

  function later() {
    clearTimeout(renewing);
    renewing = setTimeout(update, 1_000 * 2 ** Math.min(tries++, 5));
  }

  async function renew(place, anyway = false) {
    const before = sent;
    fetching = true;
    const page = await fetched();
    fetching = false;
    const next = page?.getElementById(place.id);
    if (!next?.dataset.live) return later();
    if (before !== sent || !place.isConnected || isBusy()) return update();
    if (await put(place, next, anyway)) document.title = page.title;
    document.dispatchEvent(new Event("live:fresh"));
    follow();
    if (isBehind(shown() || place)) later();
  }

  async function fetched() {
    const here = new URL(location.href);
    ["saved", "why"].forEach((word) => here.searchParams.delete(word)); // said once, and long ago
    try {
      const answer = await fetch(here, {
        cache: "no-store", headers: { "Scorekeeper-Part": "yes" }, signal: AbortSignal.timeout?.(HUNG),
      });
      return answer.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
    } catch {
      return null;
    }
  }

  // What is typed stays. If that is no longer asked, it is said, and the old question stays too.
  async function put(place, next, anyway) {
    const question = (root) => $("[data-entry]", root)?.getAttribute("action");
    const isOther = question(place) !== question(next);
    const isMine = !anyway && isMatch() && hasTyped();
    place.dataset.at = next.dataset.at;
    if (isMine && isOther) {
      $("#meanwhile p").textContent = next.dataset.meanwhile;
      $("#meanwhile").hidden = false;
      return false;
    }
    const focused = place.contains(document.activeElement), kept = isMine && $("#ask", place);
    kept && kept.setAttribute("hx-morph-skip", "");
    // Another question takes the place of this one; the same one stays where it is.
    const swap = isOther && isMatch() ? "outerHTML" : "outerMorph";
    await htmx.swap({ target: place, text: next.outerHTML, swap, sourceElement: place });
    if (kept) {
      kept.removeAttribute("hx-morph-skip");
      kept.dispatchEvent(new Event("input", { bubbles: true })); // what it would bring may be other now
    } else if (!isOther) echo(); // another question has its draft filled in already
    if (isOther) taps.changed();
    if (focused && document.activeElement === document.body) $("#match h1")?.focus({ preventScroll: true });
    return true;
  }

  // The browser may have put something back as well, after a reload.
  function hasTyped() {
    const differs = (box) => box.checked !== box.defaultChecked || box.value !== box.defaultValue;
    return $("#ask") && (typed || $$("#ask input:not([type=hidden])").some(differs));
  }

  // ---------------------------------------------------------- what happens on this phone

  document.addEventListener("htmx:before:request", (event) => {
    const { ctx } = event.detail;
    underWay.add(ctx);
    sent++;
    if (ctx.target?.id !== "ask") return;
    typed = true;
    if (!$("#meanwhile").hidden) event.preventDefault(); // only saving tells both beside each other
  });

  document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
    underWay.delete(ctx);
    update();
  });

  document.addEventListener("input", ({ target }) => {
    if (target.closest("main form[method=post]")) typed = true;
  });

  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    if (ctx.target?.id === "ask" || $("#ask[hx-morph-skip]")) return;
    if (ctx.target?.id !== "board") {
      typed = false;
      $("#meanwhile").hidden = true;
    }
    follow();
  });

  $("#meanwhile button").addEventListener("click", async () => (await overtaken.show()) || renew(shown(), true));
  document.addEventListener("live:again", () => shown() && !isBusy() && renew(shown())); // asked for by others
  document.addEventListener("visibilitychange", follow);
  window.addEventListener("pageshow", follow);
  window.addEventListener("pagehide", rest);
  window.addEventListener("online", () => {
    rest();
    follow();
  });
  follow();
}
