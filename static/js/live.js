// Live updates. A stream, or a poll every few seconds, reports the newest version. If the page is
// outdated, it is fetched again, and htmx morphs it.

import { showResponse } from "./core.js";
import { $, $$, isEdited } from "./dom.js";
import * as taps from "./double-taps.js";
import * as conflict from "./draft-conflict.js";

const CONNECT_TIMEOUT = 1_500; // milliseconds until a new stream without a message counts as blocked
const SILENCE_TIMEOUT = 45_000; // milliseconds until an open stream without a message counts as dead
const MIN_POLL = 3_000, MAX_POLL = 15_000; // milliseconds between polls; the interval grows while nothing changes
const REQUEST_TIMEOUT = 20_000;
const RECONNECT_DELAY = 60_000; // milliseconds until the stream is retried

let topic = ""; // such as "match 7", "league" or "statistics"; empty while the page is hidden
let latest = ""; // the latest version of the topic
let stream = null, failed = 0, watchdog = 0, reopening = 0;
let polling = 0, pause = MIN_POLL, tag = "";
let fetching = false, renewing = 0, tries = 0;
let sent = 0, typed = false;
let inputs = ""; // the inputs of the question as the server rendered it; empty if there are none
let isOutdated = false; // another question is asked now, but this one is kept for its typed values
let isWanted = false; // "Show it" was tapped, so the update replaces typed values
let isRenamed = false; // names were changed on this page, which is not a new version of the match
const underWay = new Set();

const liveElement = () => $("[data-live]");
const isMatch = () => topic.startsWith("match");
const address = (path) => document.body.dataset[path] + (isMatch() ? `?match=${topic.slice(6)}` : "");

// ---------------------------------------------------------- streams and polls

// Follow the page's topic. A hidden page does not follow a topic.
function follow() {
  const wanted = (!document.hidden && liveElement()?.dataset.live) || "";
  if (wanted === topic) return;
  stop();
  topic = wanted;
  if (topic) open();
}

function stop() {
  close();
  [polling, renewing].forEach(clearTimeout);
  topic = latest = tag = "";
  polling = 0;
}

function close() {
  stream?.close();
  stream = null;
  failed = 0;
  [watchdog, reopening].forEach(clearTimeout);
}

function open() {
  close();
  if (!window.EventSource) return poll();
  stream = new EventSource(address("stream"));
  watch(CONNECT_TIMEOUT);
  stream.onmessage = ({ data }) => {
    clearTimeout(polling);
    failed = polling = 0;
    pause = MIN_POLL;
    watch(SILENCE_TIMEOUT);
    receive(data);
  };
  stream.addEventListener("here", ({ data }) => showViewers(data));
  stream.onerror = () => (stream.readyState === EventSource.CLOSED || ++failed > 1) && fallBack();
}

function watch(timeout) {
  clearTimeout(watchdog);
  watchdog = setTimeout(fallBack, timeout);
}

function fallBack() {
  close();
  reopening = setTimeout(open, RECONNECT_DELAY);
  if (!polling) poll();
}

async function poll() {
  const about = topic;
  clearTimeout(polling);
  polling = setTimeout(poll, (pause = Math.min(pause * 1.2, MAX_POLL)));
  try {
    const answer = await fetch(address("poll"), { cache: "no-store", headers: tag ? { "If-None-Match": tag } : {} });
    if (about !== topic || answer.status !== 200) return;
    pause = MIN_POLL;
    tag = answer.headers.get("ETag");
    const { at, here } = await answer.json();
    receive(at);
    showViewers(here);
  } catch {
    pause = MIN_POLL; // no network; the next poll may succeed
  }
}

function receive(token) {
  latest = token;
  tries = 0;
  update();
}

// If the viewers have changed, fetch only their faces.
async function showViewers(digest) {
  const address = $("#faces")?.dataset.faces;
  if (!address || !digest || $("#faces").dataset.word === digest) return;
  try {
    const answer = await fetch(address);
    const next = answer.ok && new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("faces");
    if (next) $("#faces")?.replaceWith(next);
  } catch {
    // no network: the next change updates the faces
  }
}

// ---------------------------------------------------------- updating

function isBehind(place) {
  const { live, at } = place.dataset;
  if (!latest || live !== topic) return false;
  if (live === "statistics") return latest.split(".")[0] !== at;
  if (!isMatch()) return latest !== at;
  const [version, submission = 0] = latest.split("-").map(Number);
  const [mine, seen = submission] = at.split("-").map(Number);
  return version > mine || (version === mine && submission > seen);
}

// Whether updates are postponed: during this phone's own requests, while an explanation is open, while
// answers wait in the phone's outbox and, on pages other than a match, while a form is half-filled.
const isBusy = () => fetching || underWay.size > 0 || $("#why, #match[data-kept]") || (typed && !isMatch());

function update() {
  const place = liveElement();
  if (place && (isWanted || isRenamed || isBehind(place)) && !isBusy()) renew(place);
}

function later() {
  clearTimeout(renewing);
  renewing = setTimeout(update, 1_000 * 2 ** Math.min(tries++, 5));
}

async function renew(place) {
  const before = sent;
  fetching = true;
  isRenamed = false;
  const page = await fetchPage();
  fetching = false;
  const next = page?.getElementById(place.id);
  if (!next?.dataset.live) return later();
  if (before !== sent || !place.isConnected || isBusy()) return update();
  if (await put(place, next)) document.title = page.title;
  document.dispatchEvent(new Event("live:fresh"));
  follow();
  if (isRenamed || isBehind(liveElement() || place)) later();
}

async function fetchPage() {
  const url = new URL(location.href);
  ["saved", "why"].forEach((name) => url.searchParams.delete(name)); // these messages have been shown once
  try {
    const answer = await fetch(url, {
      cache: "no-store", headers: { "Scorekeeper-Part": "yes" }, signal: AbortSignal.timeout?.(REQUEST_TIMEOUT),
    });
    return answer.ok ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
  } catch {
    return null;
  }
}

const question = (root) => $("[data-entry]", root)?.getAttribute("action");

// The inputs of a question as text. The text changes if the players, their order or the bids change,
// or if calls now decide the numbers.
function inputsOf(root) {
  const isBid = (input) => input.parentNode.matches(".chip--bid");
  const inputs = $$("#ask input:not([type=hidden])", root);
  return inputs.map((input) => [input.name, input.disabled, isBid(input)]).join();
}

// Update the page, but keep typed values. If another question is asked, show a notice, and keep the
// old question and its values until it is asked again.
async function put(place, next) {
  const isOther = question(place) !== question(next) || (inputs && inputs !== inputsOf(next));
  const isMine = !isWanted && isMatch() && hasTyped();
  isWanted = false;
  place.dataset.at = next.dataset.at;
  if (isMine && (isOther || isOutdated)) $("#remote-change").hidden = !isOther;
  isOutdated = isMine && isOther;
  if (isOutdated) {
    conflict.postpone();
    $("#remote-change p").textContent = next.dataset.change;
    return false;
  }
  const focused = place.contains(document.activeElement), kept = isMine && $("#ask", place);
  kept && kept.setAttribute("hx-morph-skip", "");
  // A different question is replaced. The same question is morphed.
  const swap = isOther && isMatch() ? "outerHTML" : "outerMorph";
  await htmx.swap({ target: place, text: next.outerHTML, swap, sourceElement: place });
  if (kept) {
    kept.removeAttribute("hx-morph-skip");
    kept.dispatchEvent(new Event("input", { bubbles: true })); // the update may have changed its preview
  } else if (!isOther) {
    showResponse(); // another question already has its draft
    document.dispatchEvent(new Event("question:renewed"));
  }
  if (isOther) taps.startSettling();
  if (focused && document.activeElement === document.body) $("#match h1")?.focus({ preventScroll: true });
  return true;
}

// Whether the question has typed values, including values that the browser restored after a reload.
function hasTyped() {
  return $("#ask") && (typed || $$("#ask input:not([type=hidden])").some(isEdited));
}

// ---------------------------------------------------------- events

document.addEventListener("htmx:before:request", (event) => {
  const { ctx } = event.detail;
  underWay.add(ctx);
  sent++;
  if (ctx.target?.id !== "ask") return;
  typed = true;
  if (isOutdated) event.preventDefault(); // do not send previews: only Save shows the comparison
});

document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  underWay.delete(ctx);
  update();
});

// A preview of a newer version could change the rows, so update the page first. The update may show
// the notice instead.
document.addEventListener("htmx:before:swap", (event) => {
  const { ctx } = event.detail;
  const at = ctx.target?.id === "ask" && ctx.response?.headers.get("Scorekeeper-At");
  if (!at || !isMatch()) return;
  latest = at;
  if (isBehind(liveElement())) event.preventDefault();
});

document.addEventListener("input", ({ target }) => {
  if (target.closest("main form[method=post]")) typed = true;
});

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (ctx.target?.id === "ask" || $("#ask[hx-morph-skip]")) return;
  if (ctx.target?.id !== "board") {
    typed = isWanted = isOutdated = false;
    inputs = inputsOf(document);
    const notice = $("#remote-change"); // not on the page that a removed phone sees
    if (notice) notice.hidden = true;
  }
  follow();
});

$("#remote-change button").addEventListener("click", async () => {
  if (await conflict.show()) return;
  isWanted = true;
  renew(liveElement());
});
document.addEventListener("question:asked", () => (inputs = "")); // the inputs of a predicted question are only partly known
document.addEventListener("names:changed", () => {
  isRenamed = true;
  update();
});
document.addEventListener("live:again", () => liveElement() && !isBusy() && renew(liveElement())); // sent by tv.js
document.addEventListener("visibilitychange", follow);
window.addEventListener("pageshow", follow);
window.addEventListener("pagehide", stop);
window.addEventListener("online", () => {
  stop();
  follow();
});
inputs = inputsOf(document);
follow();
