// The number keys on the page, as specified in docs/entry.md. A test compares this state machine with
// tests/browser/entry/keypad_model.py.

import { $, $$, rowOf } from "./dom.js";

let current = null; // the current field: it is marked, and the keys type into it
export let isUntouched = false; // nothing was typed since it became current, so a digit replaces its value
let origin = null; // the field that the keys have just moved on from; null once something is typed
let ignoresNext = false; // the keys have just moved on automatically, so the next tap on Next is ignored
let isTyping = false; // a key's digit is being written into the field

// The number fields that can be edited now, in page order.
export function fields() {
  return $$("#ask .numbers-table__field:not(:disabled), #ask .single-number:not(:disabled)").filter(
    (box) => !box.closest("[inert], .popover:not([open])")
  );
}

export const isCurrent = (box) => box === current;
const canType = (box) => box?.isConnected && !box.disabled && !box.closest("[inert]");
export const isSuggested = (box) => box.classList.contains("numbers-table__field--rest");
const isWaiting = (box) => box.value === "" || isSuggested(box);

// Whether no further digit is valid.
function isFull(box) {
  return box.value !== "" && (box.value === "0" || Number(box.value) * 10 > Number(box.dataset.most));
}

// Make a field current. With null, digits are ignored until a field is chosen. If it `isTypedInto`, the
// next digit is appended to its number. Its row is scrolled into view, unless `mayScroll` is false: no
// key or field was tapped, so nothing may move under the finger.
export function makeCurrent(box = null, isTypedInto = false, mayScroll = true) {
  const isMoved = current !== box;
  if (isMoved || isTypedInto) [isUntouched, origin, ignoresNext] = [!isTypedInto, null, false];
  current = box;
  $$(".is-current").forEach((other) => other !== box && other.classList.remove("is-current"));
  box?.classList.add("is-current");
  // A field that is no longer current loses the focus, so that keyboard digits do not go to it.
  const focused = document.activeElement;
  if (focused !== box && fields().includes(focused)) focused.blur();
  if (mayScroll && (isMoved || isTypedInto)) requestAnimationFrame(() => reveal(current?.closest("tr")));
  updateKeys();
  if (isMoved) document.dispatchEvent(new Event("keypad:moved"));
}

// Scroll a row into view. A row that is wholly in view stays where it is, because it may be under a
// finger. Called in an animation frame, so that layout runs once. A single number is not in a table
// row, so it is scrolled to only when it is tapped or typed into.
export function reveal(row) {
  if (row && !isInView(row)) row.scrollIntoView({ block: "nearest" });
}

// Whether the whole row is on the screen, and neither the bar nor the keys cover it.
function isInView(row) {
  const { left, top, bottom, width } = row.getBoundingClientRect(), middle = left + width / 2;
  return [top + 1, bottom - 1].every((y) => row.contains(document.elementFromPoint(middle, y)));
}

// Move to the next field without a number: first below the current one, then from the top.
function moveOn(mayScroll = true) {
  const all = fields(), from = current, index = all.indexOf(from);
  makeCurrent([...all.slice(index + 1), ...all.slice(0, index)].find(isWaiting), false, mayScroll);
  origin = from;
}

function write(box, text) {
  box.value = text;
  box.classList.remove("numbers-table__field--rest");
  [isUntouched, origin, ignoresNext] = [false, null, false];
  requestAnimationFrame(() => reveal(rowOf(current || box)));
  box.dispatchEvent(new Event("input", { bubbles: true }));
}

// Whether the keys move on right after the current input event. If so, a "keypad:moved" event follows.
export const movesOn = () => isTyping && isFull(current);

function typeDigit(digit) {
  if (!current) return;
  const text = (isUntouched || isSuggested(current) ? "" : current.value) + digit;
  if (text.length > current.maxLength) return;
  isTyping = true;
  write(current, text);
  isTyping = false;
  if (!isFull(current)) return;
  moveOn();
  ignoresNext = true;
}

// The field whose last digit ⌫ deletes, or null.
function erasable() {
  const box = origin || current;
  return box?.value && canType(box) ? box : null;
}

function erase() {
  const box = erasable();
  if (!box) return;
  makeCurrent(box);
  write(box, isSuggested(box) ? "" : box.value.slice(0, -1));
}

// The effect of Next: the number in the current field is complete.
function finish() {
  if (ignoresNext) ignoresNext = false; // the tap was meant for the number that is already complete
  else if (current && current.value !== "") moveOn();
}

// Save cannot save yet, so it completes the number, unless the keys have just moved on. It scrolls to the missing value.
export function completeNumber() {
  if (!ignoresNext && current?.value) moveOn(false);
}

export function press(key) {
  if (current && !canType(current)) return ensureCurrent(); // the field no longer exists, so ignore the key
  if (key === "next") finish();
  else if (key === "erase") erase();
  else typeDigit(key);
  updateKeys();
}

// Disable keys that would do nothing.
function updateKeys() {
  $$("#ask [data-key]").forEach((key) => {
    const { key: name } = key.dataset;
    const isIdle = name === "next" ? !current?.value : name === "erase" ? !erasable() : !current;
    key.ariaDisabled = isIdle || null;
  });
}

// Called after a swap. The current field remains current if it still exists. Otherwise, the first
// field without a number becomes current.
export function ensureCurrent() {
  const keypad = $("#ask .keypad");
  if (!keypad) return;
  // Do not open the phone's keyboard, which would cover the table.
  if (matchMedia("(pointer: coarse)").matches) fields().forEach((box) => box.setAttribute("inputmode", "none"));
  makeCurrent((canType(current) && current) || fields().find(isWaiting), false, false);
}

document.addEventListener("click", ({ target }) => {
  const key = target.closest("[data-key]");
  if (key) press(key.dataset.key);
  if (target !== current) return;
  [isUntouched, origin, ignoresNext] = [true, null, false]; // tapped again: start a new number
  updateKeys();
});

document.addEventListener("focusin", (event) => {
  if (!event.target.matches(".numbers-table__field, .single-number")) return;
  makeCurrent(event.target);
  reveal(rowOf(current));
});

// A mouse click on a key must not move the focus, because Enter would then type the key again instead of saving.
document.addEventListener("mousedown", (event) => {
  if (event.target.closest("[data-key]") && !matchMedia("(pointer: coarse)").matches) event.preventDefault();
});

// Called for keyboard keys that have no other meaning on this page. Unless another text field has the
// focus, digits and backspace go to the current field. As on the page's keys, the first digit replaces
// the number, unless the user has moved the cursor in it.
export function typeFromKeyboard({ key, target, altKey, ctrlKey, metaKey }) {
  const isHere = target === current, isText = target.matches("input:not([type=radio], [type=checkbox]), select, textarea");
  if (isText && !isHere || altKey || ctrlKey || metaKey || !current || !canType(current)) return;
  if (isHere && /^(Arrow|Home|End)/.test(key)) isUntouched = false;
  if (!/^(\d|Backspace)$/.test(key)) return;
  if (!isHere) focusAtEnd(current);
  if (key !== "Backspace" && (isUntouched || isSuggested(current))) current.select();
}

function focusAtEnd(box) {
  box.focus();
  box.setSelectionRange(box.value.length, box.value.length);
}

// Input from a keyboard goes to the focused field. The next field does not become current afterwards.
document.addEventListener("input", ({ target, isTrusted }) => {
  if (!isTrusted || !target.matches(".numbers-table__field, .single-number")) return;
  target.classList.remove("numbers-table__field--rest");
  [isUntouched, origin, ignoresNext] = [false, null, false];
  updateKeys();
}, true);

document.addEventListener("toggle", (event) => {
  if (!event.target.matches(".popover")) return;
  $("[data-keys]:empty", event.target)?.append($("#keys").content.cloneNode(true));
  const { open } = event.target;
  // A draft or a refused number has opened the popover, whose new keys may cover the row.
  if (open && event.target.contains(current)) return void requestAnimationFrame(() => reveal(current?.closest("tr")));
  makeCurrent(open ? $(".numbers-table__field:not(:disabled)", event.target) : fields().find(isWaiting), false, open);
}, true);
