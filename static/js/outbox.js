// The outbox: what was saved stays on this phone until the server has answered it. An answer is
// written down here first, then sent, and goes when the server has it; those of one match go in
// order. The server writes the same answer once, however often it comes. Knows nothing of pages.
"use strict";

const HASTE = 4000; // milliseconds that somebody waits for the answer to his tap
const PATIENCE = 15000; // milliseconds for one that waits here anyway
const AGAIN = 5000; // milliseconds between two attempts

const outbox = (() => {
  const me = Math.random().toString(36).slice(2); // this page, among others open in this browser
  const others = "BroadcastChannel" in window ? new BroadcastChannel("outbox") : null;
  let base = null; // of data, a promise
  let sending = false;
  let why = ""; // what the server said that could not save
  let slow = false; // it was reached, as far as anybody knows, but did not answer in time

  function opened() {
    base ||= new Promise((done, fail) => {
      const request = indexedDB.open("scorekeeper", 1);
      request.onupgradeneeded = () => {
        request.result.createObjectStore("answers", { keyPath: "id", autoIncrement: true });
        request.result.createObjectStore("ahead", { keyPath: "match" });
      };
      request.onsuccess = () => {
        request.result.onclose = () => (base = null); // a phone may take it away while it sleeps
        done(request.result);
      };
      request.onerror = () => fail(request.error);
    }).catch((error) => {
      base = null;
      throw error;
    });
    return base;
  }

  // One transaction in which `decide` sees all there is, in order, and may put and delete. Its
  // result, once everything is written.
  async function atOnce(kind, decide) {
    const store = (await opened()).transaction(kind, "readwrite").objectStore(kind);
    return new Promise((done, fail) => {
      let result;
      store.getAll().onsuccess = (event) => (result = decide(event.target.result, store));
      store.transaction.oncomplete = () => done(result);
      store.transaction.onabort = () => fail(store.transaction.error);
    });
  }

  const all = () => atOnce("answers", (list) => list);
  const remove = (answer) => atOnce("answers", (list, store) => void store.delete(answer.id));

  // Unless somebody dropped it meanwhile.
  function note(answer, more) {
    return atOnce("answers", (list, store) => {
      if (list.some((each) => each.id === answer.id)) store.put({ ...answer, until: 0, late: true, ...more });
    });
  }

  function hold(answer, time) {
    return Object.assign(answer, { holder: me, until: Date.now() + time + 500 });
  }

  function isFree(answer) {
    const left = (answer.until || 0) - Date.now();
    return answer.holder === me || left < 0 || left > PATIENCE + 500; // the clock was put back
  }

  // Keep an answer. It is held, to be sent at once, if nothing of its match waits before it; the
  // first takes the place of one that was refused: it is what the person says instead.
  function keep(answer) {
    return atOnce("answers", (list, store) => {
      const first = list.find((each) => each.match === answer.match);
      if (first?.refused) answer.id = first.id;
      if (!first || first.refused) hold(answer, HASTE);
      else answer.late = true;
      store.put(answer).onsuccess = (event) => (answer.id = event.target.result);
      return answer;
    });
  }

  // The next to be sent of any match: the first of each, unless it was refused or is under way.
  function claim(again) {
    return atOnce("answers", (list, store) => {
      const heads = list.filter((each, n) => list.findIndex((one) => one.match === each.match) === n);
      const next = heads.find((each) => isFree(each) && (!each.refused || each.match === again));
      if (next) store.put(hold(next, PATIENCE));
      return next;
    });
  }

  // What the server said, whole; null if it is not to be reached or not able to. A page of
  // somebody else (a hotel's network) is no answer.
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
      why = unable ? decodeURIComponent(headers.get("Scorekeeper-Why") || "") : "";
      const ours = status >= 400 || text.includes('id="match"');
      return unable || !ours ? null : { status, headers, said: text, text: async () => text };
    } catch {
      why = "";
      slow = given_up.signal.aborted && navigator.onLine;
      return null;
    } finally {
      clearTimeout(timer);
    }
  }

  const isWritten = (heard) => heard.status < 400;

  // The sentences in which it was refused.
  function reason(heard) {
    const page = new DOMParser().parseFromString(heard.said, "text/html");
    const { stream, removed } = document.body.dataset;
    if (heard.status === 404 && stream && !page.body.dataset.stream) return removed; // a stranger's page
    const says = page.querySelectorAll("[role=alert] :is(h2, p), p[role=alert], .empty p");
    const sentences = [...says].map((each) => each.textContent.replace(/\s+/g, " ").trim().replace(/\.?$/, "."));
    return sentences.join(" ") || String(heard.status);
  }

  const refuse = (answer, heard) => note(answer, { refused: heard.status, reason: reason(heard) });
  const waitOn = (answer) => note(answer, { refused: 0 });

  // Send what waits, one after the other, until nobody answers. `told` hears of each; `again`
  // is a match whose refused answer may be tried once more.
  async function flush(told, again = "") {
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

  // Send one that was just kept, while somebody waits for it. What it says he sees himself, but
  // for a phone that may not write: that stays.
  async function sendNow(answer) {
    const heard = await send(answer, HASTE);
    if (!heard) await waitOn(answer);
    else if (isWritten(heard) || [409, 422].includes(heard.status)) await remove(answer);
    else await refuse(answer, heard);
    others?.postMessage("changed");
    return heard;
  }

  // The questions that come next in a match, kept for when nobody can be asked.
  const keepAhead = (match, next) => atOnce("ahead", (list, store) => void store.put({ match, next, at: Date.now() }));
  const ahead = (match) => atOnce("ahead", (list) => list.find((each) => each.match === match)?.next || []);

  return { all, keep, remove, flush, sendNow, keepAhead, ahead, others, why: () => why, isSlow: () => slow };
})();
