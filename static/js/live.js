// Live updates. If the page is older than the version that live-connection.js reports, it is fetched again, and htmx
// morphs it.

import { showResponse } from "./core.js";
import { $, $$, isEdited } from "./dom.js";
import * as taps from "./double-taps.js";
import * as conflict from "./draft-conflict.js";
import { connect, disconnect } from "./live-connection.js";
import { inputsOf, questionAddress } from "./match-page.js";
import * as versions from "./match-version.js";
import { hideNotice, showNotice } from "./messages.js";

const REQUEST_TIMEOUT = 20_000; // milliseconds

let topic = ""; // such as "match 7", "league" or "statistics"; empty while the page is hidden
let latest = ""; // the latest version of the topic
let isFetching = false; // the page is being fetched again
let retryTimer = 0; // fetches the page again after an attempt that did not help
let retries = 0; // such attempts since the latest version became known
let requestCount = 0; // the number of htmx requests so far; an update that began before the latest one is dropped
const runningRequests = new Set(); // htmx requests without a response
let isFormTouched = false; // something was entered in a form
let isLeaving = false; // a form was sent, so another page will follow; a reload would stop it
let shownInputs = ""; // the inputs of the question as the server rendered it; empty if there are none
let isQuestionReplaced = false; // another question is asked now, but this one is kept because of its typed values
let isReplacementWanted = false; // "Show it" was tapped, so the update replaces typed values

const liveElement = () => $("[data-live]");
const isMatch = () => topic.startsWith("match");

// ---------------------------------------------------------- the topic

// Follow the page's topic. A hidden page does not follow a topic.
function followTopic() {
  const { live: wanted = "", at } = (!document.hidden && liveElement()?.dataset) || {};
  if (wanted.startsWith("match")) versions.rememberNewer(wanted, at);
  if (wanted === topic) return;
  stopFollowing();
  topic = wanted;
  if (!topic) return;
  connect(topic, { onVersion: receiveVersion, onRemoved: followTopic });
  if (isMatch()) updateIfOutdated();
}

function stopFollowing() {
  disconnect();
  clearTimeout(retryTimer);
  topic = latest = "";
  isLeaving = false;
}

function receiveVersion(version) {
  latest = version;
  if (isMatch()) versions.remember(topic, version);
  retries = 0;
  updateIfBehind();
}

// ---------------------------------------------------------- updating

// Whether this part of the page is older than the latest version.
function isBehind(place) {
  const { live, at } = place.dataset;
  if (!latest || live !== topic) return false;
  if (live === "statistics") return latest.split(".")[0] !== at;
  return isMatch() ? versions.isOlder(at, latest) : latest !== at;
}

// Whether updates are postponed: during this phone's own requests, while an explanation is open, while
// answers wait in the phone's outbox and, on pages other than a match, while a form is half-filled or sent.
const isBusy = () =>
  isFetching || runningRequests.size > 0 || $("#why, #match[data-kept]") || ((isFormTouched || isLeaving) && !isMatch());

function updateIfBehind() {
  const place = liveElement();
  if (place && (isReplacementWanted || isBehind(place)) && !isBusy()) refetch(place);
}

// Update a page from the browser's cache at once, without waiting for the stream. Its question accepts no input until
// the current question has arrived, unless something was already entered or the server does not respond.
function updateIfOutdated() {
  const place = liveElement(), form = $("[data-entry]", place);
  latest = versions.newestKnown(topic);
  isReplacementWanted = Boolean(form) && isBehind(place) && !hasTyped() && navigator.onLine;
  if (isReplacementWanted) versions.freeze(form, stopWaiting);
  updateIfBehind();
}

// Let the outdated question accept input again.
function stopWaiting() {
  if (versions.unfreeze()) isReplacementWanted = false;
}

function retryLater() {
  clearTimeout(retryTimer);
  retryTimer = setTimeout(updateIfBehind, 1_000 * 2 ** Math.min(retries++, 5));
}

// Fetch the page again, and update the part unless something was sent in the meantime.
async function refetch(place) {
  const countBefore = requestCount;
  isFetching = true;
  const page = await fetchPage();
  isFetching = false;
  if (!page) stopWaiting();
  const next = page?.getElementById(place.id);
  const isOtherPage = page && !next && $("[data-live]", page); // such as the front page after the first match
  if (!next?.dataset.live && !isOtherPage) return retryLater();
  if (countBefore !== requestCount || !place.isConnected || isBusy()) return updateIfBehind();
  if (isOtherPage) return location.reload();
  if (await showUpdate(place, next)) document.title = page.title;
  stopWaiting();
  document.dispatchEvent(new Event("live:updated"));
  followTopic();
  if (isBehind(liveElement() || place)) retryLater();
}

async function fetchPage() {
  const url = new URL(location.href);
  ["saved", "why"].forEach((name) => url.searchParams.delete(name)); // these messages have been shown once
  try {
    const response = await fetch(url, {
      cache: "no-store", headers: { "Scorekeeper-Part": "yes" }, signal: AbortSignal.timeout?.(REQUEST_TIMEOUT),
    });
    return response.ok ? new DOMParser().parseFromString(await response.text(), "text/html") : null;
  } catch {
    return null;
  }
}

// Update the part, but keep typed values. If another question is asked, show a notice, and keep the
// old question and its values until it is asked again.
async function showUpdate(place, next) {
  const isOtherQuestion = questionAddress(place) !== questionAddress(next) || (shownInputs && shownInputs !== inputsOf(next));
  const keepsTyped = !isReplacementWanted && isMatch() && hasTyped();
  isReplacementWanted = false;
  place.dataset.at = next.dataset.at;
  if (keepsTyped && isQuestionReplaced) hideNotice();
  isQuestionReplaced = keepsTyped && isOtherQuestion;
  if (isQuestionReplaced) {
    conflict.postpone();
    showNotice(next.dataset.change);
    return false;
  }
  const hadFocus = place.contains(document.activeElement), keptQuestion = keepsTyped && $("#ask", place);
  keptQuestion && keptQuestion.setAttribute("hx-morph-skip", "");
  // A different question is replaced. The same question is morphed.
  const swap = isOtherQuestion && isMatch() ? "outerHTML" : "outerMorph";
  await htmx.swap({ target: place, text: next.outerHTML, swap, sourceElement: place });
  if (keptQuestion) {
    keptQuestion.removeAttribute("hx-morph-skip");
    keptQuestion.dispatchEvent(new Event("input", { bubbles: true })); // the update may have changed the preview of this question
  } else if (!isOtherQuestion) {
    showResponse(); // another question already has its draft
    document.dispatchEvent(new Event("question:renewed"));
  }
  if (isOtherQuestion) taps.startSettling();
  if (hadFocus && document.activeElement === document.body) $("#match h1")?.focus({ preventScroll: true });
  return true;
}

// Whether the question has typed values, including values that the browser restored after a reload.
function hasTyped() {
  return $("#ask") && (isFormTouched || $$("#ask input:not([type=hidden])").some(isEdited));
}

// ---------------------------------------------------------- events

document.addEventListener("htmx:before:request", (event) => {
  const { ctx } = event.detail;
  runningRequests.add(ctx);
  requestCount++;
  if (ctx.target?.id !== "ask") return;
  isFormTouched = true;
  if (isQuestionReplaced) event.preventDefault(); // do not send previews: only Save shows the comparison
});

document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  runningRequests.delete(ctx);
  updateIfBehind();
});

// A preview of a newer version could change the rows or show the comparison of two answers, so update the page
// first. The update may show the notice instead.
document.addEventListener("htmx:before:swap", (event) => {
  const { ctx } = event.detail;
  const at = ctx.response?.headers.get("Scorekeeper-At"); // only previews have it
  if (!at || !isMatch()) return;
  latest = at;
  if (isBehind(liveElement())) event.preventDefault();
});

document.addEventListener("input", ({ target }) => {
  if (target.closest("main form[method=post]")) isFormTouched = true;
});

document.addEventListener("submit", (event) => {
  if (!event.defaultPrevented && event.target.matches("main form[method=post]")) isLeaving = true;
});

document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (ctx.target?.parentElement?.closest("form") || $("#ask[hx-morph-skip]")) return; // only a part of a form
  if (ctx.target?.id !== "board") {
    isFormTouched = isReplacementWanted = isQuestionReplaced = false;
    shownInputs = inputsOf(document);
    hideNotice();
  }
  followTopic();
});

$("#remote-change").addEventListener("click", async () => {
  if (await conflict.show()) return;
  isReplacementWanted = true;
  refetch(liveElement());
});
// The inputs of a predicted question are only partly known, so they are not compared.
document.addEventListener("question:asked", () => {
  shownInputs = "";
  hideNotice();
  stopWaiting();
});
document.addEventListener("live:refresh", () => liveElement() && !isBusy() && refetch(liveElement())); // sent by tv.js
document.addEventListener("visibilitychange", followTopic);
window.addEventListener("pageshow", followTopic);
window.addEventListener("pagehide", stopFollowing);
// A new stream or poll reports the latest version at once.
for (const name of ["online", "names:changed"]) {
  window.addEventListener(name, () => {
    stopFollowing();
    followTopic();
  });
}
shownInputs = inputsOf(document);
followTopic();
