// The outbox: an answer is stored in IndexedDB, then sent, and removed once the server has it. Answers
// of one match are sent in order. The server writes the same answer only once, however often it
// arrives. This module does not depend on a particular page. A stored answer has these keys:
// id             its place in the order
// match, game    the address of the match, and the name of its game
// address, body  the address to which it is sent, and the encoded form
// at             when it was saved, in milliseconds
// says, typed    the answer as text (describeAnswer in outbox-list.js)
// draft          its entered values as a draft (draft-storage.js), if there was one
// totals         the totals after it as "totals" of client_data.py, if the page knows them
// dealer         who deals next, if that depends on who lost and the page knows it
// unforeseen     whether a player is out after it or the match is over, so the next question is not known
// over           whether the match is over after it
// until          the time until which a page has claimed it, or 0
// late           whether it could not be sent at once, so that the list shows it
// refused        the status code of a refusal, or 0; `reason` is its text
// gone, early    why it was refused: this phone was removed, or the match first asks another question

const SEND_TIMEOUT = 4000; // milliseconds until a request times out while the user waits
const RETRY_TIMEOUT = 15000; // milliseconds until a request for a waiting answer times out
export const RETRY_INTERVAL = 5000; // milliseconds between attempts

export const otherPages = "BroadcastChannel" in window ? new BroadcastChannel("outbox") : null;
let database = null; // a promise of the database
let isFlushing = false; // waiting answers are being sent
let nextRetriedMatch = ""; // the match whose refused answer is retried afterwards
let failureText = ""; // why the server could not save
let isServerSlow = false; // the phone is online, but the server did not respond in time
let sendingId = 0, sendingController = null; // the answer that this page is sending, and what aborts its request

function openDatabase() {
  database ||= new Promise((resolve, reject) => {
    const request = indexedDB.open("scorekeeper", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("answers", { keyPath: "id", autoIncrement: true });
      request.result.createObjectStore("ahead", { keyPath: "match" });
    };
    request.onsuccess = () => {
      request.result.onclose = () => (database = null); // phones may close it in the background
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  }).catch((error) => {
    database = null;
    throw error;
  });
  return database;
}

// Run one transaction. `decide` gets all entries of the store in order, and the store itself, in which it
// may put and delete entries. Resolves to the result of `decide` once everything is written.
async function transact(storeName, decide) {
  const store = (await openDatabase()).transaction(storeName, "readwrite").objectStore(storeName);
  return new Promise((resolve, reject) => {
    let result;
    store.getAll().onsuccess = (event) => (result = decide(event.target.result, store));
    store.transaction.oncomplete = () => resolve(result);
    store.transaction.onabort = () => reject(store.transaction.error);
  });
}

export const all = () => transact("answers", (list) => list);

// Change a stored answer with `change(stored, store, isFirst)`, where isFirst tells whether no answer of its
// match is before it. Do nothing if it was removed or replaced while it was being sent.
function changeStored(answer, change) {
  return transact("answers", (list, store) => {
    const stored = list.find(({ id, at }) => id === answer.id && at === answer.at);
    const first = list.find((each) => each.match === answer.match);
    if (stored) change(stored, store, stored === first);
  });
}

export const remove = (answer) => changeStored(answer, (stored, store) => store.delete(stored.id));

// Remove an answer that waits, even if it is being sent. If the server has already received it, the next answer to
// the same question is compared with it.
export async function takeBack(answer) {
  await remove(answer);
  if (sendingId === answer.id) sendingController.abort();
}

// Let an answer be sent again later. If it was refused, store the refusal, unless another answer was put before
// it in the meantime and the refusal is therefore outdated.
function markUnsent(answer, refusal) {
  const mark = (stored, store, isFirst) => store.put({ ...stored, until: 0, late: true, ...(isFirst && refusal) });
  return changeStored(answer, mark);
}

// Set the time until which no other page sends the answer.
function reserve(answer, timeout) {
  return Object.assign(answer, { until: Date.now() + timeout + 500 });
}

// Whether no page, including this one, is sending the answer.
function isFree(answer) {
  const left = (answer.until || 0) - Date.now();
  return left < 0 || left > RETRY_TIMEOUT + 500; // longer than any timeout, so the clock was set back
}

export const dealOf = (address) => address.match(/\/rounds\/(\d+)\//)?.[1]; // undefined for a step of the whole match
export const isUndoOrRedo = (address) => /\/(undo|redo)$/.test(address);

// Whether an answer sent to this address replaces a refused one: an answer to the same deal replaces a
// refused answer, and any answer replaces a refused undo or redo.
export function mayReplace(address, refused) {
  return !isUndoOrRedo(address) && [undefined, dealOf(address)].includes(dealOf(refused.address));
}

// Store an answer. If the first waiting answer of its match was refused, the new answer replaces it. If the
// refused answer came too early and was to another question, it is kept. The new answer is then sent before
// it if the match asks the new answer's question (`isAsked`), and otherwise after it. If the new answer is
// the first one, this page claims it, in order to send it immediately.
export function add(answer, isAsked) {
  return transact("answers", (list, store) => {
    const before = list.filter((each) => each.match === answer.match), first = before[0];
    const isOther = first?.early && first.address !== answer.address;
    if (isOther && isAsked) {
      answer.id = idBefore(first, list);
      before.forEach((each) => store.put({ ...each, refused: 0, early: false }));
    } else if (first?.refused && !isOther) answer.id = first.id;
    if (!first || answer.id) reserve(answer, SEND_TIMEOUT);
    else answer.late = true;
    store.put(answer).onsuccess = (event) => (answer.id = event.target.result);
    return answer;
  });
}

// An unused id between the id of this answer and the id before it. Ids need not be whole numbers.
function idBefore(answer, list) {
  const lower = list.map(({ id }) => id).filter((id) => id < answer.id);
  return (Math.max(0, ...lower) + answer.id) / 2;
}

// Claim the next answer to send: the first of a match, unless it was refused or is being sent.
function claim(retriedMatch) {
  return transact("answers", (list, store) => {
    const firstAnswers = list.filter((each, n) => list.findIndex((one) => one.match === each.match) === n);
    const next = firstAnswers.find((each) => isFree(each) && (!each.refused || each.match === retriedMatch));
    if (next) store.put(reserve(next, RETRY_TIMEOUT));
    return next;
  });
}

// The complete response, or null if the server is unreachable or fails. The page of a captive portal
// does not count as a response.
async function send(answer, timeout) {
  const controller = new AbortController();
  let isTooLate = false;
  const timer = setTimeout(() => (isTooLate = true, controller.abort()), timeout);
  [sendingId, sendingController] = [answer.id, controller];
  try {
    const response = await fetch(answer.address, {
      method: "POST", body: answer.body, credentials: "same-origin", signal: controller.signal,
      headers: {
        "Content-Type": "application/x-www-form-urlencoded;charset=UTF-8",
        "HX-Request": "true", Accept: "text/html", ...(answer.late && { "Scorekeeper-Waited": "yes" }),
      },
    });
    const text = await response.text();
    isServerSlow = false;
    const { status, headers } = response;
    const hasFailed = status >= 500 || status === 429 || status === 408;
    failureText = hasFailed ? decodeURIComponent(headers.get("Scorekeeper-Why") || "") : "";
    const isFromServer = status >= 400 || mustConfirm({ headers }) || text.includes('id="match"');
    return hasFailed || !isFromServer ? null : { status, headers, html: text, text: async () => text };
  } catch {
    failureText = "";
    isServerSlow = isTooLate && navigator.onLine;
    return null;
  } finally {
    clearTimeout(timer);
    if (sendingController === controller) sendingId = 0;
  }
}

const isWritten = (response) => response.status < 400;

// Whether the server asks for confirmation on another page. An answer that is sent later is then refused, because
// there may be nobody to confirm it.
const mustConfirm = (response) => response?.headers.has("HX-Redirect");

// The reason for a refusal as sentences, or the status code if the page gives no reason.
function refusalReason(response, page) {
  const { stream, removed } = document.body.dataset;
  if (response.status === 404 && stream && !page.body.dataset.stream) return removed; // the 404 page that non-members see
  const says = page.querySelectorAll("[role=alert] :is(h2, p), p[role=alert], .empty p");
  const sentences = [...says].map((each) => each.textContent.replace(/\s+/g, " ").trim().replace(/\.?$/, "."));
  return sentences.join(" ") || String(response.status);
}

// Mark an answer as refused. If it is `gone`, no answer of this phone will be sent.
function markRefused(answer, response) {
  const page = new DOMParser().parseFromString(response.html, "text/html");
  const { early } = page.querySelector("[data-early]")?.dataset || {};
  const reason = early || refusalReason(response, page);
  const gone = reason === document.body.dataset.removed;
  return markUnsent(answer, { refused: response.status, reason, gone, early: Boolean(early) });
}

// Send waiting answers in turn until one gets no response, and call `onSent` after each. The refused
// answer of `retriedMatch` is retried once, even if another call is still sending: the question may have
// changed since that call began.
export async function flush(onSent, retriedMatch = "") {
  if (isFlushing) return void (nextRetriedMatch = retriedMatch || nextRetriedMatch);
  isFlushing = true;
  try {
    for (let answer; (answer = await claim(retriedMatch)); ) {
      retriedMatch = retriedMatch === answer.match ? "" : retriedMatch;
      const response = await send(answer, RETRY_TIMEOUT);
      if (mustConfirm(response)) response.status = 409;
      if (!response) await markUnsent(answer);
      else if (isWritten(response)) await remove(answer);
      else await markRefused(answer, response);
      otherPages?.postMessage("changed");
      await onSent(answer, response);
      if (!response) break;
    }
  } finally {
    isFlushing = false;
  }
  const retriedNext = nextRetriedMatch;
  nextRetriedMatch = "";
  if (retriedNext) await flush(onSent, retriedNext);
}

// Send a new answer while the user waits. If it is refused with 409 or 422, it is removed, because the
// page shows the reason. If it is refused with another status, it is kept.
export async function sendNow(answer) {
  const response = await send(answer, SEND_TIMEOUT);
  if (!response) await markUnsent(answer);
  else if (isWritten(response) || [409, 422].includes(response.status)) await remove(answer);
  else await markRefused(answer, response);
  otherPages?.postMessage("changed");
  return response;
}

// The predicted next questions of a match, for use without a network, as { next, other, after_other }.
export const storePredictions = (match, predicted) => transact("ahead", (list, store) => void store.put({ ...predicted, match, at: Date.now() }));
export const predictions = (match) => transact("ahead", (list) => list.find((each) => each.match === match) || { next: [] });

export const failureReason = () => failureText;
export const isSlow = () => isServerSlow;
