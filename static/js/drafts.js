// Drafts: entered values are stored in localStorage until they are saved, discarded or outdated.
// There is one draft for each address to which an answer is sent. Drafts are restored after a reload,
// when the user goes back, after the browser was closed, and in a second tab.

import { $, $$, isEdited } from "./dom.js";
import { ensureCurrent, isUntouched, makeCurrent } from "./keypad.js";
import { answerAddress, describeAnswer, form } from "./match-page.js";

const PREFIX = "draft ";
const MAX_AGE = 30 * 24 * 60 * 60 * 1000; // milliseconds until an unused draft is deleted
let untouched = {}; // the fields of this question before any input
let quick = {}; // the values that a quick answer filled in
let frame = 0; // the animation frame after which the draft is stored
let isDue = false; // values were entered that are not stored yet
let own = null; // the form in which something was entered; a swap replaces it
let filled = null; // the form that already shows its draft, after a reload or a refusal
// Whether this page was opened by a link, not by a reload or Back. It is false once the first question
// begins.
let isOpened = performance.getEntriesByType("navigation")[0]?.type === "navigate";

const inputs = () => $$("#ask :is(input:not([type=hidden]), select)");
const isSuggested = (input) => named("rest").has(`${input.name}=${input.value}`);
const isChip = (input) => input.type === "radio" || input.type === "checkbox";
const named = (name) => new Set($$(`#ask [name=${name}]`).map((input) => input.value));

// The names of values that were entered before the first question began, because this script or
// others had not loaded.
let early = new Set(inputs().filter(isEdited).map(({ name }) => name));

// ---------------------------------------------------------- storage

export function read(address) {
  store();
  try {
    return JSON.parse(localStorage.getItem(PREFIX + address));
  } catch {
    return null;
  }
}

function write(address, draft) {
  try {
    localStorage.setItem(PREFIX + address, JSON.stringify(draft));
  } catch {
    // storage is full or forbidden, so there are no drafts
  }
}

export function drop(address) {
  store();
  try {
    localStorage.removeItem(PREFIX + address);
  } catch {
    // storage is forbidden, so there is nothing to remove
  }
}

// All drafts, as [address, draft]. Old and unreadable drafts are deleted.
function all() {
  store();
  let keys = [];
  try {
    keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  } catch {
    // storage is forbidden
  }
  const found = keys.map((key) => key.slice(PREFIX.length)).map((address) => [address, read(address)]);
  const isGood = ([, draft]) => draft?.fields && Date.now() - draft.at < MAX_AGE;
  found.filter((each) => !isGood(each)).forEach(([address]) => drop(address));
  return found.filter(isGood);
}

// ---------------------------------------------------------- the fields of this page

// Entered values by name. Suggestions and players' submissions are left out, because the server sends
// them again.
function enteredValues() {
  const others = [...named("rest"), ...named("came")];
  const isSaid = (input) => input.value && !input.disabled && (input.checked || !isChip(input));
  const said = inputs().filter((input) => isSaid(input) && !others.includes(`${input.name}=${input.value}`));
  return Object.fromEntries(said.map((input) => [input.name, input.value]));
}

function keep() {
  const address = answerAddress(), fields = enteredValues();
  if (!address || own !== form()) return;
  if (asText(fields) === asText(untouched)) return drop(address);
  write(address, {
    fields, quick, at: Date.now(), ...currentField(), ...madeFrom(),
    open: $$("#ask details[open]").map((fold) => fold.id), ...describeAnswer({ form: form() }),
  });
}

// The version of the sheet, and of a correction's saved draft, from which the form was made.
const madeFrom = () => ({ seen: $("[name=seen]", form())?.value, draft: $("[name=draft]", form())?.value });

const currentField = () => ({ current: $(".is-current")?.name, typing: !isUntouched });

// Store only the current field, with the values that the draft already has.
function keepCurrent() {
  const address = answerAddress(), draft = address && read(address);
  if (draft && [own, filled].includes(form())) write(address, { ...draft, ...currentField() });
}

// Store the draft after the frame that shows the input, so that storing it does not delay the frame.
function storeSoon() {
  frame ||= requestAnimationFrame(() => setTimeout(store));
}

function store() {
  if (!frame) return;
  const isInput = isDue;
  cancelAnimationFrame(frame);
  [frame, isDue] = [0, false];
  if (isInput) keep();
  else keepCurrent();
}

// Restore the fields of a draft. A field that the page does not have yet, because it appears after a
// preview of the others, is added as a hidden input.
function fillIn(draft) {
  const { fields, open = [], current, typing, seen, draft: saved = "" } = draft;
  quick = draft.quick || {};
  const came = [...named("came")].map((each) => each.split("=")[0]);
  const differs = inputs().filter((input) => put(input, fields[input.name] ?? "", came));
  const shown = new Set(inputs().map((input) => input.name));
  const missing = Object.entries(fields).filter(([name]) => !shown.has(name));
  const hidden = missing.map(([name, value]) => Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  if (!differs.length && !hidden.length) return;
  $("#ask").append(...hidden);
  if (seen) $("[name=seen]", form()).value = seen;
  if ($("[name=draft]", form())) $("[name=draft]", form()).value = saved;
  $$("#ask details").forEach((fold) => (fold.open = open.includes(fold.id)));
  makeCurrent(current && inputs().find((input) => input.name === current && !isChip(input)) || null, typing);
  ensureCurrent(); // if no field is current, the first empty one becomes current
  const last = differs.at(-1) || inputs()[0] || $("#ask");
  last.dispatchEvent(new CustomEvent("input", { bubbles: true, detail: "restored" }));
}

// Put a draft's value into an input and return whether the input changed. An input that the server
// disabled is enabled if the draft has a value for it, because other values in the draft enabled it.
function put(input, value, came) {
  const what = isChip(input) ? "checked" : "value", now = isChip(input) ? input.value === value : value;
  if ((input.disabled && !now) || (!value && (isSuggested(input) || came.includes(input.name)))) return false;
  const differs = input[what] !== now;
  input.disabled = false;
  input[what] = now;
  return differs;
}

// ---------------------------------------------------------- events

// Begin the draft of a question. Called when the page shows another question or no question.
export function begin() {
  own = null;
  [untouched, quick] = [enteredValues(), {}];
  document.body.dataset.drafts = "yes"; // previews may begin
  if (isOpened) choose();
  isOpened = false;
  const last = addEarly();
  early = null;
  restore();
  last?.dispatchEvent(new Event("input", { bubbles: true }));
}

// Add the early values to the draft, in which they replace older ones. Return the last of their
// inputs, or undefined.
function addEarly() {
  const entered = inputs().filter(({ name }) => early?.has(name)), address = answerAddress();
  const draft = address && read(address), values = entered.map(({ name }) => [name, untouched[name]]);
  if (!entered.length) return;
  own = form();
  entered.forEach(({ name }) => delete untouched[name]);
  if (draft) write(address, { ...draft, fields: { ...draft.fields, ...Object.fromEntries(values) }, ...currentField() });
  return entered.at(-1);
}

// If the link that opened the page names the player who ended the deal, put that player into the
// draft, because the tap on the link is newer.
function choose() {
  const seat = new URLSearchParams(location.search).get("seat"), draft = read(answerAddress());
  const chip = seat && inputs().find((input) => input.defaultChecked && input.value === seat);
  if (draft && chip) write(answerAddress(), { ...draft, fields: { ...draft.fields, [chip.name]: seat } });
}

// Clear all entered values.
export function clear() {
  own = form();
  quick = {};
  drop(answerAddress());
  for (const input of inputs().filter((each) => !each.disabled)) {
    if (isChip(input)) input.checked = input.matches("[data-default]");
    else input.value = "";
  }
  inputs()[0]?.dispatchEvent(new Event("input", { bubbles: true }));
}

// Turn the draft of an answer into a draft of a correction with the same values.
export function move(from, to, form) {
  const { seen, draft, ...fields } = Object.fromEntries(form);
  write(to, { fields, seen, draft, at: Date.now() });
  drop(from);
}

// Fill in the draft of this question, if there is one.
export function restore() {
  const draft = answerAddress() && all().find(([address]) => address === answerAddress())?.[1];
  if (draft) fillIn(draft);
  adopt();
}

// Called when the form already shows its draft. From now on, the current field is stored with it.
export const adopt = () => (filled = withoutAutocomplete());

// Turn autocomplete off: when the user goes back, the browser would restore the values, but not the
// current field. This is set here, so that the browser still restores the values without scripts.
function withoutAutocomplete() {
  form()?.setAttribute("autocomplete", "off");
  return form();
}

const isEntry = (target) => target.closest?.("form[data-entry]");

document.addEventListener("input", ({ target, detail }) => {
  early?.add(target.name);
  if (!isEntry(target) || detail === "restored") return;
  own = withoutAutocomplete();
  if (detail === "quick") quick = enteredValues();
  isDue = true;
  storeSoon();
});
document.addEventListener("keypad:moved", storeSoon);
// What was entered since the last frame must not be lost.
window.addEventListener("pagehide", store);
document.addEventListener("htmx:before:swap", store);
document.addEventListener("click", ({ target }) => {
  if (target.closest("[data-leave]")) addresses().filter((each) => each.startsWith(answerAddress())).forEach(drop); // also drafts of later deals
  else if (target.closest("#ask button[name]")) own = form(); // a button that fills in the fields
});
document.addEventListener("toggle", ({ target }) => isEntry(target) && keep(), true);
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => ctx.target?.id === "ask" && keep());
// If the question is open in two tabs, the tab that becomes visible shows the values entered in the
// other one.
document.addEventListener("visibilitychange", () => (document.hidden ? store() : restore()));
window.addEventListener("focus", restore);
document.addEventListener("question:renewed", restore);

const asText = (fields, prefix = "") =>
  JSON.stringify(Object.entries(fields).filter(([name]) => name.startsWith(prefix)));
export const isEntered = () => asText(enteredValues()) !== asText(untouched);

// Whether this quick answer would replace entered values.
export function isReplaced({ dataset: { fill } }) {
  const now = fill ? `${fill.split(" ")[0]}-` : "";
  return ![untouched, quick].some((fields) => asText(fields, now) === asText(enteredValues(), now));
}
export const addresses = () => all().map(([address]) => address);
