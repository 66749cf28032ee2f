// Public pages update themselves. A stream, or a poll, reports the version; a page with another
// version loads itself again. Once the link is withdrawn, the page says so and shows nothing else.

import "./older-browsers.js";

const FRAMED = 30_000, SOON = 5_000, SLOW = 30_000; // milliseconds between polls
const HUNG = 20_000; // request timeout
const FIRST = 1_500; // until a silent new stream counts as blocked
const SILENT = 45_000; // until a silent open stream counts as dead
const REOPEN = 60_000; // until a stream that failed is tried again

const { stream: streamAddress, now: pollAddress } = document.body.dataset;
let stream = null, polling = 0, reopening = 0, watchdog = 0, pause = SOON, tag = "";
let told = "", loading = false, tries = 0, retrying = 0, gone = false;

const shown = () => document.getElementById("live");

// ---------------------------------------------------------- streams and polls

function follow() {
  rest();
  if (document.hidden || gone) return;
  if (streamAddress && window.EventSource) open();
  else ask();
}

function rest() {
  stream?.close();
  stream = null;
  [polling, reopening, retrying, watchdog].forEach(clearTimeout);
  connected(false);
}

function open() {
  stream = new EventSource(streamAddress);
  watch(FIRST);
  stream.onmessage = ({ data }) => {
    clearTimeout(polling);
    watch(SILENT);
    hear(data);
  };
  stream.onerror = () => {
    if (stream.readyState === EventSource.CLOSED) fallBack();
    else ask(); // the link may have been withdrawn
  };
}

function watch(patience) {
  clearTimeout(watchdog);
  watchdog = setTimeout(fallBack, patience);
}

function fallBack() {
  stream?.close();
  [watchdog, reopening].forEach(clearTimeout);
  reopening = setTimeout(open, REOPEN);
  ask();
}

async function ask() {
  clearTimeout(polling);
  if (gone || document.hidden) return;
  pause = streamAddress ? Math.min(pause * 1.3, SLOW) : FRAMED;
  polling = setTimeout(ask, pause);
  try {
    const answer = await fetch(pollAddress, {
      cache: "no-store", headers: tag ? { "If-None-Match": tag } : {}, signal: AbortSignal.timeout?.(HUNG),
    });
    if (isGone(answer)) return;
    if (answer.status === 304) return hear(told);
    if (!answer.ok) return connected(false);
    tag = answer.headers.get("ETag");
    pause = SOON;
    hear((await answer.json()).at);
  } catch {
    connected(false); // no network; the next poll may succeed
  }
}

// ---------------------------------------------------------- updating

function hear(version) {
  told = version;
  if (shown().dataset.at === told) {
    tries = 0;
    connected(true);
  } else load();
}

async function load() {
  if (loading || gone) return;
  loading = true;
  try {
    const answer = await fetch(location.href, { cache: "no-cache", signal: AbortSignal.timeout?.(HUNG) });
    if (!isGone(answer) && answer.ok) put(new DOMParser().parseFromString(await answer.text(), "text/html"));
  } catch {
    connected(false);
  }
  loading = false;
  if (gone) return;
  if (shown().dataset.at === told) hear(told);
  else retrying = setTimeout(load, 1_000 * 2 ** Math.min(tries++, 5));
}

// Folds stay open, and the focus stays on the same link or button.
function put(page) {
  const next = page.getElementById("live");
  if (!next) return;
  const parts = (selector, root) => [...root.querySelectorAll(selector)];
  const open = parts("details", shown()).map((fold) => fold.open);
  const focused = parts("a, summary, [tabindex]", shown()).indexOf(document.activeElement);
  parts("details", next).forEach((fold, n) => (fold.open = Boolean(open[n])));
  shown().replaceWith(document.adoptNode(next));
  document.title = page.title;
  times();
  parts("a, summary, [tabindex]", shown())[focused]?.focus({ preventScroll: true });
}

function isGone(answer) {
  if (answer.status !== 410 && answer.status !== 404) return false;
  gone = true;
  rest();
  shown().replaceWith(document.getElementById("withdrawn").content.cloneNode(true));
  document.querySelectorAll("meta[property], meta[name=description]").forEach((each) => each.remove());
  document.title = document.querySelector("h1").textContent;
  return true;
}

// ---------------------------------------------------------- times

const SHAPES = {
  clock: { timeStyle: "short" },
  day: { weekday: "short", day: "numeric", month: "short" },
  both: { weekday: "short", day: "numeric", month: "short", hour: "numeric", minute: "2-digit" },
};

function times() {
  for (const time of document.querySelectorAll("time[data-time]")) {
    const shape = { ...SHAPES[time.dataset.time], timeZone: time.dataset.zone };
    try {
      time.textContent = new Date(time.dateTime).toLocaleString(undefined, shape);
    } catch {} // an older browser without this zone keeps the server's text
  }
}

// While the server confirms the version, the page is up to date, and its time is now.
function connected(is) {
  const place = document.getElementById("as-of");
  if (!place) return;
  place.classList.toggle("is-connected", is);
  const time = place.querySelector("time");
  if (!is || !time) return;
  time.dateTime = new Date().toISOString();
  times();
}

document.addEventListener("visibilitychange", follow);
window.addEventListener("pageshow", follow);
window.addEventListener("pagehide", rest);
window.addEventListener("online", follow);
times();
follow();
