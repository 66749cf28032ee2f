// The number keys on the page, as specified in docs/entry.md. A test compares this state machine with
// tests/browser/entry/keypad_model.py.

import { $, $$, rowOf } from "./dom.js";

let now = null; // the current field: it is marked, and the keys type into it
let fresh = false; // nothing was typed since the field became current, so a digit replaces its value
let origin = null; // the field from which the keys moved on, until something is typed
let absorbs = false; // the keys have just moved on automatically, so the next tap on Next is ignored
let isTyping = false; // a digit is being written

// The editable number fields, in page order.
export function boxes() {
  return $$("#ask .numbers-table__field:not(:disabled), #ask .single-number:not(:disabled)").filter(
    (box) => !box.closest("[inert]") && (!box.closest(".popover") || box.closest(".popover").open)
  );
}

export const isCurrent = (box) => box === now;
export const isFresh = () => fresh;
const canType = (box) => box?.isConnected && !box.disabled && !box.closest("[inert]");
export const isSuggested = (box) => box.classList.contains("numbers-table__field--rest");
const isWaiting = (box) => box.value === "" || isSuggested(box);

// Whether no further digit is valid.
function isFull(box) {
  return box.value !== "" && (box.value === "0" || Number(box.value) * 10 > Number(box.dataset.most));
}

// Make a field current. With null, digits are ignored until a field is chosen. Its row is scrolled into
// view, unless `isAsked` is false: no key or field was tapped, so nothing may move under the finger.
export function point(box = null, isTyping = false, isAsked = true) {
  const isMoved = now !== box;
  if (isMoved || isTyping) [fresh, origin, absorbs] = [!isTyping, null, false];
  now = box;
  $$(".is-now").forEach((other) => other !== now && other.classList.remove("is-now"));
  now?.classList.add("is-now");
  // A field that is no longer current loses the focus, so that keyboard digits do not go to it.
  if (document.activeElement !== now && boxes().includes(document.activeElement)) document.activeElement.blur();
  if (isAsked && (isMoved || isTyping)) requestAnimationFrame(() => reveal(now?.closest("tr")));
  showKeys();
  if (isMoved) document.dispatchEvent(new Event("keypad:moved"));
}

// Scroll a row into view. A row that is wholly in sight stays where it is, because it may be under a
// finger. Called in an animation frame, so that layout runs once. A single number is not in a table
// row, so it is scrolled to only when it is tapped or typed into.
export function reveal(row) {
  if (row && !isInSight(row)) row.scrollIntoView({ block: "nearest" });
}

// Whether neither the bar nor the keys cover the row, and no part of it is beyond the screen.
function isInSight(row) {
  const { left, top, bottom, width } = row.getBoundingClientRect(), middle = left + width / 2;
  return [top + 1, bottom - 1].every((y) => row.contains(document.elementFromPoint(middle, y)));
}

// Move to the next field without a number: first below the current one, then from the top.
function moveOn() {
  const all = boxes(), from = now, at = all.indexOf(from);
  point([...all.slice(at + 1), ...all.slice(0, at)].find(isWaiting));
  origin = from;
}

function write(box, text) {
  box.value = text;
  box.classList.remove("numbers-table__field--rest");
  [fresh, origin, absorbs] = [false, null, false];
  requestAnimationFrame(() => reveal(rowOf(box)));
  box.dispatchEvent(new Event("input", { bubbles: true }));
}

// Whether the keys move on right after the current input event. If so, a "keypad:moved" event follows.
export const movesOn = () => isTyping && isFull(now);

function typeDigit(digit) {
  if (!now) return;
  const text = (fresh || isSuggested(now) ? "" : now.value) + digit;
  if (text.length > now.maxLength) return;
  isTyping = true;
  write(now, text);
  isTyping = false;
  if (!isFull(now)) return;
  moveOn();
  absorbs = true;
}

// The field whose last digit ⌫ deletes, if any.
function erasable() {
  const box = origin || now;
  return box?.value && canType(box) ? box : null;
}

function erase() {
  const box = erasable();
  if (!box) return;
  point(box);
  write(box, isSuggested(box) ? "" : box.value.slice(0, -1));
}

function next() {
  if (absorbs) absorbs = false; // the tap was meant for the number that is already complete
  else if (now && now.value !== "") moveOn();
}

export function press(key) {
  if (now && !canType(now)) return settle(); // the field no longer exists, so ignore the key
  if (key === "next") next();
  else if (key === "erase") erase();
  else typeDigit(key);
  showKeys();
}

// Disable keys that would do nothing.
function showKeys() {
  $$("#ask [data-key]").forEach((key) => {
    const { key: name } = key.dataset;
    const isIdle = name === "next" ? !now?.value : name === "erase" ? !erasable() : !now;
    if (isIdle) key.setAttribute("aria-disabled", "true");
    else key.removeAttribute("aria-disabled");
  });
}

// Called after a swap. The current field remains current if it still exists. Otherwise, the first
// field without a number becomes current.
export function settle() {
  const keypad = $("#ask .keypad");
  if (!keypad) return;
  // Do not open the phone's keyboard, which would cover the table.
  if (matchMedia("(pointer: coarse)").matches) boxes().forEach((box) => box.setAttribute("inputmode", "none"));
  point((canType(now) && now) || boxes().find(isWaiting), false, false);
}

document.addEventListener("click", (event) => {
  const key = event.target.closest("[data-key]");
  if (key) press(key.dataset.key);
});

document.addEventListener("focusin", (event) => {
  if (!event.target.matches(".numbers-table__field, .single-number")) return;
  point(event.target);
  reveal(rowOf(now));
});

// A mouse click on a key does not move the focus, or Enter would type the key again instead of saving.
document.addEventListener("mousedown", (event) => {
  if (event.target.closest("[data-key]") && !matchMedia("(pointer: coarse)").matches) event.preventDefault();
});

// Called for a key of a keyboard that has no other meaning here. Unless another field for text has the
// focus, digits and backspace go to the current field. As on the page's keys, the first digit replaces
// the number, unless the user has moved the cursor in it.
export function takeKey({ key, target, altKey, ctrlKey, metaKey }) {
  const isHere = target === now, isText = target.matches("input:not([type=radio], [type=checkbox]), select, textarea");
  if (isText && !isHere || altKey || ctrlKey || metaKey || !now || !canType(now)) return;
  if (isHere && /^(Arrow|Home|End)/.test(key)) fresh = false;
  if (!/^(\d|Backspace)$/.test(key)) return;
  if (!isHere) focusAtEnd(now);
  if (key !== "Backspace" && (fresh || isSuggested(now))) now.select();
}

function focusAtEnd(box) {
  box.focus();
  box.setSelectionRange(box.value.length, box.value.length);
}

// Input from a keyboard goes to the focused field. The next field does not become current afterwards.
document.addEventListener("input", ({ target, isTrusted }) => {
  if (!isTrusted || !target.matches(".numbers-table__field, .single-number")) return;
  target.classList.remove("numbers-table__field--rest");
  [fresh, origin, absorbs] = [false, null, false];
  showKeys();
}, true);

document.addEventListener("toggle", (event) => {
  if (!event.target.matches(".popover")) return;
  $("[data-keys]:empty", event.target)?.append($("#keys").content.cloneNode(true));
  // A draft or a refused number has opened the fold, whose new keys may cover the row.
  if (event.target.open && event.target.contains(now)) return void requestAnimationFrame(() => reveal(now?.closest("tr")));
  const { open } = event.target;
  point(open ? $(".numbers-table__field:not(:disabled)", event.target) : boxes().find(isWaiting), false, open);
}, true);
