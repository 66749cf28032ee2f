// A tap outside an open popover only closes the popover, because what is behind it may be half covered.
// The keypad types into the popover, and the buttons beside it work as usual. A popover with a card closes
// once both the rank and the suit have been tapped.

import { $, $$ } from "./dom.js";

// The open popovers that a tap on this element closes.
const popoversToClose = (target) => target.closest(".popover, .keypad, dialog") ? [] : $$(".popover[open]");
const isBehind = (target) => popoversToClose(target).length > 0 && !target.closest(".save-bar");

// Before the click, a press would move the focus to a field.
document.addEventListener("mousedown", (event) => {
  if (isBehind(event.target)) event.preventDefault();
}, true);

document.addEventListener("click", (event) => {
  const { target, detail } = event;
  if (detail > 0 && isBehind(target)) { // not a click with the keyboard
    event.preventDefault();
    event.stopImmediatePropagation();
  }
  popoversToClose(target).forEach((popover) => (popover.open = false));
}, true);

const cardOf = (target) => target.closest(".popover .card-chips");
const isComplete = (card) => $$(":checked", card).length === 2;
let tapped = null; // the card that was not complete when it was touched

document.addEventListener("pointerdown", ({ target }) => {
  const card = cardOf(target);
  tapped = card && !isComplete(card) ? card : null;
});
document.addEventListener("click", ({ target, detail }) => {
  if (!tapped || cardOf(target) !== tapped || !detail || !isComplete(tapped)) return; // detail is 0 for a key
  const popover = tapped.closest(".popover");
  popover.open = false;
  $("summary", popover).focus({ preventScroll: true });
});

// Safari on iPhones sends clicks outside controls only inside an element that listens for clicks.
$("main")?.addEventListener("click", () => {});
