// The outbox: an answer is stored in IndexedDB, then sent, and removed once the server has it. Answers
// of one match are sent in order. The server writes the same answer only once, however often it
// arrives. This module does not depend on a particular page.
const SEND_TIMEOUT = 4000; // milliseconds until a request times out while the user waits
const RETRY_TIMEOUT = 15000; // milliseconds until a request for a waiting answer times out
export const RETRY_INTERVAL = 5000; // milliseconds between attempts

export const others = "BroadcastChannel" in window ? new BroadcastChannel("outbox") : null;
let database = null; // a promise of the database
let sending = false;
let failure = ""; // why the server could not save
let slow = false; // the phone is online, but the server did not respond in time

function openDatabase() {
  database ||= new Promise((done, fail) => {
    const request = indexedDB.open("scorekeeper", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("answers", { keyPath: "id", autoIncrement: true });
      request.result.createObjectStore("ahead", { keyPath: "match" });
    };
    request.onsuccess = () => {
      request.result.onclose = () => (database = null); // phones may close it in the background
      done(request.result);
    };
    request.onerror = () => fail(request.error);
  }).catch((error) => {
    database = null;
    throw error;
  });
  return database;
}

// Run one transaction, in which `decide` gets all entries in order and may put and delete entries.
// Resolves to the result of `decide` once everything is written.
async function transact(kind, decide) {
  const store = (await openDatabase()).transaction(kind, "readwrite").objectStore(kind);
  return new Promise((done, fail) => {
    let result;
    store.getAll().onsuccess = (event) => (result = decide(event.target.result, store));
    store.transaction.oncomplete = () => done(result);
    store.transaction.onabort = () => fail(store.transaction.error);
  });
}

export const all = () => transact("answers", (list) => list);
export const remove = (answer) => transact("answers", (list, store) => void store.delete(answer.id));

// Update a stored answer, unless it was removed.
function update(answer, more) {
  return transact("answers", (list, store) => {
    if (list.some((each) => each.id === answer.id)) store.put({ ...answer, until: 0, late: true, ...more });
  });
}

function reserve(answer, time) {
  return Object.assign(answer, { until: Date.now() + time + 500 });
}

// Whether no page, including this one, is sending the answer.
function isFree(answer) {
  const left = (answer.until || 0) - Date.now();
  return left < 0 || left > RETRY_TIMEOUT + 500; // longer than any timeout, so the clock was set back
}

// Store an answer. If the first waiting answer of its match was refused, the new one replaces it, unless
// the refused one came too early: then the answer to the question of the match (`isAsked`) is sent
// before it, and an answer to a predicted question after it. If the new answer is now the first one,
// this page claims it, in order to send it immediately.
export function keep(answer, isAsked) {
  return transact("answers", (list, store) => {
    const before = list.filter((each) => each.match === answer.match), first = before[0];
    const isOther = first?.early && first.address !== answer.address;
    if (isOther && isAsked) move(before, store);
    if (first?.refused && (isAsked || !isOther)) answer.id = first.id;
    if (!first || answer.id) reserve(answer, SEND_TIMEOUT);
    else answer.late = true;
    store.put(answer).onsuccess = (event) => (answer.id = event.target.result);
    return answer;
  });
}

// Give each answer the id of the next one, and the last a new id, so that the first id is free. None of
// them counts as refused any more.
function move(answers, store) {
  answers.forEach((each, n) => {
    const { id, ...moved } = { ...each, refused: 0, early: false };
    store.put(n + 1 < answers.length ? { ...moved, id: answers[n + 1].id } : moved);
  });
}

// Claim the next answer to send: the first of a match, unless it was refused or is being sent.
function claim(again) {
  return transact("answers", (list, store) => {
    const heads = list.filter((each, n) => list.findIndex((one) => one.match === each.match) === n);
    const next = heads.find((each) => isFree(each) && (!each.refused || each.match === again));
    if (next) store.put(reserve(next, RETRY_TIMEOUT));
    return next;
  });
}

// The complete response, or null if the server is unreachable or fails. The page of a captive portal
// does not count as a response.
async function send(answer, time) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), time);
  try {
    const response = await fetch(answer.address, {
      method: "POST", body: answer.body, credentials: "same-origin", signal: controller.signal,
      headers: {
        "Content-Type": "application/x-www-form-urlencoded;charset=UTF-8",
        "HX-Request": "true", Accept: "text/html",
      },
    });
    const text = await response.text();
    slow = false;
    const { status, headers } = response;
    const unable = status >= 500 || status === 429 || status === 408;
    failure = unable ? decodeURIComponent(headers.get("Scorekeeper-Why") || "") : "";
    const ours = status >= 400 || text.includes('id="match"');
    return unable || !ours ? null : { status, headers, html: text, text: async () => text };
  } catch {
    failure = "";
    slow = controller.signal.aborted && navigator.onLine;
    return null;
  } finally {
    clearTimeout(timer);
  }
}

const isWritten = (response) => response.status < 400;

// The reason for a refusal as sentences, or the status code if the page gives no reason.
function reason(response, page) {
  const { stream, removed } = document.body.dataset;
  if (response.status === 404 && stream && !page.body.dataset.stream) return removed; // the 404 page that non-members see
  const says = page.querySelectorAll("[role=alert] :is(h2, p), p[role=alert], .empty p");
  const sentences = [...says].map((each) => each.textContent.replace(/\s+/g, " ").trim().replace(/\.?$/, "."));
  return sentences.join(" ") || String(response.status);
}

// Mark an answer as refused. `gone` means that this phone was removed, so no answer will be sent.
// `early` means that the match first asks another question.
function refuse(answer, response) {
  const page = new DOMParser().parseFromString(response.html, "text/html");
  const { early } = page.querySelector("[data-early]")?.dataset || {};
  const why = early || reason(response, page);
  const gone = why === document.body.dataset.removed;
  return update(answer, { refused: response.status, reason: why, gone, early: Boolean(early) });
}

const waitOn = (answer) => update(answer, { refused: 0, early: false });

// Send waiting answers in turn until one gets no response, and call `onSent` after each. `again` is
// the match whose refused answer is retried once.
export async function flush(onSent, again = "") {
  if (sending) return;
  sending = true;
  try {
    for (let answer; (answer = await claim(again)); ) {
      again = again === answer.match ? "" : again;
      const response = await send(answer, RETRY_TIMEOUT);
      if (!response) await waitOn(answer);
      else if (isWritten(response)) await remove(answer);
      else await refuse(answer, response);
      others?.postMessage("changed");
      await onSent(answer, response);
      if (!response) break;
    }
  } finally {
    sending = false;
  }
}

// Send a new answer while the user waits. If it is refused with 409 or 422, it is removed, because the
// page shows the reason. If it is refused with another status, it is kept.
export async function sendNow(answer) {
  const response = await send(answer, SEND_TIMEOUT);
  if (!response) await waitOn(answer);
  else if (isWritten(response) || [409, 422].includes(response.status)) await remove(answer);
  else await refuse(answer, response);
  others?.postMessage("changed");
  return response;
}

// The predicted next questions of a match, for use without a network: { next, after_other }.
export const keepAhead = (match, predicted) => transact("ahead", (list, store) => void store.put({ ...predicted, match, at: Date.now() }));
export const ahead = (match) => transact("ahead", (list) => list.find((each) => each.match === match) || { next: [] });

export const why = () => failure;
export const isSlow = () => slow;
