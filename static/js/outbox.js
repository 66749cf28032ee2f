// The outbox: an answer is stored in IndexedDB first, then sent, and removed once the server has it.
// Answers of one match are sent in order. The server writes the same answer once, however often it
// arrives. This module does not depend on a page.
const HASTE = 4000; // milliseconds: timeout while the user waits
const PATIENCE = 15000; // milliseconds: timeout for a waiting answer
export const AGAIN = 5000; // milliseconds between attempts

export const others = "BroadcastChannel" in window ? new BroadcastChannel("outbox") : null;
let base = null; // a promise of the database
let sending = false;
let failure = ""; // why the server could not save
let slow = false; // online, but the server did not answer in time

function opened() {
  base ||= new Promise((done, fail) => {
    const request = indexedDB.open("scorekeeper", 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("answers", { keyPath: "id", autoIncrement: true });
      request.result.createObjectStore("ahead", { keyPath: "match" });
    };
    request.onsuccess = () => {
      request.result.onclose = () => (base = null); // phones may close it in the background
      done(request.result);
    };
    request.onerror = () => fail(request.error);
  }).catch((error) => {
    base = null;
    throw error;
  });
  return base;
}

// One transaction: `decide` gets all entries in order and may put and delete. Resolves to its
// result once all is written.
async function atOnce(kind, decide) {
  const store = (await opened()).transaction(kind, "readwrite").objectStore(kind);
  return new Promise((done, fail) => {
    let result;
    store.getAll().onsuccess = (event) => (result = decide(event.target.result, store));
    store.transaction.oncomplete = () => done(result);
    store.transaction.onabort = () => fail(store.transaction.error);
  });
}

export const all = () => atOnce("answers", (list) => list);
export const remove = (answer) => atOnce("answers", (list, store) => void store.delete(answer.id));

// Update a stored answer, unless it was removed.
function note(answer, more) {
  return atOnce("answers", (list, store) => {
    if (list.some((each) => each.id === answer.id)) store.put({ ...answer, until: 0, late: true, ...more });
  });
}

function hold(answer, time) {
  return Object.assign(answer, { until: Date.now() + time + 500 });
}

// Whether no page is sending this answer, including the page itself.
function isFree(answer) {
  const left = (answer.until || 0) - Date.now();
  return left < 0 || left > PATIENCE + 500; // the clock was set back
}

// Store an answer, in place of a refused one at the head of its match. If it is the first of its
// match, this page claims it, to send it now.
export function keep(answer) {
  return atOnce("answers", (list, store) => {
    const first = list.find((each) => each.match === answer.match);
    if (first?.refused) answer.id = first.id;
    if (!first || first.refused) hold(answer, HASTE);
    else answer.late = true;
    store.put(answer).onsuccess = (event) => (answer.id = event.target.result);
    return answer;
  });
}

// The next answer to send: the first of a match, unless refused or being sent.
function claim(again) {
  return atOnce("answers", (list, store) => {
    const heads = list.filter((each, n) => list.findIndex((one) => one.match === each.match) === n);
    const next = heads.find((each) => isFree(each) && (!each.refused || each.match === again));
    if (next) store.put(hold(next, PATIENCE));
    return next;
  });
}

// The complete response; null if the server is unreachable or fails. A captive portal's page
// does not count.
async function send(answer, time) {
  const given_up = new AbortController();
  const timer = setTimeout(() => given_up.abort(), time);
  try {
    const response = await fetch(answer.address, {
      method: "POST", body: answer.body, credentials: "same-origin", signal: given_up.signal,
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
    return unable || !ours ? null : { status, headers, said: text, text: async () => text };
  } catch {
    failure = "";
    slow = given_up.signal.aborted && navigator.onLine;
    return null;
  } finally {
    clearTimeout(timer);
  }
}

const isWritten = (heard) => heard.status < 400;

// The reason for a refusal, in sentences.
function reason(heard) {
  const page = new DOMParser().parseFromString(heard.said, "text/html");
  const { stream, removed } = document.body.dataset;
  if (heard.status === 404 && stream && !page.body.dataset.stream) return removed; // the 404 of non-members
  const says = page.querySelectorAll("[role=alert] :is(h2, p), p[role=alert], .empty p");
  const sentences = [...says].map((each) => each.textContent.replace(/\s+/g, " ").trim().replace(/\.?$/, "."));
  return sentences.join(" ") || String(heard.status);
}

// `gone`: this phone was removed, so no answer will be sent.
function refuse(answer, heard) {
  const why = reason(heard);
  return note(answer, { refused: heard.status, reason: why, gone: why === document.body.dataset.removed });
}

const waitOn = (answer) => note(answer, { refused: 0 });

// Send waiting answers in turn until one gets no response. Calls `told` after each. `again` is
// a match whose refused answer is retried once.
export async function flush(told, again = "") {
  if (sending) return;
  sending = true;
  try {
    for (let answer; (answer = await claim(again)); ) {
      again = again === answer.match ? "" : again;
      const heard = await send(answer, PATIENCE);
      if (!heard) await waitOn(answer);
      else if (isWritten(heard)) await remove(answer);
      else await refuse(answer, heard);
      others?.postMessage("changed");
      await told(answer, heard);
      if (!heard) break;
    }
  } finally {
    sending = false;
  }
}

// Send a new answer while the user waits. The page shows a 409 or 422, so such an answer is not
// kept; other refused answers are.
export async function sendNow(answer) {
  const heard = await send(answer, HASTE);
  if (!heard) await waitOn(answer);
  else if (isWritten(heard) || [409, 422].includes(heard.status)) await remove(answer);
  else await refuse(answer, heard);
  others?.postMessage("changed");
  return heard;
}

// The predicted next questions of a match, for use without a network.
export const keepAhead = (match, next) => atOnce("ahead", (list, store) => void store.put({ match, next, at: Date.now() }));
export const ahead = (match) => atOnce("ahead", (list) => list.find((each) => each.match === match)?.next || []);

export const why = () => failure;
export const isSlow = () => slow;
