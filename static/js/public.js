// Public pages update themselves. A stream, or a poll, reports the newest version. If the page has
// another version, it is fetched again. Once the link is withdrawn, the page shows only a message.

import "./older-browsers.js";

const FRAMED_POLL = 30_000, MIN_POLL = 5_000, MAX_POLL = 30_000; // milliseconds between polls
const REQUEST_TIMEOUT = 20_000;
const CONNECT_TIMEOUT = 1_500; // milliseconds until a new stream without a message counts as blocked
const SILENCE_TIMEOUT = 45_000; // milliseconds until an open stream without a message counts as dead
const RECONNECT_DELAY = 60_000; // milliseconds until a failed stream is retried

const { stream: streamAddress, poll: pollAddress } = document.body.dataset;
let stream = null, polling = 0, reopening = 0, watchdog = 0, pause = MIN_POLL, tag = "";
let latest = "", loading = false, tries = 0, retrying = 0, gone = false;

const liveElement = () => document.getElementById("live");

// ---------------------------------------------------------- streams and polls

function follow() {
  stop();
  if (document.hidden || gone) return;
  if (streamAddress && window.EventSource) open();
  else poll();
}

function stop() {
  stream?.close();
  stream = null;
  [polling, reopening, retrying, watchdog].forEach(clearTimeout);
  showConnection(false);
}

function open() {
  stream = new EventSource(streamAddress);
  watch(CONNECT_TIMEOUT);
  stream.onmessage = ({ data }) => {
    clearTimeout(polling);
    watch(SILENCE_TIMEOUT);
    receive(data);
  };
  stream.onerror = () => {
    if (stream.readyState === EventSource.CLOSED) fallBack();
    else poll(); // the link may have been withdrawn
  };
}

function watch(timeout) {
  clearTimeout(watchdog);
  watchdog = setTimeout(fallBack, timeout);
}

function fallBack() {
  stream?.close();
  [watchdog, reopening].forEach(clearTimeout);
  reopening = setTimeout(open, RECONNECT_DELAY);
  poll();
}

async function poll() {
  clearTimeout(polling);
  if (gone || document.hidden) return;
  pause = streamAddress ? Math.min(pause * 1.3, MAX_POLL) : FRAMED_POLL;
  polling = setTimeout(poll, pause);
  try {
    const answer = await fetch(pollAddress, {
      cache: "no-store", headers: tag ? { "If-None-Match": tag } : {}, signal: AbortSignal.timeout?.(REQUEST_TIMEOUT),
    });
    if (isGone(answer)) return;
    if (answer.status === 304) return receive(latest);
    if (!answer.ok) return showConnection(false);
    tag = answer.headers.get("ETag");
    pause = MIN_POLL;
    receive((await answer.json()).at);
  } catch {
    showConnection(false); // no network; the next poll may succeed
  }
}

// ---------------------------------------------------------- updating

function receive(version) {
  latest = version;
  if (liveElement().dataset.at === latest) {
    tries = 0;
    showConnection(true);
  } else load();
}

async function load() {
  if (loading || gone) return;
  loading = true;
  try {
    const answer = await fetch(location.href, { cache: "no-cache", signal: AbortSignal.timeout?.(REQUEST_TIMEOUT) });
    if (!isGone(answer) && answer.ok) put(new DOMParser().parseFromString(await answer.text(), "text/html"));
  } catch {
    showConnection(false);
  }
  loading = false;
  if (gone) return;
  if (liveElement().dataset.at === latest) receive(latest);
  else retrying = setTimeout(load, 1_000 * 2 ** Math.min(tries++, 5));
}

// Replace the live part of the page. Folds stay open, and the same link or button keeps the focus.
function put(page) {
  const next = page.getElementById("live");
  if (!next) return;
  const parts = (selector, root) => [...root.querySelectorAll(selector)];
  const open = parts("details", liveElement()).map((fold) => fold.open);
  const focused = parts("a, summary, [tabindex]", liveElement()).indexOf(document.activeElement);
  parts("details", next).forEach((fold, n) => (fold.open = Boolean(open[n])));
  liveElement().replaceWith(document.adoptNode(next));
  document.title = page.title;
  times();
  parts("a, summary, [tabindex]", liveElement())[focused]?.focus({ preventScroll: true });
}

function isGone(answer) {
  if (answer.status !== 410 && answer.status !== 404) return false;
  gone = true;
  stop();
  liveElement().replaceWith(document.getElementById("withdrawn").content.cloneNode(true));
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
    } catch {} // if an older browser does not know the zone, the server's text remains
  }
}

// Show whether the page is connected. If it is, it is up to date and shows the current time.
function showConnection(is) {
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
window.addEventListener("pagehide", stop);
window.addEventListener("online", follow);
times();
follow();
