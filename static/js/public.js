// Public pages update themselves. A stream, or a poll, reports the newest version. If the page has
// another version, it is fetched again. Once the link is withdrawn, the page shows only a message.

import "./older-browsers.js";
import { formatTimes, timeText } from "./times.js";

// Milliseconds between polls. The interval grows while the server does not respond. A page without a stream, such as
// one in a frame, must report within five seconds that its link was withdrawn.
const MIN_POLL = 4_000, MAX_POLL = 30_000;
const REQUEST_TIMEOUT = 20_000;
const CONNECT_TIMEOUT = 1_500; // milliseconds until a new stream without a message counts as blocked
const SILENCE_TIMEOUT = 45_000; // milliseconds until an open stream without a message counts as dead
const RECONNECT_DELAY = 60_000; // milliseconds until a failed stream is retried

const { stream: streamAddress, poll: pollAddress } = document.body.dataset;
let stream = null;
let watchdogTimer = 0; // ends a stream without messages
let reopenTimer = 0; // opens the stream again after it failed
let pollTimer = 0;
let pollInterval = MIN_POLL;
let pollTag = ""; // the ETag of the last poll
let latest = ""; // the latest version
let isLoading = false; // the page is being fetched again
let retryTimer = 0; // fetches the page again after an attempt that did not help
let retries = 0; // such attempts since the page last had the latest version
let isWithdrawn = false; // the link was withdrawn, so nothing is updated any more

const liveElement = () => document.getElementById("live");

// ---------------------------------------------------------- streams and polls

function start() {
  stop();
  if (document.hidden || isWithdrawn) return;
  if (streamAddress && window.EventSource) openStream();
  else poll();
}

function stop() {
  stream?.close();
  stream = null;
  [pollTimer, reopenTimer, retryTimer, watchdogTimer].forEach(clearTimeout);
  showConnection(false);
}

function openStream() {
  stream = new EventSource(streamAddress);
  startWatchdog(CONNECT_TIMEOUT);
  stream.onmessage = ({ data }) => {
    clearTimeout(pollTimer);
    startWatchdog(SILENCE_TIMEOUT);
    receiveVersion(data);
  };
  stream.onerror = () => {
    if (stream.readyState === EventSource.CLOSED) fallBackToPolling();
    else poll(); // the link may have been withdrawn
  };
}

function startWatchdog(timeout) {
  clearTimeout(watchdogTimer);
  watchdogTimer = setTimeout(fallBackToPolling, timeout);
}

function fallBackToPolling() {
  stream?.close();
  [watchdogTimer, reopenTimer].forEach(clearTimeout);
  reopenTimer = setTimeout(openStream, RECONNECT_DELAY);
  poll();
}

async function poll() {
  clearTimeout(pollTimer);
  if (isWithdrawn || document.hidden) return;
  pollTimer = setTimeout(poll, pollInterval);
  pollInterval = Math.min(pollInterval * 1.3, MAX_POLL);
  try {
    const response = await fetch(pollAddress, {
      cache: "no-store", headers: pollTag ? { "If-None-Match": pollTag } : {}, signal: AbortSignal.timeout?.(REQUEST_TIMEOUT),
    });
    if (showIfWithdrawn(response)) return;
    if (response.status !== 304 && !response.ok) return showConnection(false);
    pollInterval = MIN_POLL;
    if (response.status === 304) return receiveVersion(latest);
    pollTag = response.headers.get("ETag");
    receiveVersion((await response.json()).at);
  } catch {
    showConnection(false); // no network; the next poll may succeed
  }
}

// ---------------------------------------------------------- updating

function receiveVersion(version) {
  latest = version;
  if (liveElement().dataset.at === latest) {
    retries = 0;
    showConnection(true);
  } else fetchUpdate();
}

async function fetchUpdate() {
  if (isLoading || isWithdrawn) return;
  clearTimeout(retryTimer);
  isLoading = true;
  try {
    const response = await fetch(location.href, { cache: "no-cache", signal: AbortSignal.timeout?.(REQUEST_TIMEOUT) });
    if (!showIfWithdrawn(response) && response.ok) showUpdate(new DOMParser().parseFromString(await response.text(), "text/html"));
  } catch {
    showConnection(false);
  }
  isLoading = false;
  if (isWithdrawn) return;
  if (liveElement().dataset.at === latest) receiveVersion(latest);
  else retryTimer = setTimeout(fetchUpdate, 1_000 * 2 ** Math.min(retries++, 5));
}

// Replace the live part of the page. Open sections stay open, and the same link or button keeps the focus.
function showUpdate(page) {
  const next = page.getElementById("live");
  if (!next) return;
  const parts = (selector, root) => [...root.querySelectorAll(selector)];
  const wereOpen = parts("details", liveElement()).map((fold) => fold.open);
  const focused = parts("a, summary, [tabindex]", liveElement()).indexOf(document.activeElement);
  parts("details", next).forEach((fold, n) => (fold.open = Boolean(wereOpen[n])));
  liveElement().replaceWith(document.adoptNode(next));
  document.title = page.title;
  formatTimes();
  parts("a, summary, [tabindex]", liveElement())[focused]?.focus({ preventScroll: true });
}

// Whether the link was withdrawn. If so, show only a message.
function showIfWithdrawn(response) {
  if (response.status !== 410 && response.status !== 404) return false;
  isWithdrawn = true;
  stop();
  liveElement().replaceWith(document.getElementById("withdrawn").content.cloneNode(true));
  document.querySelectorAll("meta[property], meta[name=description]").forEach((each) => each.remove());
  document.title = document.querySelector("h1").textContent;
  return true;
}

// ---------------------------------------------------------- the time of the last update

// Show whether the page is connected. If it is, it is up to date and shows the current time.
function showConnection(isConnected) {
  const place = document.getElementById("as-of");
  if (!place) return;
  place.classList.toggle("is-connected", isConnected);
  const time = place.querySelector("time");
  if (!isConnected || !time) return;
  time.dateTime = new Date().toISOString();
  time.textContent = timeText(time.dateTime, "both");
}

document.addEventListener("visibilitychange", start);
window.addEventListener("pageshow", start);
window.addEventListener("pagehide", stop);
window.addEventListener("online", start);
start();
