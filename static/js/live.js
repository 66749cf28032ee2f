// Live updates. A stream, or a poll every few seconds, reports a version; an outdated page fetches
// its own address and is morphed.

import { echo } from "./core.js";
import { $, $$ } from "./dom.js";
import * as taps from "./double-taps.js";
import * as conflict from "./draft-conflict.js";

const FIRST = 1_500; // milliseconds until a silent new stream counts as blocked
const SILENT = 45_000; // until a silent open stream counts as dead
const SOON = 3_000, SLOW = 15_000; // between polls: rises from SOON to SLOW if nothing changes
const HUNG = 20_000; // request timeout
const LATER = 60_000; // until the stream is retried

let topic = ""; // "match 7", "league", "books"; empty while the page is hidden
let told = ""; // its latest version
let stream = null, failed = 0, watchdog = 0, reopening = 0;
let asking = 0, pause = SOON, tag = "";
let fetching = false, renewing = 0, tries = 0;
let sent = 0, typed = false;
let isGone = false; // the match was deleted or ended, so the notice goes if the question is back
let isWanted = false; // "Show it" was tapped: the update replaces typed values
const underWay = new Set();

const shown = () => $("[data-live]");
const isMatch = () => topic.startsWith("match");
const address = (path) => document.body.dataset[path] + (isMatch() ? `?match=${topic.slice(6)}` : "");

// ---------------------------------------------------------- streams and polls

// Follow the topic of the page; a hidden page follows nothing.
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
    pause = SOON; // no network; the next poll may succeed
  }
}

function hear(token) {
  told = token;
  tries = 0;
  update();
}

// Viewers changed: fetch only the faces.
async function meet(word) {
  const address = $("#faces")?.dataset.faces;
  if (!address || !word || $("#faces").dataset.word === word) return;
  try {
    const answer = await fetch(address);
    const next = answer.ok && new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("faces");
    if (next) $("#faces")?.replaceWith(next);
  } catch {
    // no network; the next change reports them too
  }
}

// ---------------------------------------------------------- updating

function isBehind(place) {
  const { live, at } = place.dataset;
  if (!told || live !== topic) return false;
  if (live === "books") return told.split(".")[0] !== at;
  if (!isMatch()) return told !== at;
  const [version, slip = 0] = told.split("-").map(Number), [mine, seen = slip] = at.split("-").map(Number);
  return version > mine || (version === mine && slip > seen);
}

// No update during this phone's own requests, while answers wait in its outbox, or over a
// half-filled form.
const isBusy = () => fetching || underWay.size > 0 || $("#why, #match[data-kept]") || (typed && !isMatch());

function update() {
  const place = shown();
  if (place && (isWanted || isBehind(place)) && !isBusy()) renew(place);
}

function later() {
  clearTimeout(renewing);
  renewing = setTimeout(update, 1_000 * 2 ** Math.min(tries++, 5));
}

async function renew(place) {
  const before = sent;
  fetching = true;
  const page = await fetched();
  fetching = false;
  const next = page?.getElementById(place.id);
  if (!next?.dataset.live) return later();
  if (before !== sent || !place.isConnected || isBusy()) return update();
  if (await put(place, next)) document.title = page.title;
  document.dispatchEvent(new Event("live:fresh"));
  follow();
  if (isBehind(shown() || place)) later();
}

async function fetched() {
  const here = new URL(location.href);
  ["saved", "why"].forEach((word) => here.searchParams.delete(word)); // already shown once
  try {
    const answer = await fetch(here, {
      cache: "no-store", headers: { "Scorekeeper-Part": "yes" }, signal: AbortSignal.timeout?.(HUNG),
    });
    return answer.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
  } catch {
    return null;
  }
}

// Keep typed values. If the question has changed, show a notice and keep the old one.
async function put(place, next) {
  const question = (root) => $("[data-entry]", root)?.getAttribute("action");
  const isOther = question(place) !== question(next);
  const isMine = !isWanted && isMatch() && hasTyped();
  isWanted = false;
  place.dataset.at = next.dataset.at;
  if (isMine && (isOther || isGone)) $("#remote-change").hidden = !isOther;
  isGone = !question(next);
  if (isMine && isOther) {
    $("#remote-change p").textContent = next.dataset.change;
    return false;
  }
  const focused = place.contains(document.activeElement), kept = isMine && $("#ask", place);
  kept && kept.setAttribute("hx-morph-skip", "");
  // Replace a different question; morph the same one.
  const swap = isOther && isMatch() ? "outerHTML" : "outerMorph";
  await htmx.swap({ target: place, text: next.outerHTML, swap, sourceElement: place });
  if (kept) {
    kept.removeAttribute("hx-morph-skip");
    kept.dispatchEvent(new Event("input", { bubbles: true })); // its preview may differ now
  } else if (!isOther) {
    echo(); // another question already has its draft
    document.dispatchEvent(new Event("question:renewed"));
  }
  if (isOther) taps.changed();
  if (focused && document.activeElement === document.body) $("#match h1")?.focus({ preventScroll: true });
  return true;
}

// Also true for values that the browser restored after a reload.
function hasTyped() {
  const differs = (box) => box.checked !== box.defaultChecked || box.value !== box.defaultValue;
  return $("#ask") && (typed || $$("#ask input:not([type=hidden])").some(differs));
}

// ---------------------------------------------------------- events

document.addEventListener("htmx:before:request", (event) => {
  const { ctx } = event.detail;
  underWay.add(ctx);
  sent++;
  if (ctx.target?.id !== "ask") return;
  typed = true;
  if (!$("#remote-change").hidden) event.preventDefault(); // only Save shows the comparison
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
    typed = isWanted = false;
    $("#remote-change").hidden = true;
  }
  follow();
});

$("#remote-change button").addEventListener("click", async () => {
  if (await conflict.show()) return;
  isWanted = true;
  renew(shown());
});
document.addEventListener("live:again", () => shown() && !isBusy() && renew(shown())); // sent by tv.js
document.addEventListener("visibilitychange", follow);
window.addEventListener("pageshow", follow);
window.addEventListener("pagehide", rest);
window.addEventListener("online", () => {
  rest();
  follow();
});
follow();
