// The versions of a match, such as "17-3.5": the versions of its log, its submissions and its players' names. If this
// tab knows a newer version than that of a question, the question accepts no input until the current one arrives.

import { $$ } from "./dom.js";
import { showToast } from "./messages.js";

// A sheet does not depend on submissions, so this part of its version is NaN, which is never higher or lower.
const partsOf = (version) => /^(\d+)(?:-(\d+))?\.?(\d*)$/.exec(version).slice(1).map(Number);

// Whether the first version is older than the second.
export function isOlder(one, other) {
  const [log, submissions, names] = partsOf(one), [otherLog, otherSubmissions, otherNames] = partsOf(other);
  return otherLog > log || (otherLog === log && (otherSubmissions > submissions || otherNames > names));
}

// ---------------------------------------------------------- the newest version that this tab knows

// After Back, the browser may show an old page from its cache. The versions are kept in sessionStorage, by topic.
const PREFIX = "version of ";

export function newestKnown(topic) {
  try {
    return sessionStorage.getItem(PREFIX + topic) || "";
  } catch {
    return ""; // storage is forbidden
  }
}

export function rememberNewer(topic, version) {
  const known = newestKnown(topic);
  if (!known || isOlder(known, version)) remember(topic, version);
}

export function remember(topic, version) {
  try {
    sessionStorage.setItem(PREFIX + topic, version);
  } catch {
    // storage is full or forbidden
  }
}

// ---------------------------------------------------------- an outdated question

const LOADING_TIMEOUT = 4_000; // milliseconds until an outdated question can be used if the current one has not arrived
let frozen = null; // { form, rows, toast, timer }: the question that accepts no input until the current one arrives

export function freeze(form, onTimeout) {
  if (frozen) return;
  const rows = $$("#ask > :not(.entry-foot)"), toast = showToast(document.body.dataset.loading);
  frozen = { form, rows, toast, timer: setTimeout(onTimeout, LOADING_TIMEOUT) };
  rows.forEach((each) => each.classList.add("is-outdated"));
  form.inert = true;
}

// Returns whether a question was frozen.
export function unfreeze() {
  if (!frozen) return false;
  const { form, rows, toast, timer } = frozen;
  clearTimeout(timer);
  rows.forEach((each) => each.classList.remove("is-outdated"));
  form.inert = false;
  toast.remove();
  frozen = null;
  return true;
}
