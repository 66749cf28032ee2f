// Drafts: entered values are stored in localStorage until they are saved, discarded or outdated.
// There is one draft for each address to which an answer is sent. Drafts are restored after a reload,
// when the user goes back, after the browser was closed, and in a second tab.

import { $, $$, afterFrame, isEdited } from "./dom.js";
import * as storage from "./draft-storage.js";
import { ensureCurrent, isUntouched, makeCurrent } from "./keypad.js";
import { answerAddress, form, matchElement } from "./match-page.js";
import { describeAnswer, textOf } from "./outbox-list.js";

let initialValues = {}; // the values of this question before any input, by name
let quickValues = {}; // the values that a quick answer filled in, by name
let absentValues = {}; // the entered values whose inputs are not in the form now, by name
let valuesBeforePreview = []; // { name, value, isNumber } of each entered value when a preview replaces the form
let storeFrame = 0; // the animation frame after which the draft is stored
let hasUnstoredInput = false; // values were entered that are not stored yet
let changedForm = null; // the form in which something was entered; a swap replaces it
let restoredForm = null; // the form that already shows its draft, after a reload or a refusal
// Whether a link opened this page, and not a reload or Back. It is false once the first question begins.
let isOpenedByLink = performance.getEntriesByType("navigation")[0]?.type === "navigate";

const inputs = () => $$("#ask :is(input:not([type=hidden]), select)");
const isChip = (input) => input.type === "radio" || input.type === "checkbox";
// The values of the hidden inputs "rest" (suggestions) and "came" (players' submissions) look like
// "tricks-Dina=2".
const hiddenValues = (name) => new Set($$(`#ask [name=${name}]`).map((input) => input.value));
const isSuggested = (input) => hiddenValues("rest").has(`${input.name}=${input.value}`);

// The names of values that were entered before the first question began, because this script or
// others had not loaded.
let earlyNames = new Set(inputs().filter(isEdited).map(({ name }) => name));

// ---------------------------------------------------------- storage

// Before drafts are read or deleted, entered values that are not stored yet are stored.

export function read(address) {
  storeNow();
  return storage.read(address);
}

export function drop(address) {
  storeNow();
  storage.remove(address);
}

export function all() {
  storeNow();
  return storage.all();
}

// ---------------------------------------------------------- the fields of this page

// The inputs with entered values. Suggestions and players' submissions are left out, because the server
// sends them again.
function enteredInputs() {
  const fromServer = [...hiddenValues("rest"), ...hiddenValues("came")];
  const hasValue = (input) => input.value && !input.disabled && (input.checked || !isChip(input));
  return inputs().filter((input) => hasValue(input) && !fromServer.includes(`${input.name}=${input.value}`));
}

// Entered values by name.
const enteredValues = () => Object.fromEntries(enteredInputs().map(({ name, value }) => [name, value]));

// Store the values of this form, or drop its draft if they are the initial values again.
function storeDraft() {
  const address = answerAddress(), fields = enteredValues();
  if (!address || changedForm !== form()) return;
  if (asText(fields) === asText(initialValues)) return drop(address);
  storage.write(address, {
    fields, quick: quickValues, absent: absentValues, at: Date.now(), ...currentField(), ...formVersions(),
    text: entriesAsText(), open: $$("#ask details[open]").map((fold) => fold.id),
  });
}

// The entered values as text, for a phone that can no longer send them.
const entriesAsText = () => textOf({ game: matchElement().dataset.game, ...describeAnswer({ form: form() }) });

// The version of the sheet, and of a correction's saved draft, from which the form was made.
const formVersions = () => ({ seen: $("[name=seen]", form())?.value, draft: $("[name=draft]", form())?.value });

const currentField = () => ({ current: $(".is-current")?.name, typing: !isUntouched });

// Store only the current field, with the values that the draft already has.
function storeCurrentField() {
  const address = answerAddress(), draft = address && read(address);
  if (draft && [changedForm, restoredForm].includes(form())) storage.write(address, { ...draft, ...currentField() });
}

// Store the draft after the frame that shows the input, so that storing it does not delay that frame.
function storeSoon() {
  storeFrame ||= afterFrame(storeNow);
}

// Store whatever has not been stored yet.
function storeNow() {
  if (!storeFrame) return;
  const store = hasUnstoredInput ? storeDraft : storeCurrentField;
  cancelAnimationFrame(storeFrame);
  [storeFrame, hasUnstoredInput] = [0, false];
  store();
}

// Restore the fields of a draft. A field that the page does not have yet, because it appears after a
// preview of the others, is added as a hidden input.
function fillIn(draft) {
  const { fields, open = [], current, typing, seen, draft: saved = "" } = draft;
  [quickValues, absentValues] = [draft.quick || {}, draft.absent || {}];
  const submitted = [...hiddenValues("came")].map((each) => each.split("=")[0]);
  const stages = Object.keys(fields).map(stageOf), belongs = ({ name }) => !draft.partial || stages.includes(stageOf(name));
  const changed = inputs().filter((input) => belongs(input) && setInput(input, fields[input.name] ?? "", submitted));
  const missing = Object.entries(fields).filter((each) => !inputs().some((input) => isInputFor(input, ...each)));
  const hidden = missing.map(([name, value]) => Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  if (!changed.length && !hidden.length) return;
  $("#ask").append(...hidden);
  if (seen) $("[name=seen]", form()).value = seen;
  if ($("[name=draft]", form())) $("[name=draft]", form()).value = saved;
  $$("#ask details").forEach((fold) => (fold.open = open.includes(fold.id)));
  makeCurrent(current && inputs().find((input) => input.name === current && !isChip(input)) || null, typing);
  ensureCurrent(); // if no field is current, the first empty one becomes current
  const last = changed.at(-1) || inputs()[0] || $("#ask");
  last.dispatchEvent(new CustomEvent("input", { bubbles: true, detail: "restored" }));
}

// The stage prefix of an input's name in a correction, such as "bids." or "3.bids."
const stageOf = (name) => name.slice(0, name.lastIndexOf(".") + 1);

// Whether this is the input for a value: the number with this name, or the chip with this name and value.
const isInputFor = (input, name, value) => input.name === name && (!isChip(input) || input.value === value);

// Set an input to a draft's value and return whether the input changed. An input that the server
// disabled is enabled if the draft has a value for it, because other values in the draft enabled it.
// If all numbers of a table are disabled, they follow from earlier answers, such as calls, and stay.
// Without a value, suggestions and players' submissions (`submitted` names) stay.
function setInput(input, value, submitted) {
  const [property, wanted] = isChip(input) ? ["checked", input.value === value] : ["value", value];
  const isFixed = input.disabled && !isChip(input) && !$(".numbers-table__field:enabled", input.closest("table"));
  if (isFixed || input.disabled && !wanted || !value && (isSuggested(input) || submitted.includes(input.name))) return false;
  const hasChanged = input[property] !== wanted;
  input.disabled = false;
  input[property] = wanted;
  return hasChanged;
}

// After a preview, keep numbers whose inputs are gone, and chosen chips that a row no longer has.
// Restore them when they are back. In gin with two pairs, this happens when other opponents are chosen
// and then the first ones again. If a whole row of chips is gone, its value is not kept.
function restoreAbsentValues() {
  const present = inputs(), entered = enteredValues(), names = new Set(present.map(({ name }) => name));
  const isAbsent = (each) => !present.some((input) => isInputFor(input, ...each));
  const old = Object.entries(absentValues), returned = old.filter((each) => !isAbsent(each) && !(each[0] in entered));
  const left = valuesBeforePreview.filter(({ name, isNumber }) => isNumber || names.has(name)).map(({ name, value }) => [name, value]);
  absentValues = Object.fromEntries([...old, ...left].filter(isAbsent));
  const restore = (input) => returned.some((each) => isInputFor(input, ...each) && setInput(input, each[1], []));
  present.filter(restore).at(-1)?.dispatchEvent(new CustomEvent("input", { bubbles: true, detail: "restored" }));
}

// ---------------------------------------------------------- events

// Begin the draft of a question. Called when the page shows another question or no question.
export function begin() {
  changedForm = null;
  [initialValues, quickValues, absentValues] = [enteredValues(), {}, {}];
  document.body.dataset.drafts = "yes"; // previews may begin
  if (isOpenedByLink) addLinkedSeat();
  isOpenedByLink = false;
  const last = addEarly();
  earlyNames = null;
  restore();
  last?.dispatchEvent(new Event("input", { bubbles: true }));
}

// Add the early values to the draft, in which they replace older ones. Return the last of their
// inputs, or undefined.
function addEarly() {
  const entered = inputs().filter(({ name }) => earlyNames?.has(name)), address = answerAddress();
  const draft = address && read(address), values = entered.map(({ name }) => [name, initialValues[name]]);
  if (!entered.length) return;
  changedForm = form();
  entered.forEach(({ name }) => delete initialValues[name]);
  if (draft) storage.write(address, { ...draft, fields: { ...draft.fields, ...Object.fromEntries(values) }, ...currentField() });
  return entered.at(-1);
}

// If the link that opened the page names the player who ended the deal, put that player into the
// draft, because the tap on the link is newer.
function addLinkedSeat() {
  const seat = new URLSearchParams(location.search).get("seat"), draft = read(answerAddress());
  const chip = seat && inputs().find((input) => input.defaultChecked && input.value === seat);
  if (draft && chip) storage.write(answerAddress(), { ...draft, fields: { ...draft.fields, [chip.name]: seat } });
}

// Clear all entered values.
export function clearEntries() {
  changedForm = form();
  [quickValues, absentValues] = [{}, {}];
  drop(answerAddress());
  for (const input of inputs().filter((each) => !each.disabled)) {
    if (isChip(input)) input.checked = input.matches("[data-default]");
    else input.value = "";
  }
  inputs()[0]?.dispatchEvent(new Event("input", { bubbles: true }));
  makeCurrent(null);
  ensureCurrent(); // the first field, because all fields are empty
}

// Turn the draft of an answer into a draft of a correction with the same values.
export function moveToCorrection(address, correctionAddress, formData) {
  const { seen, draft, ...fields } = Object.fromEntries(formData);
  storage.write(correctionAddress, { fields, seen, draft, partial: true, text: read(address)?.text, at: Date.now() });
  drop(address);
}

// Fill in the draft of this question, if there is one.
export function restore() {
  const draft = answerAddress() && all().find(([address]) => address === answerAddress())?.[1];
  if (draft) fillIn(draft);
  markRestored();
}

// Called when the form already shows its draft. From now on, the current field is stored with it.
export const markRestored = () => (restoredForm = withoutAutocomplete());

// Turn autocomplete off: when the user goes back, the browser would restore the values, but not the
// current field. This is set here, so that the browser still restores the values without scripts.
function withoutAutocomplete() {
  form()?.setAttribute("autocomplete", "off");
  return form();
}

const isPreview = (ctx) => ctx.target?.id === "ask";
const isEntry = (target) => target.closest?.("form[data-entry]");

document.addEventListener("input", ({ target, detail }) => {
  earlyNames?.add(target.name);
  if (!isEntry(target) || detail === "restored") return;
  changedForm = withoutAutocomplete();
  if (detail === "quick") quickValues = enteredValues();
  hasUnstoredInput = true;
  storeSoon();
});
document.addEventListener("keypad:moved", storeSoon);
// What was entered since the last frame must not be lost.
window.addEventListener("pagehide", storeNow);
document.addEventListener("htmx:before:swap", ({ detail: { ctx } }) => {
  storeNow();
  if (!isPreview(ctx)) return;
  const kept = ctx.sourceElement.id === "ask" ? enteredInputs() : []; // a button replaces the values
  valuesBeforePreview = kept.map((input) => ({ name: input.name, value: input.value, isNumber: !isChip(input) }));
});
document.addEventListener("click", ({ target }) => {
  if (target.closest("[data-leave]")) addresses().filter((each) => each.startsWith(answerAddress())).forEach(drop); // also drafts of later deals
  else if (target.closest("#ask button[name]")) changedForm = form(); // a button that fills in the fields
});
document.addEventListener("toggle", ({ target }) => isEntry(target) && storeDraft(), true);
document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
  if (!isPreview(ctx)) return;
  restoreAbsentValues();
  storeDraft();
});
// If the question is open in two tabs, the tab that becomes visible shows the values entered in the
// other one.
document.addEventListener("visibilitychange", () => (document.hidden ? storeNow() : restore()));
window.addEventListener("focus", restore);
document.addEventListener("question:renewed", restore);

const asText = (fields, prefix = "") =>
  JSON.stringify(Object.entries(fields).filter(([name]) => name.startsWith(prefix)));

export const hasEntries = () => asText(enteredValues()) !== asText(initialValues);

// Whether this quick answer would replace entered values.
export function replacesEntries({ dataset: { fill } }) {
  const prefix = fill ? `${fill.split(" ")[0]}-` : "";
  const entered = asText(enteredValues(), prefix);
  return ![initialValues, quickValues].some((values) => asText(values, prefix) === entered);
}

// The addresses of all drafts.
export const addresses = () => all().map(([address]) => address);
