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

// ---------------------------------------------------------- the button's label

const SUITS = { C: "♣", D: "♦", H: "♥", S: "♠" };

function showPlayer(place, label) {
  const name = $("bdi:has(> i)", label)?.cloneNode(true) || document.createElement("bdi");
  name.className = "";
  if (!$("i", name)) name.textContent = ($(".alike--long > :last-child", label) || label).textContent.trim();
  place.replaceChildren(name);
}

function showCard(place, popover) {
  const [rank, suit] = ["rank", "suit"].map((part) => $(`[name$=-${part}]:checked`, popover)?.value);
  $("[data-rank]", place).textContent = rank || "–";
  $("[data-suit]", place).textContent = SUITS[suit] || "";
  $("[data-suit]", place).className = "DH".includes(suit || "-") ? "loss" : "";
}

function showNumbers(place, popover) {
  const values = $$("[type=text], :checked", popover).map((input) => input.value.trim());
  place.textContent = values.filter((value) => value && value !== "0").join(", ") || place.dataset.none;
}

document.addEventListener("input", ({ target }) => {
  const popover = target.closest(".popover"), label = target.closest(".chip")?.lastElementChild;
  const [player, card, numbers] = ["chosen", "card", "none"].map((name) => popover && $(`summary [data-${name}]`, popover));
  if (player && label) showPlayer(player, label);
  if (card) showCard(card, popover);
  if (numbers) showNumbers(numbers, popover);
}, true);

// Safari on iPhones sends clicks outside controls only inside an element that listens for clicks.
$("main")?.addEventListener("click", () => {});
