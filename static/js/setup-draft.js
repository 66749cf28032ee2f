// The choices for a new match are stored in sessionStorage until the match starts. They survive a
// reload, going back, and the browser discarding the tab. The server renders them like tapped choices.

import { $, $$ } from "./dom.js";

const MINUTE = 60_000; // milliseconds
// Unused choices are forgotten after a day, or after ten minutes on a new visit (not a reload or
// Back): other matches may have started since, and the page suggests their players.
const isNewVisit = performance.getEntriesByType("navigation")[0]?.type === "navigate";
const MAX_AGE = (isNewVisit ? 10 : 24 * 60) * MINUTE;
const REQUEST_TIMEOUT = 5_000; // milliseconds
const form = () => $("#setup");
const address = form().getAttribute("action");
const storageKey = `new match ${address}`; // each league has its own address
const htmxHasLoaded = new Promise((resolve) => document.addEventListener("DOMContentLoaded", resolve));

function read() {
  try {
    const { at, fields } = JSON.parse(sessionStorage.getItem(storageKey));
    return Date.now() - at < MAX_AGE ? fields : null;
  } catch {
    return null; // nothing readable is stored, or storage is forbidden
  }
}

function store() {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ at: Date.now(), fields: [...new FormData(form())] }));
  } catch {
    // storage is full or forbidden, so the choices are not stored
  }
}

function forget() {
  try {
    sessionStorage.removeItem(storageKey);
  } catch {
    // storage is forbidden, so there is nothing to remove
  }
}

// Restore the choices. Until then, the form ignores taps, because the response replaces the form.
async function restore(fields) {
  const sent = new URLSearchParams(fields);
  sent.delete("name"); // the server would add this player
  sent.set("restore", "1");
  form().inert = true;
  try {
    const response = await fetch(address, {
      method: "POST", body: sent, headers: { "HX-Request": "true" }, signal: AbortSignal.timeout?.(REQUEST_TIMEOUT),
    });
    const text = await response.text();
    await htmxHasLoaded;
    if (response.status === 204) forget(); // the match with these choices has started
    else if (response.ok || response.status === 422) await showResponse(text, new Map(fields).get("name"));
  } catch {
    // no network: the choices are still stored
  }
  form().inert = false;
}

// Show the form with the restored choices, and the name of a new player that was being typed.
async function showResponse(text, typed) {
  await htmx.swap({ text, target: form(), sourceElement: form(), swap: "outerHTML" });
  if (typed && $("#name")) $("#name").value = typed;
  const isRenamed = (field) => field.value !== $(`[name="was-${field.name}"]`).value;
  [...$$("#name").filter((field) => field.value), ...$$("[name^=called-]").filter(isRenamed)].forEach(unfold);
  store();
}

function unfold(field) {
  for (let fold = field.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
}

document.addEventListener("input", ({ target }) => target.form === form() && store());
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => ctx.target?.id === "setup" && store());

const fields = form().hasAttribute("data-restores") && read();
if (fields) restore(fields);
