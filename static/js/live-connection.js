// The connection that reports the latest version of a topic: a stream or, while streams fail, a poll every few seconds.

import { showViewers } from "./match-page.js";
import { isRemoved } from "./removed-phone.js";

const CONNECT_TIMEOUT = 1_500; // milliseconds until a new stream without a message counts as blocked
const SILENCE_TIMEOUT = 45_000; // milliseconds until an open stream without a message counts as dead
const MIN_POLL = 3_000, MAX_POLL = 15_000; // milliseconds between polls; the interval grows while nothing changes
const RECONNECT_DELAY = 60_000; // milliseconds until the stream is retried

let topic = ""; // such as "match 7", "league" or "statistics"; empty without a connection
let onVersion = null; // is called with each version that arrives
let onRemoved = null; // is called if this phone was removed from the league
let stream = null;
let streamErrors = 0; // since the stream's last message
let watchdogTimer = 0; // ends a stream without messages
let reopenTimer = 0; // opens the stream again after it failed
let pollTimer = 0; // 0 while a stream works
let pollInterval = MIN_POLL;
let pollTag = ""; // the ETag of the last poll

const address = (path) => {
  const match = topic.startsWith("match") ? `?match=${topic.slice(6)}` : "";
  return document.body.dataset[path] + match;
};

// A new stream or poll reports the latest version at once.
export function connect(newTopic, callbacks) {
  topic = newTopic;
  ({ onVersion, onRemoved } = callbacks);
  openStream();
}

export function disconnect() {
  closeStream();
  clearTimeout(pollTimer);
  topic = pollTag = "";
  pollTimer = 0;
}

function closeStream() {
  stream?.close();
  stream = null;
  streamErrors = 0;
  [watchdogTimer, reopenTimer].forEach(clearTimeout);
}

function openStream() {
  closeStream();
  if (!window.EventSource) return poll();
  stream = new EventSource(address("stream"));
  startWatchdog(CONNECT_TIMEOUT);
  stream.onmessage = ({ data }) => {
    clearTimeout(pollTimer);
    streamErrors = pollTimer = 0;
    pollInterval = MIN_POLL;
    startWatchdog(SILENCE_TIMEOUT);
    onVersion(data);
  };
  stream.addEventListener("here", ({ data }) => showViewers(data));
  stream.onerror = () => (stream.readyState === EventSource.CLOSED || ++streamErrors > 1) && fallBackToPolling();
}

function startWatchdog(timeout) {
  clearTimeout(watchdogTimer);
  watchdogTimer = setTimeout(fallBackToPolling, timeout);
}

function fallBackToPolling() {
  closeStream();
  reopenTimer = setTimeout(openStream, RECONNECT_DELAY);
  if (!pollTimer) poll();
}

async function poll() {
  const polledTopic = topic;
  clearTimeout(pollTimer);
  pollTimer = setTimeout(poll, (pollInterval = Math.min(pollInterval * 1.2, MAX_POLL)));
  try {
    const response = await fetch(address("poll"), { cache: "no-store", headers: pollTag ? { "If-None-Match": pollTag } : {} });
    if (await isRemoved(response)) return onRemoved();
    if (polledTopic !== topic || response.status !== 200) return;
    pollInterval = MIN_POLL;
    pollTag = response.headers.get("ETag");
    const { at, here } = await response.json();
    onVersion(at);
    showViewers(here);
  } catch {
    pollInterval = MIN_POLL; // no network; the next poll may succeed
  }
}
